//! How a picture should look.

use rules::Power;

use crate::{LanguageCode, Rect};

/// What can be chosen about a picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Look {
    pub palette: Palette,
    pub shade: Shade,
    pub language: LanguageCode,
    pub naming: Naming,
    /// In pixels.
    pub width: u32,
    /// The part of the board that is shown; all of it if none.
    pub crop: Option<Rect>,
    pub legend: Legend,
    /// Only this power's orders are drawn.
    pub only: Option<Power>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    Light,
    Dark,
}

/// The colours of the powers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Palette {
    /// Our own, chosen so that everybody can tell the powers apart.
    Clear,
    /// The table that the Dutch and the Spanish rulebook share (A1).
    Dutch,
    /// The French rulebook's.
    French,
    /// The German rulebook's.
    German,
}

/// How places are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    /// Names where they can be read, else short forms.
    Fitting,
    Full,
    Short,
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Legend {
    Shown,
    Hidden,
}

/// The picture cannot be that wide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AbsurdWidth(pub u32);

impl std::fmt::Display for AbsurdWidth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self(width) = self;
        write!(f, "a picture cannot be {width} pixels wide: choose {} to {}", Look::NARROWEST, Look::WIDEST)
    }
}

impl std::error::Error for AbsurdWidth {}

impl Look {
    pub const NARROWEST: u32 = 120;
    pub const WIDEST: u32 = 4000;

    /// The usual look.
    pub const fn new(language: LanguageCode, width: u32) -> Self {
        Self {
            palette: Palette::Clear,
            shade: Shade::Light,
            language,
            naming: Naming::Fitting,
            width,
            crop: None,
            legend: Legend::Shown,
            only: None,
        }
    }

    pub const fn checked(self) -> Result<Self, AbsurdWidth> {
        if self.width < Self::NARROWEST || self.width > Self::WIDEST {
            return Err(AbsurdWidth(self.width));
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
