//! The rules around one game: seats, rounds, deadlines, messages, votes and the game master.
//!
//! This crate reads no clock, no random source, no file and no socket. A [`Charter`] holds the agreed
//! settings. [`Game::decide`] turns a [`Command`] and the time into [`Event`]s or a [`Refusal`].
//! [`Game::apply`] changes the game by events. [`Game::view`] is the only way to read a game.
//! [`Game::due`] is the time of the next deadline, and [`Game::closes_at`] when the clock must send
//! [`Command::Tick`].

mod apply;
mod checked_text;
mod command;
mod decide;
mod event;
mod history;
mod log_size;
mod messages;
mod orders_ahead;
mod public_log;
mod round;
mod seat_draw;
mod seat_set;
mod seating;
mod seats;
mod settings;
mod state;
mod time;
mod timetable;
mod view;
mod votes;

pub use checked_text::{Bot, Caption, DraftName, Name, NextGame, Text, TextError, Title};
pub use command::{Actor, Command, Consent, Refusal, Replacement};
pub use event::{
    Abandonment, Authority, DrawnBy, Ending, Event, Fact, GatheringFact, MessageFact, OrdersFact, RoundFact,
    SeatFact, Victory, VoteFact,
};
pub use history::{MAX_ROLL_BACKS, Record, RecordStatus};
pub use log_size::{MAX_GAME_LOG_BYTES, MAX_STAGE_LOG_BYTES, message_bytes, stored_bytes};
pub use messages::{
    Arrow, ArrowKind, Audience, MAX_MESSAGES_PER_STAGE, MAX_SKETCH_PARTS, MAX_SKETCHES_PER_SEAT, Mark,
    Message, MessageStatus, Sender, Sketch, SketchPosition, TalkTime, Visibility, WritingStage,
};
pub use orders_ahead::{
    AheadResult, BoardFact, Condition, ConditionPart, Join, MAX_CONDITION_PARTS, MAX_NAMED_DRAFTS,
    MAX_PLANS_AHEAD, Negation, OrdersAhead, PlanAhead,
};
pub use public_log::{NewHolder, PublicEvent};
pub use round::{
    MAX_ACTIONS_PER_STAGE, MAX_ADJUSTMENT_ENTRIES, Pause, Readiness, Round, SeatOrders, Stage, SubmittedBy,
    Waited,
};
pub use seat_set::{SeatId, SeatSet};
pub use seating::{Neutrality, Seating};
pub use seats::{
    Absent, Government, HandOver, Holder, Loan, MAX_ABSENCE_AHEAD, MAX_ABSENCES, MAX_LOAN,
    MIN_ABSENCE_NOTICE, Member, Person, PersonOrBot, Seat, SeatPreference,
};
pub use settings::{
    Absence, AfterGrace, Allocation, Ballots, Charter, Draws, EarlierTalk, LimitResult, LimitWhen, Master,
    Names, Press, Settings, SettingsError, Sight, TalkAfterEnd, TalkLanguage, TimeLimit, Venue, Watching,
};
pub use state::{Game, MAX_BOT_HOLD, MAX_JOINS, MAX_MEMBERS};
pub use time::{MAX_CLOCK_DIFFERENCE, Seconds, Timestamp};
pub use timetable::{ClockStages, DailyDeadline, TimeOfDay, Timetable, TurnKind, Weekdays, Zone};
pub use view::{
    BoardView, BotRole, MemberView, Occupant, OrdersStatus, QuestionView, SeatView, StateView, View, Viewer,
};
pub use votes::{Ballot, MAX_OPEN_QUESTIONS_PER_SEAT, MIN_VOTERS_TO_REMOVE, Motion, Question};
