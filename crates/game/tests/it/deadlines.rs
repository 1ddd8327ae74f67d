//! When stages end, for every row of: clock time × retreats × builds × weekends × pause × calendar.
//!
//! Each row is a script with made-up times: a year with a retreat and builds, in which everybody waits for the
//! deadline. The snapshot has one line per row; the rules of the timetable are checked for each one.

use std::fmt::Write as _;

use game::{ClockStages, Event, Fact, RoundFact, Seconds, Stage, Timestamp};
use test_kit::games::script_player;
use test_kit::games::script_reader::START;

const WRITING: Seconds = Seconds::days(1);
const PAUSE: Seconds = Seconds::hours(30);
const AWAY: Seconds = Seconds::hours(30);

/// One row of the table.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// None: at any time of the day.
    clock: Option<ClockStages>,
    retreats: Seconds,
    builds: Seconds,
    weekends: Weekends,
    pause: Paused,
    calendar: Calendar,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Calendar {
    Nobody,
    /// France is away for 30 hours around the deadline of the Fall movement.
    Movement,
    /// England is away for 30 hours around the deadline of its retreat.
    Retreats,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Weekends {
    Played,
    Free,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Paused {
    Never,
    /// For 30 hours, in the movement of Fall.
    Movement,
    /// For 30 hours, while somebody must retreat.
    Retreats,
}

#[test]
fn every_row_of_the_timetable() {
    let mut table = String::new();
    for row in rows() {
        let stages = play(row);
        check(row, &stages);
        writeln!(table, "{}", line(row, &stages)).unwrap();
    }
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("deadlines", table);
    });
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for clock in [None, Some(ClockStages::All), Some(ClockStages::Movement)] {
        for retreats in [Seconds::hours(1), Seconds::hours(12)] {
            for builds in [Seconds::hours(1), Seconds::hours(20)] {
                for weekends in [Weekends::Played, Weekends::Free] {
                    for pause in [Paused::Never, Paused::Movement, Paused::Retreats] {
                        for calendar in [Calendar::Nobody, Calendar::Movement, Calendar::Retreats] {
                            rows.push(Row { clock, retreats, builds, weekends, pause, calendar });
                        }
                    }
                }
            }
        }
    }
    rows
}

/// A stage as the events tell it.
#[derive(Clone, Copy, Debug)]
struct Played {
    stage: Stage,
    opened: Timestamp,
    due: Timestamp,
    /// After a pause.
    resumed: Option<Timestamp>,
    /// After somebody said that they are away.
    moved: Option<Timestamp>,
}

fn play(row: Row) -> Vec<Played> {
    let days = match row.weekends {
        Weekends::Played => "1234567",
        Weekends::Free => "12345",
    };
    let hours = match row.clock {
        None => format!("Europe/Amsterdam@any@{days}"),
        Some(stages) => format!("Europe/Amsterdam@20:00@{days}@{}", stages.key()),
    };
    // Said when the first movement opens: in time for both deadlines.
    let away = match row.calendar {
        Calendar::Nobody => "",
        Calendar::Movement => "FRANCE away 60h 90h\n",
        Calendar::Retreats => "ENGLAND away 80h 110h\n",
    };
    let pause = |when| if row.pause == when { "+30m master pauses 30h\ndue\n" } else { "" };
    let all_in = "ENGLAND in-undecided:\nRUSSIA in-undecided:\nFRANCE in-undecided:\ndue\n";
    let script = format!(
        "game players=3 diplomacy=none first=2d writing={}s retreats={}s adjustments={}s delay=2d calendar=5d master=blind \
         hours={hours}\nall join\n{away}{all_in}\
         master corrects units FRANCE A BUR, A PIC, F ENG; units GERMANY A BEL, A HOL; units ITALY A ROM; \
         units ENGLAND F NTH; units RUSSIA A MOS; units TURKEY A CON; units AUSTRIA A VIE; owners GERMANY BEL\n\
         {}FRANCE in-undecided: A PIC - BEL; A BUR S A PIC - BEL; F ENG S A PIC - BEL\n\
         ENGLAND in-undecided:\nRUSSIA in-undecided:\ndue\n\
         {}ENGLAND in-undecided: A BEL R RUH\ndue\ndue\n{all_in}",
        WRITING.count(),
        row.retreats.count(),
        row.builds.count(),
        pause(Paused::Movement),
        pause(Paused::Retreats),
    );
    let script = script_player::play(&script);
    assert!(!script.output.contains("refused"), "{row:?}\n{}", script.output);
    stages(&script.events)
}

fn stages(events: &[Event]) -> Vec<Played> {
    let mut stages: Vec<Played> = Vec::new();
    for event in events {
        match &event.fact {
            Fact::Opened { stage, due, .. } => {
                stages.push(Played {
                    stage: *stage,
                    opened: event.at,
                    due: *due,
                    resumed: None,
                    moved: None,
                });
            }
            Fact::Round(RoundFact::Resumed { due, .. }) => {
                stages.last_mut().expect("a stage is open").resumed = Some(*due);
            }
            Fact::Round(RoundFact::CalendarMoved { due, .. }) => {
                stages.last_mut().expect("a stage is open").moved = Some(*due);
            }
            _ => {}
        }
    }
    stages
}

