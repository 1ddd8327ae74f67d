//! Records: random games and special cases are written to JSON and read back unchanged.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::describe::{kind, without_locations_after};
use game::{
    Absence, AfterGrace, Arrow, ArrowKind, Audience, Bot, Caption, Charter, ClockStages, DailyDeadline,
    Event, Fact, Game, LimitResult, LimitWhen, Mark, Message, MessageFact, Person, Seconds, Sender, Settings,
    Sketch, SketchPosition, TalkAfterEnd, Text, TimeLimit, TimeOfDay, Timestamp, Timetable, Title, Venue,
    Weekdays, Zone,
};
use rules::{Board, Edition, Location, Phase, Power, Province, Unit, UnitKind};
use store::record::{RecordError, read_charter, read_event, write_charter, write_event};
use test_kit::games::random_game::RandomGame;

fn board() -> &'static Board {
    &atlas::standard().board
}

/// The stored names of all facts.
const KINDS: [&str; 55] = [
    "bot_joined",
    "bot_stood_in",
    "calendar_moved",
    "carried",
    "check_in_opened",
    "checked_in",
    "coin_tossed",
    "continued",
    "corrected",
    "drafted",
    "ended",
    "extended",
    "fell_into_disorder",
    "forced",
    "grace_given",
    "handed_in",
    "joined",
    "lapsed",
    "left",
    "left_disorder",
    "lent",
    "loan_ended",
    "loan_offered",
    "member_removed",
    "missed_check_in",
    "named_draft",
    "neutral_joined",
    "new_holder",
    "offered",
    "opened",
    "paused",
    "plan_used",
    "planned_ahead",
    "proposed",
    "relief_awaited",
    "resumed",
    "returned",
    "rolled_back",
    "ruled",
    "said",
    "said_away",
    "seat_claimed",
    "sheet_entered",
    "sheet_entered_for",
    "sketch_dropped",
    "sketch_kept",
    "started",
    "stood",
    "stood_for",
    "time_bank_used",
    "timetable_changed",
    "took_back",
    "vacated",
    "voted",
    "withdrew",
];

/// Writes a game, reads it back and compares everything. Returns the kinds of its facts.
fn check(world: &RandomGame) -> BTreeSet<String> {
    let charter = write_charter(board(), &world.charter);
    assert!(charter.starts_with("{\"v\":1,"), "{charter}");
    assert_eq!(read_charter(board(), &charter).unwrap(), world.charter);
    let mut kinds = BTreeSet::new();
    let mut events = Vec::new();
    for event in &world.events {
        let record = write_event(board(), event);
        assert!(record.starts_with("{\"v\":1,") && !record.contains('\n'), "{record}");
        let read = read_event(board(), &record).unwrap();
        assert_eq!(format!("{read:?}"), format!("{event:?}"), "{record}");
        // What older versions did not write can be derived from the rest.
        let older = read_event(board(), &without_locations_after(&record)).unwrap();
        assert_eq!(format!("{older:?}"), format!("{event:?}"), "{record}");
        kinds.insert(kind(&record));
        events.push(read);
    }
    let again = Game::replay(read_charter(board(), &charter).unwrap(), &events);
    assert_eq!(format!("{again:?}"), format!("{:?}", world.game));
    kinds
}

fn play(seed: u64, steps: usize) -> RandomGame {
    let mut world = RandomGame::new(seed);
    for _ in 0..steps {
        world.step();
    }
    world
}

#[test]
fn random_games_are_read_back_unchanged() {
    let mut seen = BTreeSet::new();
    for seed in 0..150 {
        seen.extend(check(&play(seed, 600)));
    }
    let all: BTreeSet<String> = KINDS.map(str::to_owned).into();
    assert_eq!(seen, all, "every kind of fact occurs");
}

