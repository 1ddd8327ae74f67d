//! A position, its orders and what became of them, as SVG and PNG.
//!
//! A [`Geometry`] is the drawing of a board, a [`Look`] says how a picture should be, a [`Painter`]
//! has both ready, and a [`Scene`] is what it paints. The same input always gives the same bytes.

mod base;
mod chart;
mod check;
mod colours;
mod crop;
pub mod curve;
mod drawn;
mod film;
mod gallery;
mod geometry;
mod hit;
mod layout;
mod legend;
mod lettering;
mod look;
mod marks;
mod names;
mod orders;
mod page;
mod painter;
mod raster;
mod scene;
mod strokes;
mod theme;
mod tokens;
pub mod touch;
mod trail;
mod voyages;
mod words;

use std::sync::LazyLock;

pub use base::over;
pub use check::faults;
pub use colours::{Sight, closest};
pub use crop::{Rect, involved};
pub use film::{Film, FilmError, FilmKind};
pub use gallery::{Gallery, NoPicture};
pub use geometry::{Arc, BadGeometry, Geometry, GeometryFault, Label, Place, Side};
pub use hit::Hits;
pub use look::{AbsurdWidth, Legend, Look, Naming, Palette, Shade};
pub use page::{Step, font_faces, page};
pub use painter::Painter;
pub use raster::{CannotPaint, Canvas};
pub use scene::{Scene, Show};
pub use theme::{Rgb, Theme};
pub use tokens::SHAPES;
pub use words::{BadLabels, Labels, Tongue, Words};

/// A script for a page: joins border lines to paths, and finds the province that a finger means.
pub const BOARD_SCRIPT: &str = include_str!("../web/board.js");

static STANDARD: LazyLock<Geometry> = LazyLock::new(|| {
    let text = include_str!("../../../variants/standard/geometry.json");
    match Geometry::read(&atlas::standard().board, text) {
        Ok(geometry) => geometry,
        Err(bad) => panic!("the built-in drawing is checked by the tests:\n{bad}"),
    }
});

/// The drawing of the standard board.
pub fn standard() -> &'static Geometry {
    &STANDARD
}
