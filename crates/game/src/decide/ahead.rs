//! Alternative drafts by name, and plans for the next movement.

use rules::{Board, Judge, OrderCollector, Orders, Phase, Power, Province};

use super::EventBuilder;
use crate::{
    Actor, DraftName, Fact, MAX_CONDITION_PARTS, MAX_NAMED_DRAFTS, MAX_PLANS_AHEAD, OrdersFact, PlanAhead,
    Refusal, SeatId, Stage,
};

impl EventBuilder<'_> {
    pub(super) fn save_named_draft(
        &mut self,
        judge: &Judge<'_>,
        actor: Actor,
        name: DraftName,
        paper: Orders,
        dated: Option<Phase>,
    ) -> Result<(), Refusal> {
        let seat = self.check_draft(judge, actor, &paper, dated)?;
        let play = self.underway()?;
        let kept = play.round.orders_of(seat).map_or(&[][..], |desk| &desk.named_drafts);
        if kept.iter().filter(|(other, _)| *other != name).count() >= MAX_NAMED_DRAFTS {
            return Err(Refusal::TooManyDrafts);
        }
        self.emit(Fact::Orders(seat, OrdersFact::NamedDraftSaved(name, paper)));
        Ok(())
    }

    pub(super) fn delete_named_draft(&mut self, actor: Actor, name: DraftName) -> Result<(), Refusal> {
        let play = self.underway()?;
        let seat = self.seat(play, actor)?;
        let kept = play.round.orders_of(seat).map_or(&[][..], |desk| &desk.named_drafts);
        if !kept.iter().any(|(other, _)| *other == name) {
            return Err(Refusal::NoSuchDraft);
        }
        self.emit(Fact::Orders(seat, OrdersFact::NamedDraftDeleted(name)));
        Ok(())
    }

    /// Keeps plans for the next movement. They are checked when they become orders: nobody knows the position yet.
    pub(super) fn plan_ahead(
        &mut self,
        board: &Board,
        actor: Actor,
        plans: Vec<PlanAhead>,
    ) -> Result<(), Refusal> {
        let play = self.underway()?;
        let seat = self.seat(play, actor)?;
        if plans.len() > MAX_PLANS_AHEAD
            || plans.iter().any(|plan| plan.condition.parts.len() > MAX_CONDITION_PARTS)
        {
            return Err(Refusal::TooManyPlans);
        }
        if !plans.iter().all(|plan| plan.fits_board(board)) {
            return Err(Refusal::NoSuchPlace);
        }
        self.emit(Fact::Orders(seat, OrdersFact::PlannedAhead(plans)));
        Ok(())
    }

    /// Orders can be given for a movement: the first plan of each seat whose condition is true becomes its orders.
    /// Whoever has written a draft for this movement is here, and decides.
    pub(super) fn use_plans_ahead(&mut self, board: &Board) {
        let game = self.game();
        let Some(play) = game.play() else { return };
        if play.round.stage != Stage::Writing {
            return;
        }
        let board = game.board(board);
        let mut facts: Vec<(SeatId, OrdersFact)> = Vec::new();
        for id in play.round.orders_due_from.iter() {
            let seat = &play.seats[id.index()];
            let has_draft = play.round.orders_of(id).is_some_and(|desk| desk.draft.is_some());
            if seat.ahead.plans.is_empty() || seat.person().is_none() || !seat.has_government() || has_draft {
                continue;
            }
            let powers: Vec<Power> = game.powers_of(play, id).collect();
            let is_true = |plan: &PlanAhead| plan.condition.is_true(&play.position, &powers);
            facts.push((
                id,
                match seat.ahead.plans.iter().position(is_true) {
                    None => OrdersFact::NoPlanUsed,
                    Some(plan) => {
                        let orders = Orders::Movement(seat.ahead.plans[plan].orders.clone());
                        let mut intake = OrderCollector::new(board, &play.position, &powers);
                        intake.add_all(&orders);
                        let taken = intake.finish().orders;
                        OrdersFact::PlanUsed { plan, dropped: dropped(&orders, &taken), orders: taken }
                    }
                },
            ));
        }
        for (seat, fact) in facts {
            self.emit(Fact::Orders(seat, fact));
        }
    }
}

/// The provinces whose orders were not taken.
fn dropped(planned: &Orders, taken: &Orders) -> Vec<Province> {
    match (planned, taken) {
        (Orders::Movement(planned), Orders::Movement(taken)) => planned
            .iter()
            .map(|(province, _)| province)
            .filter(|province| taken.get(*province).is_none())
            .collect(),
        (Orders::Movement(_) | Orders::Retreats(_) | Orders::Adjustments(_), _) => Vec::new(),
    }
}
