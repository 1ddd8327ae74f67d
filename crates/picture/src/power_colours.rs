//! The colours of the powers of a variant: `colours.toml`.

use std::collections::BTreeMap;

use atlas::VariantError;
use rules::Board;
use serde::Deserialize;
use serde::de::Error as _;

use crate::line_numbers::{line_at, line_that_starts};
use crate::{Palette, Rgb, Shade};

pub(crate) const FILE: &str = "colours.toml";

/// The colours of land and units, by palette and power.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PowerColours {
    palettes: BTreeMap<Palette, Vec<Colours>>,
}

/// The colours of one power in one palette.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Colours {
    #[serde(deserialize_with = "hex")]
    land: Rgb,
    #[serde(deserialize_with = "hex")]
    unit: Rgb,
    #[serde(deserialize_with = "hex")]
    dark_land: Rgb,
    #[serde(deserialize_with = "hex")]
    dark_unit: Rgb,
}

impl PowerColours {
    /// Reads a `colours.toml`, or returns all its faults. Only the palette `clear` is required.
    pub fn read(board: &Board, text: &str) -> Result<Self, Vec<VariantError>> {
        let fault = |line, message| VariantError { file: FILE.to_owned(), line, message };
        let mut file: BTreeMap<String, BTreeMap<String, Colours>> =
            toml::from_str(text).map_err(|error| {
                let line = error.span().map_or(1, |span| line_at(text, span.start));
                vec![fault(line, error.message().to_owned())]
            })?;
        let mut faults = Vec::new();
        let mut palettes = BTreeMap::new();
        for palette in Palette::ALL {
            let key = palette.key();
            let Some(mut powers) = file.remove(key) else { continue };
            let header = line_that_starts(text, &format!("[{key}]"));
            let mut all = Vec::new();
            for power in board.powers().map(|power| board.power_key(power)) {
                match powers.remove(power) {
                    Some(colours) => all.push(colours),
                    None => faults.push(fault(header, format!("'{power}' has no colours in '{key}'"))),
                }
            }
            for power in powers.keys() {
                let below = text.lines().skip(header).position(|line| line.trim_start().starts_with(power));
                let line = below.map_or(header, |lines| header + lines + 1);
                faults.push(fault(line, format!("'{power}' is no power of this board")));
            }
            palettes.insert(palette, all);
        }
        for key in file.keys() {
            let line = line_that_starts(text, &format!("[{key}"));
            faults.push(fault(line, format!("there is no palette '{key}'")));
        }
        if !palettes.contains_key(&Palette::Clear) {
            faults.push(fault(1, format!("the palette '{}' is not there", Palette::Clear.key())));
        }
        if faults.is_empty() { Ok(Self { palettes }) } else { Err(faults) }
    }

    /// The colours of land, by power; empty if the variant has no colours.
    pub(crate) fn land(&self, palette: Palette, shade: Shade) -> Vec<Rgb> {
        let land = |colours: &Colours| match shade {
            Shade::Light => colours.land,
            Shade::Dark => colours.dark_land,
        };
        self.palette(palette).iter().map(land).collect()
    }

    /// The colours of units, by power; empty if the variant has no colours.
    pub(crate) fn unit(&self, palette: Palette, shade: Shade) -> Vec<Rgb> {
        let unit = |colours: &Colours| match shade {
            Shade::Light => colours.unit,
            Shade::Dark => colours.dark_unit,
        };
        self.palette(palette).iter().map(unit).collect()
    }

    /// The colours of a palette, or of the palette `clear` if the variant does not have that palette.
    fn palette(&self, palette: Palette) -> &[Colours] {
        let own = self.palettes.get(&palette).or_else(|| self.palettes.get(&Palette::Clear));
        own.map_or(&[], Vec::as_slice)
    }
}

/// Reads a colour that is written as `#rrggbb`.
fn hex<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Rgb, D::Error> {
    let text = String::deserialize(from)?;
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
    let is_hex = |digits: &&str| digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let colour = digits.filter(is_hex).and_then(|digits| Rgb::from_str_radix(digits, 16).ok());
    colour.ok_or_else(|| D::Error::custom(format!("'{text}' is no colour: write #rrggbb")))
}
