//! How orders look: a line says what kind of order it is, a hollow head and a cross that it failed.

use crate::base::push;
use crate::curve::Point;
use crate::marks::Drawn;
use crate::trail::Trail;

/// How an order came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    Done,
    Failed,
}

/// The line of a unit that goes somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Going {
    /// By land, or as a fleet: a plain line.
    Plain,
    /// Carried by fleets: a wave.
    Carried,
    /// Away from where it was driven out: dashes and dots.
    Fleeing,
}

/// Line and head of a move.
pub(crate) fn push_move(drawn: &mut Drawn, power: usize, trail: &Trail, fate: Fate, going: Going) {
    push_way(drawn, power, trail, fate, going);
    let grown = drawn.grown;
    let out = &mut drawn.heads;
    let fill = match fate {
        Fate::Done => format!("u{power}"),
        Fate::Failed => "tk".to_owned(),
    };
    out.push_str(r#"<g class="ln"><path class="tk ts" stroke-width="3" d=""#);
    trail.push_head(out, 9.5 * grown);
    push(out, format_args!(r#""/><path class="{fill} s{power}" stroke-width="1.6" d=""#));
    trail.push_head(out, 9.5 * grown);
    out.push_str(r#""/></g>"#);
}

/// The line alone.
pub(crate) fn push_way(drawn: &mut Drawn, power: usize, trail: &Trail, fate: Fate, going: Going) {
    let grown = drawn.grown;
    let out = &mut drawn.lines;
    let (waved, dashes) = match going {
        Going::Plain => (None, ""),
        Going::Carried => (Some(trail.waved()), ""),
        Going::Fleeing => (None, r#" stroke-dasharray="9 6 .1 6""#),
    };
    let line = waved.as_ref().unwrap_or(trail);
    let wide = match fate {
        Fate::Done => 3.6 * grown,
        Fate::Failed => 2.7 * grown,
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

/// A support, dotted, to a ring on the way that it helps or around the unit that it helps.
pub(crate) fn push_support(drawn: &mut Drawn, power: usize, trail: &Trail, to_unit: Option<Point>) {
    let grown = drawn.grown;
    let out = &mut drawn.lines;
    push(
        out,
        format_args!(r#"<g class="ln"><path class="ts" stroke-width="{:.1}" opacity=".8" d=""#, 5.6 * grown),
    );
    trail.push_line(out);
    push(
        out,
        format_args!(
            r#""/><path class="s{power}" stroke-width="{:.1}" stroke-dasharray=".1 {:.1}" d=""#,
            3.0 * grown,
            6.0 * grown
        ),
    );
    trail.push_line(out);
    out.push_str(r#""/>"#);
    if let Some(unit) = to_unit {
        push(
            out,
            format_args!(
                r#"<circle class="s{power}" cx="{:.1}" cy="{:.1}" r="19.5" stroke-width="2.6" stroke-dasharray=".1 5.6"/>"#,
                unit.x, unit.y
            ),
        );
    }
    out.push_str("</g>");
    if to_unit.is_none() {
        let tip = trail.tip();
        push(
            &mut drawn.heads,
            format_args!(
                r#"<circle class="tk s{power}" cx="{:.1}" cy="{:.1}" r="{:.1}" stroke-width="2.2"/>"#,
                tip.x,
                tip.y,
                4.6 * grown
            ),
        );
    }
}