#[test]
fn facts_that_random_games_do_not_have_are_read() {
    for (fact, written) in [
        (r#"{"took":{"seat":1,"by":{"who":5,"name":"Ann"}}}"#, "Took"),
        (r#"{"replaced":{"seat":1,"holder":{"person":{"who":5,"name":"Ann"}}}}"#, "Replaced"),
        (r#"{"message_removed":{"message":7}}"#, "Removed { message: 7 }"),
        (r#"{"claim_dropped":{"seat":1}}"#, "ClaimDropped"),
        (r#"{"away_cancelled":{"seat":1,"from":7,"refund":9}}"#, "AwayCancelled"),
        (r#"{"named_draft_dropped":{"seat":1,"name":"north"}}"#, "NamedDraftDeleted"),
        (r#"{"no_plan_used":{"seat":1}}"#, "NoPlanUsed"),
        (r#"{"voted_out":{"seat":1}}"#, "VotedOut"),
        (r#"{"vetoed":{"number":2,"motion":"abandon","vetoes":3}}"#, "Vetoed"),
    ] {
        let record = format!(r#"{{"v":1,"at":4,"fact":{fact}}}"#);
        let event = read_event(board(), &record).unwrap();
        assert!(format!("{event:?}").contains(written), "{event:?}");
        assert_eq!(write_event(board(), &event), record);
    }
}

/// The game bounds its log by an estimate, because it does not know the stored form.
#[test]
fn the_estimate_of_the_log_size_is_near_the_stored_size() {
    let (mut estimated, mut stored) = (0, 0);
    for seed in 0..40 {
        for event in &play(seed, 300).events {
            let Some((_, bytes)) = game::stored_bytes(&event.fact) else { continue };
            let record = write_event(board(), event);
            assert!(record.len() <= 2 * bytes, "{bytes} estimated, {}: {record}", record.len());
            estimated += bytes;
            stored += record.len();
        }
    }
    assert!((stored / 2..stored * 2).contains(&estimated), "{estimated} estimated, {stored} stored");
}

/// Settings that random games do not have.
#[test]
fn every_choice_of_a_charter_comes_back() {
    let mut settings = Settings::rulebook(
        &atlas::standard().board,
        Title::new("Een ‘titel’ \"\\").unwrap(),
        2,
        Edition::Datc,
    );
    settings.timetable = Timetable {
        daily_deadline: Some(DailyDeadline {
            zone: Zone::new("Europe/Amsterdam").unwrap(),
            at: TimeOfDay::new(21, 30),
            days: Weekdays::new(0b001_0101).unwrap(),
            stages: ClockStages::Movement,
        }),
        ..Timetable::correspondence()
    };
    settings.absence = Absence {
        grace: Seconds::hours(1),
        graces_per_seat: 3,
        after_grace: AfterGrace::StandIn { bot: Bot::new("planner").unwrap(), within: Seconds::minutes(2) },
    };
    settings.limit =
        Some(TimeLimit { when: LimitWhen::After(Seconds::days(3)), result: LimitResult::Shared });
    let made = Timestamp::from_seconds(1_800_000_000);
    settings.starts_at = Some(made.plus(Seconds::days(1)));
    settings.talk_after_end = TalkAfterEnd::Opened;
    settings.venue = Venue::Table;
    settings.bots_after = Some(Seconds::minutes(5));
    settings.calendar = Seconds::days(9);
    settings.time_bank = Seconds::hours(9);
    for edition in Edition::ALL {
        let settings = Settings { edition, ..settings.clone() };
        let charter = Charter::new(board(), settings, Person(u64::MAX), u64::MAX - 1, made).unwrap();
        assert_eq!(read_charter(board(), &write_charter(board(), &charter)), Ok(charter));
    }
}

#[test]
fn a_message_with_a_full_map_comes_back() {
    let stp_south = board().location("stp/sc").unwrap();
    let sketch = Sketch {
        units: vec![Unit { kind: UnitKind::Fleet, power: Power::new(5), location: stp_south }],
        arrows: [ArrowKind::Move, ArrowKind::Support, ArrowKind::Convoy]
            .map(|kind| Arrow { from: stp_south, to: Location::new(3), kind })
            .to_vec(),
        marks: vec![Mark { province: Province::new(7), colour: 255 }],
        caption: Caption::new("daar — heen").ok(),
        drawn_on: Some(SketchPosition {
            phase: Phase::Adjustment { year: 1906 },
            owners: vec![(board().centres()[0], Power::new(2))],
        }),
    };
    let message = Message {
        at: Timestamp::from_seconds(3),
        phase: Phase::Adjustment { year: 1907 },
        from: Sender::Master,
        to: Audience::SeatsAndMaster(game::SeatId::new(3).into()),
        text: Text::new("zwei\nZeilen\tund \"mehr\" 🂡").unwrap(),
        sketch: Some(sketch),
        status: game::MessageStatus::Shown,
    };
    let event =
        Event { at: Timestamp::from_seconds(4), fact: Fact::Message(MessageFact::Sent(Arc::new(message))) };
    let record = write_event(board(), &event);
    assert!(record.contains("F stp/sc"), "{record}");
    assert_eq!(format!("{:?}", read_event(board(), &record).unwrap()), format!("{event:?}"));
}

#[test]
fn a_newer_record_and_a_broken_record_give_different_errors() {
    let new = r#"{"v":2,"at":5,"what":"something new"}"#;
    assert_eq!(read_event(board(), new).unwrap_err(), RecordError::TooNew { version: 2 });
    assert_eq!(read_charter(board(), new).unwrap_err(), RecordError::TooNew { version: 2 });
    assert_eq!(
        read_event(board(), r#"{"v":2,"at":5,"fact":"forced"}"#).unwrap_err(),
        RecordError::TooNew { version: 2 }
    );
    for broken in [
        "",
        "{}",
        "null",
        r#"{"v":1,"at":5}"#,
        r#"{"v":1,"at":5,"fact":"danced"}"#,
        r#"{"v":0,"at":5,"fact":"forced"}"#,
        r#"{"at":5,"fact":"forced"}"#,
        r#"{"v":1,"at":"noon","fact":"forced"}"#,
    ] {
        assert!(matches!(read_event(board(), broken), Err(RecordError::Malformed(_))), "{broken}");
    }
    assert!(read_event(board(), r#"{"v":1,"at":5,"fact":"forced"}"#).is_ok());
}

#[test]
fn unknown_keys_are_refused() {
    let record = |fact: &str| format!(r#"{{"v":1,"at":5,"fact":{fact}}}"#);
    let paper =
        |lines: &str| record(&format!(r#"{{"drafted":{{"seat":1,"paper":{{"movement":[{lines}]}}}}}}"#));
    assert!(read_event(board(), &paper(r#"["par","hold"]"#)).is_ok());
    for (broken, what) in [
        (paper(r#"["xyz","hold"]"#), "province"),
        (paper(r#"["par",{"move":{"to":"par/nc","passage":"unstated"}}]"#), "place"),
        (record(r#"{"stood":{"seat":32,"stance":"ready"}}"#), "seat"),
        (record(r#"{"neutral_joined":{"seat":1,"power":"spain"}}"#), "power"),
        (record(r#"{"bot_joined":{"bot":""}}"#), "kind of words"),
    ] {
        match read_event(board(), &broken) {
            Err(RecordError::Unknown { what: found, .. }) => assert_eq!(found, what, "{broken}"),
            other => panic!("{broken}: {other:?}"),
        }
    }
    let twice = paper(r#"["par","hold"],["par","hold"]"#);
    assert!(matches!(read_event(board(), &twice), Err(RecordError::Impossible { .. })));
}

/// With other powers per seat for the same number of players it would be another game.
#[test]
fn a_charter_for_another_table_is_refused() {
    let charter = write_charter(board(), &RandomGame::new(1).charter);
    let other = charter.replacen("\"england\"", "\"france\"", 1);
    assert_ne!(charter, other);
    assert!(matches!(read_charter(board(), &other), Err(RecordError::Impossible { .. })));
}

/// No damage to a record makes reading panic.
#[test]
fn damaged_records_are_refused_and_never_panic() {
    let world = play(3, 300);
    let mut chance = test_kit::games::test_rng::TestRng::new(5);
    for event in &world.events {
        let record = write_event(board(), event);
        let mut bytes = record.clone().into_bytes();
        for _ in 0..3 {
            let at = chance.below(bytes.len());
            bytes[at] = *chance.pick(b"0\"{}[],:az9");
        }
        if let Ok(damaged) = std::str::from_utf8(&bytes) {
            let _ = read_event(board(), damaged);
        }
        assert!(read_event(board(), &record[..record.len() - 1]).is_err());
    }
}

/// Random games have no wrong clock.
#[test]
fn a_corrected_clock_is_written_and_read() {
    let due = Timestamp::from_seconds(1_800_000_000);
    let event = Event { at: Timestamp::from_seconds(1_799_999_000), fact: Fact::ClockCorrected { due } };
    let written = write_event(board(), &event);
    assert_eq!(written, r#"{"v":1,"at":1799999000,"fact":{"clock_corrected":{"due":1800000000}}}"#);
    let read = read_event(board(), &written).unwrap();
    assert_eq!(format!("{read:?}"), format!("{event:?}"));
}
