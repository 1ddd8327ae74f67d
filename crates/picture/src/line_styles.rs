//! Line styles of orders. The line shows the kind of order; a hollow head and a sign show that it failed.

use crate::board_layers::push;
use crate::order_path::OrderPath;
use crate::scene_layers::{LegendMark, SceneLayers};

/// The outcome of an order, as it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DrawnOutcome {
    Succeeded,
    Failed,
    /// The order had no effect: it was illegal or had nothing to act on.
    Void,
}

impl DrawnOutcome {
    /// The sign on the line, and its entry in the legend.
    pub(crate) const fn sign(self) -> Option<(&'static str, LegendMark)> {
        match self {
            Self::Succeeded => None,
            Self::Failed => Some(("cross", LegendMark::Fails)),
            Self::Void => Some(("void", LegendMark::Void)),
        }
    }
}

/// The line style of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MoveStyle {
    /// An army by land, or a fleet: a plain line.
    Plain,
    /// A convoyed army: a wave.
    Convoyed,
    /// A retreat: dashes and dots.
    Retreat,
}

/// The length of an arrow head.
pub(crate) const HEAD_LENGTH: f32 = 9.5;

/// Draws the line and the head of a move.
pub(crate) fn push_move(
    drawn: &mut SceneLayers,
    power: usize,
    trail: &OrderPath,
    fate: DrawnOutcome,
    going: MoveStyle,
) {
    push_move_line(drawn, power, trail, fate, going);
    let size = HEAD_LENGTH * drawn.head_scale;
    let (middle, reach) = trail.head_circle(size);
    drawn.occupy(middle, reach);
    let out = &mut drawn.heads;
    // A hollow head has a thick edge, so that it looks hollow and not just pale.
    let (fill, rim) = match fate {
        DrawnOutcome::Succeeded => (format!("u{power}"), 1.6),
        DrawnOutcome::Failed | DrawnOutcome::Void => ("tk".to_owned(), 1.6 * drawn.line_scale.min(1.6)),
    };
    push(out, format_args!(r#"<g class="ln"><path class="tk ts" stroke-width="{:.1}" d=""#, rim + 1.8));
    trail.push_head(out, size);
    push(out, format_args!(r#""/><path class="{fill} s{power}" stroke-width="{rim:.1}" d=""#));
    trail.push_head(out, size);
    out.push_str(r#""/></g>"#);
}

/// Draws the line of a move without its head.
pub(crate) fn push_move_line(
    drawn: &mut SceneLayers,
    power: usize,
    trail: &OrderPath,
    fate: DrawnOutcome,
    going: MoveStyle,
) {
    let grown = drawn.line_scale;
    let out = &mut drawn.lines;
    let (waved, dashes) = match going {
        MoveStyle::Plain => (None, String::new()),
        MoveStyle::Convoyed => (Some(trail.as_wave()), String::new()),
        // Dashes and gaps are scaled with the line width, or the round ends would close the gaps.
        MoveStyle::Retreat => {
            let (dash, gap) = (8.0 * grown, 8.0 * grown);
            (None, format!(r#" stroke-dasharray="{dash:.1} {gap:.1} .1 {gap:.1}""#))
        }
    };
    let line = waved.as_ref().unwrap_or(trail);
    let wide = match fate {
        DrawnOutcome::Succeeded => 3.6 * grown,
        DrawnOutcome::Failed | DrawnOutcome::Void => 2.7 * grown,
    };
    push(
        out,
        format_args!(r#"<g class="ln"><path class="ts" stroke-width="{:.1}" opacity=".85" d=""#, 7.0 * grown),
    );
    line.push_line(out);
    push(out, format_args!(r#""/><path class="s{power}" stroke-width="{wide:.1}"{dashes} d=""#));
    line.push_line(out);
    out.push_str(r#""/></g>"#);
}

/// Draws a support: a dotted line to a ring, on the supported move or beside the supported unit.
pub(crate) fn push_support(drawn: &mut SceneLayers, power: usize, trail: &OrderPath) {
    let grown = drawn.line_scale;
    push_dashed_line(drawn, power, trail, (5.6, 3.0, 0.1, 6.0));
    let tip = trail.tip();
    drawn.occupy(tip, 6.0 * grown);
    push(
        &mut drawn.heads,
        format_args!(
            r#"<circle class="tk ts" cx="{0:.1}" cy="{1:.1}" r="{2:.1}" stroke-width="4.2"/><circle class="tk s{power}" cx="{0:.1}" cy="{1:.1}" r="{2:.1}" stroke-width="{3:.1}"/>"#,
            tip.x,
            tip.y,
            4.8 * grown,
            2.2 * grown
        ),
    );
}

/// Draws the move that a support was meant for, although no unit has that order: fine dots, no head.
pub(crate) fn push_intended_move(drawn: &mut SceneLayers, power: usize, trail: &OrderPath) {
    push_dashed_line(drawn, power, trail, (4.2, 2.0, 0.1, 5.0));
}

/// Draws the rest of a broken route: fine dashes (dots are supports), no head.
pub(crate) fn push_line_after_break(drawn: &mut SceneLayers, power: usize, trail: &OrderPath) {
    push_dashed_line(drawn, power, trail, (4.2, 2.0, 5.0, 5.0));
}

fn push_dashed_line(
    drawn: &mut SceneLayers,
    power: usize,
    trail: &OrderPath,
    (halo, wide, long, apart): (f32, f32, f32, f32),
) {
    let grown = drawn.line_scale;
    let out = &mut drawn.lines;
    push(
        out,
        format_args!(r#"<g class="ln"><path class="ts" stroke-width="{:.1}" opacity=".8" d=""#, halo * grown),
    );
    trail.push_line(out);
    push(
        out,
        format_args!(
            r#""/><path class="s{power}" stroke-width="{:.1}" stroke-dasharray="{:.1} {:.1}" d=""#,
            wide * grown,
            long * grown,
            apart * grown
        ),
    );
    trail.push_line(out);
    out.push_str(r#""/></g>"#);
}