/// The rules of the timetable, independent of the code that computes it. All rows are in summer time.
fn check(row: Row, stages: &[Played]) {
    let kinds: Vec<Stage> = stages.iter().map(|played| played.stage).collect();
    let [writing, retreats, builds] = [Stage::Writing, Stage::Retreats, Stage::Adjustments];
    assert_eq!(kinds, [writing, writing, retreats, builds, writing, writing], "{row:?}");
    let mut movement_ended: Option<Timestamp> = None;
    for (number, played) in stages.iter().enumerate() {
        let length = match played.stage {
            Stage::Retreats => row.retreats,
            Stage::Adjustments => row.builds,
            _ if number == 0 => Seconds::days(2),
            _ => WRITING,
        };
        let at = format!("{row:?}: stage {number}, {played:?}");
        let lasts = played.due.since(played.opened);
        let on_the_clock = match row.clock {
            None => false,
            Some(ClockStages::All) => true,
            Some(ClockStages::Movement) => played.stage == Stage::Writing,
        };
        assert!(row.weekends == Weekends::Played || weekday(played.due) < 5, "at the weekend: {at}");
        if on_the_clock {
            assert_eq!(time_of_day(played.due), (20, 0), "{at}");
        }
        match (row.clock, played.stage) {
            // Off the clock only a free weekend makes a stage longer, by whole days.
            (None, _) | (Some(ClockStages::Movement), Stage::Retreats | Stage::Adjustments) => {
                let extra = lasts.minus(length).count();
                assert_eq!(extra % 86_400, 0, "{at}");
                assert!(extra == 0 || row.weekends == Weekends::Free && weekday(played.due) == 0, "{at}");
            }
            (Some(ClockStages::All), _) => assert!(lasts >= length, "{at}"),
            (Some(ClockStages::Movement), _) => {
                assert!(lasts.count() >= length.count() / 2, "{at}");
                // The whole turn has its length, and not a day more than it needs.
                if let Some(ended) = movement_ended {
                    let earliest =
                        ended.plus(length).max(played.opened.plus(Seconds::new(length.count() / 2)));
                    assert!(played.due >= earliest, "{at}");
                    let limit = if row.weekends == Weekends::Free { 3 } else { 1 };
                    assert!(played.due.since(earliest) < Seconds::days(limit), "{at}");
                }
            }
        }
        if let Some(moved) = played.moved {
            // At most for the time away, half a stage, and then the next allowed time.
            assert!(row.calendar != Calendar::Nobody && moved > played.due, "{at}");
            let limit = if row.weekends == Weekends::Free { 3 } else { 1 };
            assert!(
                moved.since(played.due) <= AWAY.plus(Seconds::hours(12)).plus(Seconds::days(limit)),
                "{at}"
            );
            assert!(row.weekends == Weekends::Played || weekday(moved) < 5, "at the weekend: {at}");
            if on_the_clock {
                assert_eq!(time_of_day(moved), (20, 0), "{at}");
            }
        }
        if let Some(resumed) = played.resumed {
            // The pause moves this deadline only, by its own length.
            assert_eq!(resumed.since(played.moved.unwrap_or(played.due)), PAUSE, "{at}");
        }
        if played.stage == Stage::Writing {
            movement_ended = Some(played.due);
        }
    }
}

fn line(row: Row, stages: &[Played]) -> String {
    let clock = row.clock.map_or("any time", |stages| match stages {
        ClockStages::All => "20:00 all",
        ClockStages::Movement => "20:00 movement",
    });
    let head = format!(
        "{clock}, retreats {}h, builds {}h, weekends {:?}, paused {:?}, away {:?}:",
        row.retreats.count() / 3600,
        row.builds.count() / 3600,
        row.weekends,
        row.pause,
        row.calendar
    );
    let parts = stages.iter().map(|played| {
        let resumed = played.resumed.map_or(String::new(), |due| format!(" -> {}", moment(due)));
        let moved = played.moved.map_or(String::new(), |due| format!(" ~> {}", moment(due)));
        format!("{} {}{moved}{resumed}", played.stage.key(), moment(played.due))
    });
    format!("{head}\n    {}", parts.collect::<Vec<_>>().join("; "))
}

/// Seconds since midnight of the first Monday, in Amsterdam: the games start at 14:00 there.
fn local(at: Timestamp) -> i64 {
    at.seconds() - START + 14 * 3600
}

fn weekday(at: Timestamp) -> i64 {
    local(at).div_euclid(86_400) % 7
}

fn time_of_day(at: Timestamp) -> (i64, i64) {
    let second = local(at).rem_euclid(86_400);
    (second / 3600, second / 60 % 60)
}

fn moment(at: Timestamp) -> String {
    let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    let (hour, minute) = time_of_day(at);
    format!("{} {} {hour:02}:{minute:02}", days[weekday(at) as usize], 5 + local(at).div_euclid(86_400))
}
