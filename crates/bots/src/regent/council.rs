//! Everybody who gives orders this turn, each with its own view of the board.

use rules::{Board, Order, Power, Province, Sheet, Unit};

use crate::dumb::{Campaign, Neutrals};
use crate::planner::foresee::{persist, rivals};
use crate::planner::ground::Ground;
use crate::planner::ideas::Possibilities;
use crate::planner::minds::Minds;
use crate::planner::weigh::Scales;
use crate::{Chance, Seat};

use super::book;
use super::crew::Crew;

/// One player's orders for all its units, by province.
pub(super) type Plan = Box<[(Province, Order)]>;

/// Who sits at the board: the powers of each player, our own first.
pub(super) fn players(seat: &Seat<'_>) -> Vec<Vec<Power>> {
    let own: Vec<Power> = seat.own_powers().collect();
    let others = rivals(seat).into_iter().filter(|(_, units)| !units.is_empty()).map(|(powers, _)| powers);
    std::iter::once(own).chain(others).collect()
}

/// What a player sees and could do.
#[derive(Debug)]
pub(super) struct View<'a> {
    pub(super) seat: Seat<'a>,
    pub(super) ground: Ground<'a>,
    pub(super) units: Vec<(usize, Unit)>,
}

impl<'a> View<'a> {
    fn new(seat: &Seat<'a>, powers: &'a [Power]) -> Self {
        let seat = Seat { powers, ..*seat };
        Self { ground: Ground::new(&seat), units: seat.own_units(), seat }
    }

    fn board(&self) -> &'a Board {
        self.seat.board
    }
}

/// What each of these players sees.
pub(super) fn views<'a>(seat: &Seat<'a>, players: &'a [Vec<Power>], crew: &Crew) -> Vec<View<'a>> {
    let mut views: Vec<Option<View<'a>>> = players.iter().map(|_| None).collect();
    crew.each(&mut views, |i, view| *view = Some(View::new(seat, &players[i])));
    views.into_iter().flatten().collect()
}

/// A player in the council: its view, and the plans that are thought possible.
#[derive(Debug)]
pub(super) struct Member<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) possibilities: Possibilities<'a>,
    pub(super) plans: Vec<Plan>,
    /// The first so many plans go for what is near.
    pub(super) impulses: usize,
    /// How many of a hundred times it goes for what is near, rather than planning, when it does what is
    /// usual.
    pub(super) haste_percent: usize,
    /// The numbers of plans that a planner would make in its place.
    pub(super) usual: Vec<u16>,
}

/// How many plans in the manner of somebody who goes for what is near a member begins with.
const IMPULSES: usize = 4;

impl<'a> Member<'a> {
    /// With a few plans to begin from: everybody stands, or goes for what is near, or tries again what
    /// failed, or opens as people do.
    pub(super) fn new(view: &'a View<'a>, minds: &Minds<'_>, chance: &mut Chance) -> Self {
        let possibilities = Possibilities::new(&view.seat, &view.ground, &view.units);
        let mut member = Self {
            view,
            possibilities,
            plans: Vec::new(),
            impulses: 0,
            haste_percent: 50,
            usual: Vec::new(),
        };
        let board = view.board();
        let units: Vec<Unit> = view.units.iter().map(|(_, unit)| *unit).collect();
        let minds =
            [Neutrals::Valued, Neutrals::Ignored].map(|neutrals| minds.of(view.seat.powers, neutrals));
        for i in 0..IMPULSES {
            let mut sheet = Sheet::new(board);
            Campaign::new(board, view.seat.position, &minds[i % 2]).order(&units, &mut sheet, chance);
            if i >= 2 {
                persist(&view.seat, &units, &mut sheet, chance);
            }
            member.propose(&sheet);
        }
        member.impulses = member.plans.len();
        let mut holding = Sheet::new(board);
        for unit in &units {
            holding.set(board.province_of(unit.location), Order::Hold);
        }
        member.propose(&holding);
        for opening in book::openings(&view.seat) {
            member.propose(&opening);
        }
        member
    }

    /// How this member weighs a turn.
    pub(super) fn scales(&self) -> Scales<'a> {
        Scales::new(&self.view.ground, self.view.seat.position)
    }

    /// Adds a plan, unless it is known; answers its number.
    pub(super) fn propose(&mut self, sheet: &Sheet<Order>) -> usize {
        let plan = self.plan_on(sheet);
        if let Some(known) = self.plans.iter().position(|other| *other == plan) {
            return known;
        }
        self.plans.push(plan);
        self.plans.len() - 1
    }

    /// What a sheet says for this member's units.
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
