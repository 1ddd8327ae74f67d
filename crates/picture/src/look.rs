//! The settings of a picture: colours, language, names, width, crop, legend.

use rules::Power;

use crate::{LanguageCode, Rect};

/// The settings of a picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Look {
    pub palette: Palette,
    pub shade: Shade,
    pub language: LanguageCode,
    pub naming: Naming,
    /// In pixels.
    pub width: u32,
    /// The part of the board that is shown; the whole board if `None`.
    pub crop: Option<Rect>,
    pub legend: Legend,
    /// If set, only the orders of this power are drawn.
    pub only_power: Option<Power>,
}

/// Light or dark colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    Light,
    Dark,
}

/// The colours of the powers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Palette {
    /// Our own colours. Colour-blind people can tell the powers apart too.
    Clear,
    /// The colours of the Dutch and the Spanish rulebook (A1).
    Dutch,
    /// The colours of the French rulebook.
    French,
    /// The colours of the German rulebook.
    German,
}

/// Which names of provinces are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    /// Full names if they can be read at this size, otherwise short forms.
    Fitting,
    Full,
    Short,
    None,
}

/// Whether the picture has a legend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Legend {
    Shown,
    Hidden,
}

/// The width is out of range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WidthOutOfRange(pub u32);

impl std::fmt::Display for WidthOutOfRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self(width) = self;
        write!(
            f,
            "a picture cannot be {width} pixels wide: choose {} to {}",
            Look::MIN_WIDTH_PIXELS,
            Look::MAX_WIDTH_PIXELS
        )
    }
}

impl std::error::Error for WidthOutOfRange {}

impl Look {
    pub const MIN_WIDTH_PIXELS: u32 = 120;
    pub const MAX_WIDTH_PIXELS: u32 = 4000;

    /// The default settings for a language and a width.
    pub const fn new(language: LanguageCode, width: u32) -> Self {
        Self {
            palette: Palette::Clear,
            shade: Shade::Light,
            language,
            naming: Naming::Fitting,
            width,
            crop: None,
            legend: Legend::Shown,
            only_power: None,
        }
    }

    /// Checks that the width is in range.
    pub const fn checked(self) -> Result<Self, WidthOutOfRange> {
        if self.width < Self::MIN_WIDTH_PIXELS || self.width > Self::MAX_WIDTH_PIXELS {
            return Err(WidthOutOfRange(self.width));
        }
        Ok(self)
    }
}

impl Palette {
    pub const ALL: [Self; 4] = [Self::Clear, Self::Dutch, Self::French, Self::German];

    pub const fn key(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Dutch => "dutch",
            Self::French => "french",
            Self::German => "german",
        }
    }
}
