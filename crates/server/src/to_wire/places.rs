//! The table of places and of the signs of orders as wire types.

use atlas::Variant;
use language::Locale;
use rules::Terrain;

use crate::wire::{LanguageSigns, OrderSign, PlaceNames, PlaceRow, PlaceTable, TerrainKey};

pub(crate) fn place_table(variant: &Variant) -> PlaceTable {
    let board = &variant.board;
    let row = |province| PlaceRow {
        key: board.province_key(province).to_owned(),
        terrain: match board.terrain(province) {
            Terrain::Inland => TerrainKey::Inland,
            Terrain::Coastal => TerrainKey::Coastal,
            Terrain::Water => TerrainKey::Water,
        },
        centre: board.centres().contains(&province),
        home: board.home_of(province).map(|power| board.power_key(power).to_owned()),
        names: variant
            .names()
            .iter()
            .map(|names| {
                let own = names.province(province);
                let names_of_place = PlaceNames {
                    full: own.full.clone(),
                    short: own.short.clone(),
                    also: own.aliases.clone(),
                };
                (names.language.clone(), names_of_place)
            })
            .collect(),
    };
    PlaceTable {
        languages: Locale::built_in().iter().map(language_signs).collect(),
        places: board.provinces().map(row).collect(),
    }
}

fn language_signs(locale: &Locale) -> LanguageSigns {
    let sign = |sign: language::OrderSign| OrderSign {
        key: sign.key.to_owned(),
        sign: sign.sign,
        words: sign.words,
    };
    LanguageSigns {
        language: locale.language.clone(),
        signs: locale.order_signs().into_iter().map(sign).collect(),
    }
}
