//! `detente render --bench`: measures how fast pictures are made on one core.
//!
//! Processor time is measured where the system reports it, so that other load does not change the result.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use anyhow::Result;
use notation::Notation;
use picture::{AnimationFormat, Canvas, Drawing, LanguageCode, Look, Painter, Scene};
use rules::{Board, Edition, PhaseKind, Position, Power, Unit};

use crate::frames::{Frame, FrameContent, judge_phase};
use crate::output::print_line;

/// How many documents are timed together: one alone is too fast for the clock.
const SVG_COUNT: u32 = 2_000;

pub(crate) fn run() -> Result<()> {
    let board = &atlas::standard().board;
    let shots = ten_years(board);
    let scenes: Vec<Scene<'_>> = shots.iter().map(Frame::scene).collect();
    let moving = scenes.iter().filter(|scene| scene.position().phase.kind() == PhaseKind::Movement);
    let crowded = moving.max_by_key(|scene| scene.position().forces.units().len());
    let Some(crowded) = crowded else { return Ok(()) };
    print_line!(
        "crowded position: {} units, with orders and results",
        crowded.position().forces.units().len()
    );

    // The first picture of a process also loads the board, the fonts and the words.
    let cold = thread_time();
    let drawing = Drawing::standard();
    let painter = Arc::new(Painter::new(drawing, Look::new(LanguageCode::ENGLISH, 1200))?);
    let canvas = Canvas::new(Arc::clone(&painter))?;
    let bytes = canvas.png(crowded)?;
    print_line!("PNG 1200 px, cold: {:.0} ms ({} kB)", ms(thread_time() - cold), bytes.len() / 1000);

    print_line!("PNG 1200 px, warm: {:.0} ms", ms(median(9, || canvas.png(crowded).map(drop))?));
    let start = thread_time();
    for _ in 0..SVG_COUNT {
        std::hint::black_box(painter.svg(crowded));
    }
    print_line!("SVG: {:.3} ms", ms(thread_time() - start) / f64::from(SVG_COUNT));

    let mut small = Painter::new(drawing, Look::new(LanguageCode::ENGLISH, 800))?;
    small.align(&scenes);
    let small = Arc::new(small);
    for (name, kind) in [("GIF", AnimationFormat::Gif), ("APNG", AnimationFormat::Apng)] {
        let start = thread_time();
        let bytes = picture::film(&Canvas::new(Arc::clone(&small))?, &scenes, kind, 150, |_| {})?;
        print_line!(
            "{name} 800 px of 10 years, {} frames: {:.1} s ({} kB)",
            scenes.len(),
            (thread_time() - start).as_secs_f64(),
            bytes.len() / 1000
        );
    }
    Ok(())
}

/// Processor time of this thread, or elapsed time where that is unknown.
fn thread_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = schedstat.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

fn median<E>(times: usize, mut act: impl FnMut() -> Result<(), E>) -> Result<Duration, E> {
    let mut taken = Vec::with_capacity(times);
    for _ in 0..times {
        let start = thread_time();
        act()?;
        taken.push(thread_time() - start);
    }
    taken.sort_unstable();
    Ok(taken[times / 2])
}

/// Ten years of a random game with every kind of order. It is always the same game.
fn ten_years(board: &Board) -> Vec<Frame> {
    let notation = Notation::new(board);
    let mut position = Position::start(board);
    let mut chance = 1_901_u64;
    let mut next = move |below: usize| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (chance >> 33) as usize % below.max(1)
    };
    let first = position.phase.turn().year;
    let mut shots = Vec::new();
    while position.phase.turn().year < first + 10 && position.winner.is_none() {
        let lines = match position.phase.kind() {
            PhaseKind::Movement => orders(board, &notation, &position, &mut next),
            PhaseKind::Retreat => retreats(&notation, &position, &mut next),
            PhaseKind::Adjustment => builds(board, &notation, &position),
        };
        let lines: Vec<(Power, &str)> = lines.iter().map(|(power, text)| (*power, text.as_str())).collect();
        let played = judge_phase(&notation, Edition::Y2000, &position, &lines);
        position = played.after.clone();
        shots.push(Frame::of(FrameContent::Phase(Box::new(played))));
    }
    shots
}

type Lines = Vec<(Power, String)>;

fn orders(
    board: &Board,
    notation: &Notation<'_>,
    position: &Position,
    next: &mut impl FnMut(usize) -> usize,
) -> Lines {
    let order = |unit: &Unit| {
        let name = notation.write_unit(unit);
        let near = board.neighbours(unit.kind, unit.location);
        let supportable: Vec<&Unit> = position
            .forces
            .units()
            .iter()
            .filter(|other| board.can_reach(unit.kind, unit.location, board.province_of(other.location)))
            .collect();
        let text = match (next(10), supportable.is_empty()) {
            (0, _) => format!("{name} H"),
            (1..=3, false) => {
                format!("{name} S {}", notation.write_unit(supportable[next(supportable.len())]))
            }
            _ => format!("{name} - {}", notation.location_code(near[next(near.len())])),
        };
        (unit.power, text)
    };
    position.forces.units().iter().map(order).collect()
}

fn retreats(notation: &Notation<'_>, position: &Position, next: &mut impl FnMut(usize) -> usize) -> Lines {
    let order = |dislodged: &rules::Dislodged| {
        let to = notation.location_code(dislodged.open_retreats[next(dislodged.open_retreats.len())]);
        (dislodged.unit.power, format!("{} R {to}", notation.write_unit(&dislodged.unit)))
    };
    position.dislodged.iter().filter(|dislodged| !dislodged.open_retreats.is_empty()).map(order).collect()
}

fn builds(board: &Board, notation: &Notation<'_>, position: &Position) -> Lines {
    let adjustments = position.adjustment_judge(board, Edition::Y2000);
    let build = |power: Power| {
        let sites = adjustments.build_sites(power).take(adjustments.possible_builds(power));
        sites.map(move |home| (power, format!("A {} B", notation.province_code(home)))).collect::<Vec<_>>()
    };
    board.powers().flat_map(build).collect()
}
