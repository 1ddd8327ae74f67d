//! Talk (D): conversations, announcements, the game master's voice, conference maps.

use rules::{Location, Phase, Province, Unit};

use crate::{Caption, Circle, Press, SeatId, Stage, Text, Timestamp};

/// One message. It is never changed or taken back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    pub at: Timestamp,
    pub phase: Phase,
    pub from: Voice,
    pub to: Hearers,
    pub text: Text,
    /// A conference map that is shown with it (D2).
    pub sketch: Option<Sketch>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Voice {
    Seat(SeatId),
    Master,
}

/// Who hears it. A conversation *is* its set of seats: the same people always talk in the same one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hearers {
    /// The speaker included.
    Circle(Circle),
    Everybody,
}

/// A small map with a plan on it (D2).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sketch {
    pub units: Vec<Unit>,
    pub arrows: Vec<Arrow>,
    pub marks: Vec<Mark>,
    pub caption: Option<Caption>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrow {
    pub from: Location,
    pub to: Location,
    pub kind: ArrowKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArrowKind {
    Move,
    Support,
    Convoy,
}

rules::keyed!(ArrowKind { Move = "move", Support = "support", Convoy = "convoy" });

/// A spot of colour on a province, by the number of the colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    pub province: Province,
    pub colour: u8,
}

/// Where in its life a game is, as far as talk goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    During(Stage, WritingBy),
    After,
}

/// Whether there is a phase for talking by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WritingBy {
    Itself,
    /// One deadline for talking and writing, as by correspondence.
    WithTalk,
}

/// Whether words are for some or for all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Openness {
    Private,
    Public,
}

/// The most messages that a seat may send in one stage: nobody can drown a game.
pub const MOST_MESSAGES: usize = 200;
/// How many sketches a seat may keep.
pub const MOST_SKETCHES: u8 = 24;
/// How many units, arrows or marks a sketch may have, of each.
pub const MOST_STROKES: usize = 100;

impl Press {
    /// Whether players may talk now. The game master always may.
    pub const fn allows(self, openness: Openness, moment: Moment) -> bool {
        match (self, openness, moment) {
            (Self::None, _, _) | (Self::PublicOnly, Openness::Private, _) => false,
            (Self::Full, _, _) | (Self::PublicOnly, Openness::Public, _) => true,
            // C4: not while orders are written or read, nor from then on until the next turn.
            (Self::Rulebook, _, Moment::During(Stage::Diplomacy, _))
            | (Self::Rulebook, _, Moment::During(Stage::Writing, WritingBy::WithTalk))
            | (Self::Rulebook, _, Moment::After) => true,
            (Self::Rulebook, _, Moment::During(Stage::Writing, WritingBy::Itself))
            | (
                Self::Rulebook,
                _,
                Moment::During(Stage::Resolution | Stage::Retreats | Stage::Adjustments, _),
            ) => false,
        }
    }
}

impl Message {
    pub(crate) fn is_heard_by(&self, seat: SeatId) -> bool {
        match self.to {
            Hearers::Everybody => true,
            Hearers::Circle(circle) => circle.contains(seat),
        }
    }

    pub(crate) fn is_public(&self) -> bool {
        self.to == Hearers::Everybody
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c4_talk_is_open_exactly_when_the_press_rule_says_so() {
        use Openness::{Private, Public};
        let mut table = String::new();
        let moments = Stage::ALL
            .into_iter()
            .flat_map(|stage| [WritingBy::Itself, WritingBy::WithTalk].map(|by| Moment::During(stage, by)))
            .chain([Moment::After]);
        for moment in moments {
            let open = [Press::Rulebook, Press::Full, Press::PublicOnly, Press::None].map(|press| {
                match (press.allows(Private, moment), press.allows(Public, moment)) {
                    (true, true) => "all",
                    (false, true) => "public",
                    (false, false) => "-",
                    (true, false) => "private",
                }
            });
            table.push_str(&format!("{moment:?}: {}\n", open.join(" ")));
        }
        let expected = "\
During(Diplomacy, Itself): all all public -
During(Diplomacy, WithTalk): all all public -
During(Writing, Itself): - all public -
During(Writing, WithTalk): all all public -
During(Resolution, Itself): - all public -
During(Resolution, WithTalk): - all public -
During(Retreats, Itself): - all public -
During(Retreats, WithTalk): - all public -
During(Adjustments, Itself): - all public -
During(Adjustments, WithTalk): - all public -
After: all all public -
";
        assert_eq!(table, expected);
    }
}
