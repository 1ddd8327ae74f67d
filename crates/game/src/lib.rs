//! One game's life: seats, rounds, deadlines, talk, votes and the game master, as pure rules.
//!
//! No clock, chance, file or socket: a [`Charter`] says what was agreed, [`Game::decide`] turns a
//! [`Command`] and the time into [`Event`]s or a [`Refusal`], [`Game::apply`] turns events into the
//! game, and [`Game::view`] is the only way to look at it. [`Game::due`] says when the clock must
//! next ask.

mod apply;
mod circle;
mod command;
mod decide;
mod event;
mod history;
mod lot;
mod notice;
mod round;
mod seating;
mod seats;
mod settings;
mod state;
mod talk;
mod time;
mod timetable;
mod view;
mod votes;
mod words;

pub use circle::{Circle, SeatId};
pub use command::{Actor, Command, Refusal, Replacement};
pub use event::{
    Abandonment, Authority, DeskFact, DrawnBy, Ending, Event, Fact, GatheringFact, RoundFact, SeatFact,
    Victory, VoteFact, WordsFact,
};
pub use history::{Counts, MOST_ROLL_BACKS, Record};
pub use notice::{NewHolder, Notice};
pub use round::{Desk, MAX_ENTRIES, MOST_ACTS, Pause, Round, Stage, Stance, Waited};
pub use seating::{Neutrality, Seating};
pub use seats::{Government, Guest, Holder, Member, Person, Seat, Wish};
pub use settings::{
    Absence, AfterGrace, Allocation, Ballots, Charter, Draws, Limit, LimitVerdict, LimitWhen, Master, Names,
    Press, Settings, SettingsFault, Sight, Watching,
};
pub use state::{Game, MOST_JOINS};
pub use talk::{
    Arrow, ArrowKind, Hearers, MOST_MESSAGES, MOST_SKETCHES, MOST_STROKES, Mark, Message, Moment, Openness,
    Sketch, Voice, WritingBy,
};
pub use time::{Seconds, Timestamp};
pub use timetable::{Hours, TimeOfDay, Timetable, Turn, Weekdays, Zone};
pub use view::{
    BoardView, BotRole, MemberView, Occupant, QuestionView, SeatView, SheetStatus, StateView, View, Viewer,
};
pub use votes::{Ballot, MOST_QUESTIONS, Motion, Question};
pub use words::{Bot, Caption, Name, Text, Title, WordsFault};
