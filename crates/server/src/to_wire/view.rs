//! A game as its viewer may see it, as a wire type.

use game::{BotRole, Game, Government, Neutrality, Occupant, SeatOrders, View, Viewer};
use rules::{Board, Orders, PhaseKind, Position, Power};

use super::{log, messages, orders, position::position, seats, settings::settings};
use crate::content::{Content, LanguagePack};
use crate::wire;
use crate::wire::{
    ByKey, GameView, MemberView, NamedDraft, NeutralView, OccupantView, OwnSketch, PlanResult,
    SeatOrdersView, SeatView, StateView, SubmittedSheet, TalkOpen, ViewerKind, ViewerView,
};

/// How many of the newest log entries are sent with a view.
pub(crate) const MAX_LOG_ENTRIES: usize = 200;

/// Facts about the caller and the game that the view does not contain.
pub(crate) struct ViewContext<'a> {
    pub(crate) id: String,
    pub(crate) url: String,
    pub(crate) now: i64,
    pub(crate) code: Option<String>,
    pub(crate) maker: bool,
    pub(crate) may_return: bool,
    pub(crate) lends: Option<usize>,
    pub(crate) claims: Option<usize>,
    pub(crate) language_pack: &'a LanguagePack,
}

pub(crate) fn game(content: &Content, game: &Game, view: &View, around: ViewContext<'_>) -> GameView {
    let board = content.board();
    let keys = |powers: &[Power]| powers.iter().map(|power| board.power_key(*power).to_owned()).collect();
    let seating = game.charter().seating();
    let own = own_powers(view);
    let now = view.board.as_ref().map(|board| &*board.position);
    let (private, public) = match view.viewer {
        Viewer::Seat(_) => game.talk_is_open(),
        Viewer::Master => (true, true),
        Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger => (false, false),
    };
    let master = matches!(view.viewer, Viewer::Seat(_)) && view.settings.master.is_some();
    let lines = |paper: &Orders| {
        now.map(|position| orders::sheet(board, around.language_pack, position, paper)).unwrap_or_default()
    };
    GameView {
        id: around.id,
        version: view.version,
        variant: content.key().to_owned(),
        viewer: ViewerView {
            kind: viewer_kind(view.viewer),
            seat: seat_of(view.viewer),
            powers: keys(&own),
            maker: around.maker,
            may_return: around.may_return,
            lends: around.lends,
            claims: around.claims,
        },
        settings: settings(&view.settings),
        state: state(view),
        seats: view.seats.iter().map(|seat| self::seat(board, seat)).collect(),
        table: seating.seats().map(|seat| keys(seating.powers(seat))).collect(),
        unplayed: keys(seating.unplayed()),
        neutral: seating.neutral().map(|neutral| NeutralView {
            power: board.power_key(neutral.power).to_owned(),
            toss_year: neutral.toss.year,
            winner: view.board.as_ref().and_then(|board| match board.neutrality {
                Some(Neutrality::Tossed(seat) | Neutrality::Joined(seat)) => Some(seat.index()),
                Some(Neutrality::Closed) | None => None,
            }),
        }),
        position: now.map(|now| position(board, now)),
        desk: view.own_orders.as_ref().zip(now).map(|(desk, now)| SeatOrdersView {
            named_drafts: desk
                .named_drafts
                .iter()
                .map(|(name, paper)| NamedDraft { name: name.to_string(), lines: lines(paper) })
                .collect(),
            plans: view
                .orders_ahead
                .iter()
                .flat_map(|ahead| &ahead.plans)
                .map(|plan| orders::plan(board, plan))
                .collect(),
            plan_result: view.orders_ahead.as_ref().and_then(|ahead| {
                let result = ahead.result.as_ref()?;
                let key = |province: &rules::Province| board.province_key(*province).to_owned();
                Some(PlanResult {
                    phase: result.phase.key(),
                    plan: result.plan,
                    dropped: result.dropped.iter().map(key).collect(),
                })
            }),
            draft: desk.draft.as_ref().map(lines),
            sheet: desk.submitted.as_ref().map(lines),
            submitted_by: ByKey(desk.submitted_by),
            stance: ByKey(desk.readiness),
            missing: missing(board, desk, now, &own),
        }),
        sheets: view
            .submitted_orders
            .iter()
            .map(|(seat, paper)| SubmittedSheet { seat: seat.index(), sheet: lines(paper) })
            .collect(),
        sketches: view
            .sketches
            .iter()
            .map(|(slot, sketch)| OwnSketch { slot: *slot, sketch: messages::sketch(board, sketch) })
            .collect(),
        questions: view.questions.iter().map(question).collect(),
        records: view.history.len(),
        messages: view.messages.len(),
        talk: TalkOpen { private, public, master },
        log: view
            .log
            .iter()
            .skip(view.log.len().saturating_sub(MAX_LOG_ENTRIES))
            .map(|entry| log::log_entry(board, entry.0, &entry.1))
            .collect(),
        next_game: view.next_game.as_ref().map(ToString::to_string),
        now: around.now,
        url: around.url,
        code: around.code,
    }
}

