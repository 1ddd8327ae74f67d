//! All players who give orders this turn, each with its board analysis and its possible plans.

use rules::{Board, Order, Power, Province, Sheet, Unit};

use crate::dumb::{GreedyPlanner, NeutralCentres};
use crate::planner::board_analysis::BoardAnalysis;
use crate::planner::candidates::CandidateGenerator;
use crate::planner::evaluator::Evaluator;
use crate::planner::predict::{repeat_failed_moves, rivals};
use crate::planner::valuations::Valuations;
use crate::{Seat, SeededRng};

use super::opening_book;
use super::threads::Threads;

/// One player's orders for all its units, by province.
pub(super) type Plan = Box<[(Province, Order)]>;

/// The powers of each player. Our own player is the first.
pub(super) fn players(seat: &Seat<'_>) -> Vec<Vec<Power>> {
    let own: Vec<Power> = seat.own_powers().collect();
    let others = rivals(seat).into_iter().filter(|(_, units)| !units.is_empty()).map(|(powers, _)| powers);
    std::iter::once(own).chain(others).collect()
}

/// A player with its board analysis and its units.
#[derive(Debug)]
pub(super) struct View<'a> {
    pub(super) seat: Seat<'a>,
    pub(super) analysis: BoardAnalysis<'a>,
    pub(super) units: Vec<(usize, Unit)>,
}

impl<'a> View<'a> {
    fn new(seat: &Seat<'a>, powers: &'a [Power]) -> Self {
        let seat = Seat { powers, ..*seat };
        Self { analysis: BoardAnalysis::new(&seat), units: seat.own_units(), seat }
    }

    fn board(&self) -> &'a Board {
        self.seat.board
    }
}

/// The views of all these players.
pub(super) fn views<'a>(seat: &Seat<'a>, players: &'a [Vec<Power>], threads: &Threads) -> Vec<View<'a>> {
    let mut views: Vec<Option<View<'a>>> = players.iter().map(|_| None).collect();
    threads.for_each(&mut views, |i, view| *view = Some(View::new(seat, &players[i])));
    views.into_iter().flatten().collect()
}

/// A player in the search: its view and its possible plans.
#[derive(Debug)]
pub(super) struct PlayerPlans<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) candidates: CandidateGenerator<'a>,
    pub(super) plans: Vec<Plan>,
    /// The first plans are greedy plans; this is their number.
    pub(super) greedy_plans: usize,
    /// When the player plays a usual plan: the percentage of greedy plans. The rest are plans of a planner.
    pub(super) greedy_percent: usize,
    /// The numbers of the plans that a planner would make for this player.
    pub(super) planner_plans: Vec<u16>,
}

/// How many greedy plans a player starts with.
const GREEDY_PLANS: usize = 4;

impl<'a> PlayerPlans<'a> {
    /// Starts with a few plans: greedy plans, some of which repeat failed moves; all units hold; openings
    /// from the opening book.
    pub(super) fn new(view: &'a View<'a>, valuations: &Valuations<'_>, chance: &mut SeededRng) -> Self {
        let possibilities = CandidateGenerator::new(&view.seat, &view.analysis, &view.units);
        let mut member = Self {
            view,
            candidates: possibilities,
            plans: Vec::new(),
            greedy_plans: 0,
            greedy_percent: 50,
            planner_plans: Vec::new(),
        };
        let board = view.board();
        let units: Vec<Unit> = view.units.iter().map(|(_, unit)| *unit).collect();
        let valuations = [NeutralCentres::Valued, NeutralCentres::Ignored]
            .map(|neutrals| valuations.of(view.seat.powers, neutrals));
        for i in 0..GREEDY_PLANS {
            let mut sheet = Sheet::new(board);
            GreedyPlanner::new(board, view.seat.position, &valuations[i % 2])
                .write_orders(&units, &mut sheet, chance);
            if i >= 2 {
                repeat_failed_moves(&view.seat, &units, &mut sheet, chance);
            }
            member.add_plan(&sheet);
        }
        member.greedy_plans = member.plans.len();
        let mut holding = Sheet::new(board);
        for unit in &units {
            holding.set(board.province_of(unit.location), Order::Hold);
        }
        member.add_plan(&holding);
        for opening in opening_book::openings(&view.seat) {
            member.add_plan(&opening);
        }
        member
    }

    /// The evaluator of this player.
    pub(super) fn evaluator(&self) -> Evaluator<'a> {
        Evaluator::new(&self.view.analysis, self.view.seat.position)
    }

    /// Adds a plan, unless it is known. Returns its number.
    pub(super) fn add_plan(&mut self, sheet: &Sheet<Order>) -> usize {
        let plan = self.plan_on(sheet);
        if let Some(known) = self.plans.iter().position(|other| *other == plan) {
            return known;
        }
        self.plans.push(plan);
        self.plans.len() - 1
    }

    /// The orders of a sheet for the units of this player.
    fn plan_on(&self, sheet: &Sheet<Order>) -> Plan {
        let board = self.view.board();
        let mut plan: Vec<(Province, Order)> = self
            .view
            .units
            .iter()
            .map(|(_, unit)| board.province_of(unit.location))
            .map(|here| (here, sheet.get(here).copied().unwrap_or(Order::Hold)))
            .collect();
        plan.sort_unstable_by_key(|(here, _)| *here);
        plan.into()
    }

    /// Writes a plan on a sheet.
    pub(super) fn write(&self, plan: usize, sheet: &mut Sheet<Order>) {
        for &(here, order) in &self.plans[plan] {
            sheet.set(here, order);
        }
    }
}
