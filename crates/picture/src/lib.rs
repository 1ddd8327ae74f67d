//! Draws a position, its orders and their results as SVG, PNG, GIF and APNG.
//!
//! A [`Drawing`] has everything that is needed to draw one variant. A [`Look`] has the settings of a picture.
//! A [`Painter`] is made from both and paints a [`Scene`]. The same input always gives the same bytes.

pub mod adjacency;
mod animation;
mod board_layers;
mod check_geometry;
mod colour_distance;
mod convoy_routes;
mod crop;
pub mod curve;
mod drawing;
mod geometry;
mod labels;
mod language_code;
mod legend;
mod legend_words;
mod line_layout;
mod line_numbers;
mod line_styles;
mod look;
mod move_names;
mod movement_orders;
mod name_layout;
mod order_path;
mod painter;
mod painter_cache;
mod pieces;
mod png;
mod power_colours;
mod province_grid;
mod replay_page;
mod scene;
mod scene_layers;
mod scene_painter;
mod text_outlines;
mod theme;
mod unit_tokens;

pub use animation::{Animation, AnimationError, AnimationFormat, film};
pub use board_layers::rivers_and_borders;
pub use check_geometry::geometry_faults;
pub use colour_distance::{ColourVision, closest_colours};
pub use crop::{Rect, crop_for_scene};
pub use drawing::Drawing;
pub use geometry::{BorderArc, Geometry, GeometryError, GeometryFault, Label, Place, Side};
pub use labels::{Labels, LabelsError};
pub use language_code::LanguageCode;
pub use legend_words::{LegendWordLists, LegendWords};
pub use look::{Legend, Look, Naming, Palette, Shade, WidthOutOfRange};
#[doc(hidden)]
pub use order_path::{PathSample, sample_path};
pub use painter::Painter;
pub use painter_cache::{PainterCache, PictureError};
pub use pieces::{PieceShape, RimPattern};
pub use png::{Canvas, PaintError};
pub use power_colours::PowerColours;
pub use replay_page::{PageStep, font_faces, replay_page};
pub use scene::{Scene, SceneContent};
pub use text_outlines::outline_text;
pub use theme::{Rgb, Theme, contrast};

/// The geometry of the standard board.
pub fn standard() -> &'static Geometry {
    Drawing::standard().geometry()
}