pub(crate) fn own_powers(view: &View) -> Vec<Power> {
    match view.viewer {
        Viewer::Seat(seat) => {
            view.seats.get(seat.index()).map(|seat| seat.powers.clone()).unwrap_or_default()
        }
        Viewer::Master | Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger => Vec::new(),
    }
}

const fn viewer_kind(viewer: Viewer) -> ViewerKind {
    match viewer {
        Viewer::Seat(_) => ViewerKind::Seat,
        Viewer::Master => ViewerKind::Master,
        Viewer::Member(_) => ViewerKind::Member,
        Viewer::Spectator => ViewerKind::Spectator,
        Viewer::Stranger => ViewerKind::Stranger,
    }
}

const fn seat_of(viewer: Viewer) -> Option<usize> {
    match viewer {
        Viewer::Seat(seat) => Some(seat.index()),
        Viewer::Master | Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger => None,
    }
}

pub(crate) fn state(view: &View) -> StateView {
    match &view.state {
        game::StateView::Gathering { members, check_in, until, bots_from } => StateView::Gathering {
            members: members
                .iter()
                .map(|member| MemberView {
                    number: member.number,
                    who: occupant(&member.who),
                    is_you: member.is_viewer,
                    seat: member.seat.map(game::SeatId::index),
                    own_ranking: member.own_ranking.iter().map(|seat| seat.index()).collect(),
                })
                .collect(),
            check_in: check_in.map(game::Timestamp::seconds),
            until: until.seconds(),
            bots_from: bots_from.map(game::Timestamp::seconds),
        },
        game::StateView::Underway { phase, stage: now, opened, due, pause, delay_left, waits_for } => {
            StateView::Underway {
                phase: phase.key(),
                stage: ByKey(*now),
                opened: opened.seconds(),
                due: due.seconds(),
                paused_until: pause.map(|pause| pause.until.seconds()),
                put_aside: pause.is_some_and(game::Pause::is_aside),
                delay_left: delay_left.count(),
                waits_for: seats(*waits_for),
            }
        }
        game::StateView::Over(how) => StateView::Over { ending: log::ending(*how) },
    }
}

fn occupant(occupant: &Occupant) -> OccupantView {
    match occupant {
        Occupant::Person(name) => OccupantView::Person { name: name.as_ref().map(ToString::to_string) },
        Occupant::Bot(bot, role) => {
            OccupantView::Bot { bot: bot.to_string(), stands_in: *role == BotRole::StandIn }
        }
        Occupant::Nobody => OccupantView::Nobody,
    }
}

fn seat(board: &Board, seat: &game::SeatView) -> SeatView {
    SeatView {
        seat: seat.seat.index(),
        powers: seat.powers.iter().map(|power| board.power_key(*power).to_owned()).collect(),
        occupant: occupant(&seat.occupant),
        in_disorder: seat.government == Government::InDisorder,
        sheet: ByKey(seat.orders_status),
        stance: ByKey(seat.readiness),
        score: seat.score,
        is_offered: seat.is_offered,
        is_free: seat.is_free,
        absences: seat
            .absences
            .iter()
            .map(|absent| (absent.from.seconds(), absent.until.seconds()))
            .collect(),
        calendar_left: seat.calendar_left.count(),
        bank_left: seat.bank_left.count(),
        lent_until: seat.lent_until.map(game::Timestamp::seconds),
        loan_offered_until: seat.loan_offered_until.map(game::Timestamp::seconds),
        successor: seat.successor.as_ref().map(occupant),
    }
}

fn question(question: &game::QuestionView) -> wire::QuestionView {
    wire::QuestionView {
        number: question.number,
        motion: log::motion(question.motion),
        by: question.by.map(game::SeatId::index),
        electors: seats(question.eligible_voters),
        yes: question.yes_votes,
        needed: question.yes_votes_needed,
        missing: question.votes_missing,
        own: question.own.map(ByKey),
        ballots: question.ballots.as_ref().map(|list| list.iter().map(|one| one.map(ByKey)).collect()),
    }
}

/// The provinces of the caller's units without an order: in the submitted sheet, or else in the draft.
fn missing(board: &Board, desk: &SeatOrders, position: &Position, own: &[Power]) -> Vec<String> {
    let paper = desk.submitted.as_ref().or(desk.draft.as_ref());
    let has = |province| match paper {
        Some(Orders::Movement(sheet)) => sheet.get(province).is_some(),
        Some(Orders::Retreats(sheet)) => sheet.get(province).is_some(),
        Some(Orders::Adjustments(_)) | None => false,
    };
    let place = |unit: &rules::Unit| board.province_of(unit.location);
    let units: Vec<_> = match position.phase.kind() {
        PhaseKind::Movement => {
            position.forces.units().iter().filter(|u| own.contains(&u.power)).map(place).collect()
        }
        PhaseKind::Retreat => {
            let dislodged = position.dislodged.iter().map(|dislodged| &dislodged.unit);
            dislodged.filter(|unit| own.contains(&unit.power)).map(place).collect()
        }
        PhaseKind::Adjustment => Vec::new(),
    };
    let mut missing: Vec<String> = units
        .into_iter()
        .filter(|province| !has(*province))
        .map(|province| board.province_key(province).to_owned())
        .collect();
    missing.sort();
    missing
}
