//! Messages between players (D): private messages, announcements, messages of the game master, sketches,
//! and when talk is open.

use rules::{Location, Phase, Power, Province, Unit};

use crate::{Caption, Press, SeatId, SeatSet, Stage, Text, Timestamp, Viewer};

/// One message. It is never changed; the host of the server may remove its words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    pub at: Timestamp,
    pub phase: Phase,
    pub from: Sender,
    pub to: Audience,
    pub text: Text,
    /// A conference map that is sent with it (D2).
    pub sketch: Option<Sketch>,
    pub status: MessageStatus,
}

/// Whether the words of a message are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessageStatus {
    Shown,
    /// The host of the server removed them.
    Removed,
}

/// Who sent a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sender {
    Seat(SeatId),
    Master,
}

/// Who may read a message. A conversation is its set of seats: the same seats always share one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Includes the sender. Messages of the game master to seats were stored like this before players could
    /// answer them.
    Seats(SeatSet),
    /// These seats and the game master.
    SeatsAndMaster(SeatSet),
    Everybody,
}

/// A conference map: a small map with a plan on it (D2).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sketch {
    pub units: Vec<Unit>,
    pub arrows: Vec<Arrow>,
    pub marks: Vec<Mark>,
    pub caption: Option<Caption>,
    /// The position that it was drawn on. None for older sketches: they show the position of today.
    pub drawn_on: Option<SketchPosition>,
}

/// The phase and the centres of the position that a sketch was drawn on. Its units are those of the sketch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SketchPosition {
    pub phase: Phase,
    pub owners: Vec<(Province, Power)>,
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

/// A coloured province. Colours are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    pub province: Province,
    pub colour: u8,
}

/// When in a game a message is sent. It decides whether talk is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TalkTime {
    During(Stage, WritingStage),
    After,
}

/// Whether talking and writing are separate stages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WritingStage {
    Separate,
    /// One deadline for talking and writing, as in play by correspondence.
    WithTalk,
}

/// Whether a message is for some seats or for everybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visibility {
    Private,
    Public,
}

/// The maximum number of messages per seat in one stage.
pub const MAX_MESSAGES_PER_STAGE: usize = 200;
/// The maximum number of saved sketches per seat.
pub const MAX_SKETCHES_PER_SEAT: u8 = 24;
/// The maximum number of units, of arrows and of marks on a sketch.
pub const MAX_SKETCH_PARTS: usize = 100;

impl Press {
    /// Whether players may talk now. The game master always may.
    pub const fn allows(self, openness: Visibility, moment: TalkTime) -> bool {
        match (self, openness, moment) {
            (Self::None, _, _) | (Self::PublicOnly, Visibility::Private, _) => false,
            (Self::Full, _, _) | (Self::PublicOnly, Visibility::Public, _) => true,
            // C4: closed from the writing of orders until the next turn.
            (Self::Rulebook, _, TalkTime::During(Stage::Diplomacy, _))
            | (Self::Rulebook, _, TalkTime::During(Stage::Writing, WritingStage::WithTalk))
            | (Self::Rulebook, _, TalkTime::After) => true,
            (Self::Rulebook, _, TalkTime::During(Stage::Writing, WritingStage::Separate))
            | (
                Self::Rulebook,
                _,
                TalkTime::During(Stage::Resolution | Stage::Retreats | Stage::Adjustments, _),
            ) => false,
        }
    }
}

impl Viewer {
    /// Who may see a message: the seats that it is for, and everybody if it is public. The game master sees
    /// public messages, its own, and those that are for it.
    pub(crate) fn may_see_message(self, message: &Message) -> bool {
        match self {
            Self::Seat(seat) => message.is_for_seat(seat),
            Self::Master => message.is_public() || message.is_for_master() || message.from == Sender::Master,
            Self::Member(_) | Self::Spectator | Self::Stranger => message.is_public(),
        }
    }
}

impl Message {
    fn is_for_seat(&self, seat: SeatId) -> bool {
        match self.to {
            Audience::Everybody => true,
            Audience::Seats(circle) | Audience::SeatsAndMaster(circle) => circle.contains(seat),
        }
    }

    const fn is_for_master(&self) -> bool {
        matches!(self.to, Audience::SeatsAndMaster(_))
    }

    pub(crate) fn is_public(&self) -> bool {
        self.to == Audience::Everybody
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c4_talk_is_open_exactly_when_the_press_rule_says_so() {
        use Visibility::{Private, Public};
        let mut table = String::new();
        let moments = Stage::ALL
            .into_iter()
            .flat_map(|stage| {
                [WritingStage::Separate, WritingStage::WithTalk].map(|by| TalkTime::During(stage, by))
            })
            .chain([TalkTime::After]);
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
During(Diplomacy, Separate): all all public -
During(Diplomacy, WithTalk): all all public -
During(Writing, Separate): - all public -
During(Writing, WithTalk): all all public -
During(Resolution, Separate): - all public -
During(Resolution, WithTalk): - all public -
During(Retreats, Separate): - all public -
During(Retreats, WithTalk): - all public -
During(Adjustments, Separate): - all public -
During(Adjustments, WithTalk): - all public -
After: all all public -
";
        assert_eq!(table, expected);
    }
}
