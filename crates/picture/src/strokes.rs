//! How orders look: a line says what kind of order it is, a hollow head and a sign that nothing came of it.

use crate::base::push;
use crate::drawn::{Drawn, Mark};
use crate::trail::Trail;

/// How an order came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    Done,
    Failed,
    /// It was no order that could be followed, or had nothing to act on.
    Void,
}

impl Fate {
    /// The sign on the line.
    pub(crate) const fn sign(self) -> Option<(&'static str, Mark)> {
        match self {
            Self::Done => None,
            Self::Failed => Some(("cross", Mark::Fails)),
            Self::Void => Some(("void", Mark::Void)),
        }
    }
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

/// How long a head is.
pub(crate) const HEAD: f32 = 9.5;

/// Line and head of a move.
pub(crate) fn push_move(drawn: &mut Drawn, power: usize, trail: &Trail, fate: Fate, going: Going) {
    push_way(drawn, power, trail, fate, going);
    let size = HEAD * drawn.head;
    let (middle, reach) = trail.head_room(size);
    drawn.take(middle, reach);
    let out = &mut drawn.heads;
    // A hollow head has a thick rim, so that it is seen to be hollow and not just pale.
    let (fill, rim) = match fate {
        Fate::Done => (format!("u{power}"), 1.6),
        Fate::Failed | Fate::Void => ("tk".to_owned(), 1.6 * drawn.grown.min(1.6)),
    };
    push(out, format_args!(r#"<g class="ln"><path class="tk ts" stroke-width="{:.1}" d=""#, rim + 1.8));
    trail.push_head(out, size);
    push(out, format_args!(r#""/><path class="{fill} s{power}" stroke-width="{rim:.1}" d=""#));
    trail.push_head(out, size);
    out.push_str(r#""/></g>"#);
}

/// The line alone.
pub(crate) fn push_way(drawn: &mut Drawn, power: usize, trail: &Trail, fate: Fate, going: Going) {
    let grown = drawn.grown;
    let out = &mut drawn.lines;
    let (waved, dashes) = match going {
        Going::Plain => (None, String::new()),
        Going::Carried => (Some(trail.waved()), String::new()),
        // They grow as the line does, or its round ends would close the gaps.
        Going::Fleeing => {
            let (dash, gap) = (8.0 * grown, 8.0 * grown);
            (None, format!(r#" stroke-dasharray="{dash:.1} {gap:.1} .1 {gap:.1}""#))
        }
    };
    let line = waved.as_ref().unwrap_or(trail);
    let wide = match fate {
        Fate::Done => 3.6 * grown,
        Fate::Failed | Fate::Void => 2.7 * grown,
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

/// A support, dotted, to a ring on the way that it helps or beside the unit that it helps.
pub(crate) fn push_support(drawn: &mut Drawn, power: usize, trail: &Trail) {
    let grown = drawn.grown;
    push_dots(drawn, power, trail, (5.6, 3.0, 0.1, 6.0));
    let tip = trail.tip();
    drawn.take(tip, 6.0 * grown);
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

/// The way that a support was meant for, though nobody goes it: fine dots, and no head.
pub(crate) fn push_meant(drawn: &mut Drawn, power: usize, trail: &Trail) {
    push_dots(drawn, power, trail, (4.2, 2.0, 0.1, 5.0));
}

/// Where a broken route led: fine dashes, for dots are supports, and no head.
pub(crate) fn push_beyond(drawn: &mut Drawn, power: usize, trail: &Trail) {
    push_dots(drawn, power, trail, (4.2, 2.0, 5.0, 5.0));
}

fn push_dots(
    drawn: &mut Drawn,
    power: usize,
    trail: &Trail,
    (halo, wide, long, apart): (f32, f32, f32, f32),
) {
    let grown = drawn.grown;
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
