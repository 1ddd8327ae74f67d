//! A position, its orders and what became of them, as SVG and PNG.
//!
//! A [`Drawing`] has all that is needed to draw one variant, a [`Look`] says how a picture should be, a
//! [`Painter`] has both ready, and a [`Scene`] is what it paints. The same input always gives the same bytes.

mod base;
mod chart;
mod check;
mod colours;
mod crop;
pub mod curve;
mod drawing;
mod drawn;
mod film;
mod gallery;
mod geometry;
mod hit;
mod labels;
mod language_code;
mod layout;
mod legend;
mod lettering;
mod lines;
mod look;
mod marks;
mod names;
mod orders;
mod page;
mod painter;
mod power_colours;
mod raster;
mod scene;
mod strokes;
mod theme;
mod tokens;
pub mod touch;
mod trail;
mod voyages;
mod words;

pub use base::over;
pub use check::faults;
pub use colours::{Sight, closest};
pub use crop::{Rect, involved};
pub use drawing::Drawing;
pub use film::{Film, FilmError, FilmKind};
pub use gallery::{Gallery, NoPicture};
pub use geometry::{Arc, BadGeometry, Geometry, GeometryFault, Label, Place, Side};
pub use hit::Hits;
pub use labels::{BadLabels, Labels};
pub use language_code::LanguageCode;
pub use look::{AbsurdWidth, Legend, Look, Naming, Palette, Shade};
pub use page::{Step, font_faces, page};
pub use painter::Painter;
pub use power_colours::PowerColours;
pub use raster::{CannotPaint, Canvas};
pub use scene::{Scene, Show};
pub use theme::{Rgb, Theme};
pub use tokens::SHAPES;
pub use words::{WordLists, Words};

/// A script for a page: joins border lines to paths, and finds the province that a finger means.
pub const BOARD_SCRIPT: &str = include_str!("../web/board.js");

/// The geometry of the classic board.
pub fn standard() -> &'static Geometry {
    Drawing::standard().geometry()
}
