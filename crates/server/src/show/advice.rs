//! Advice with its words.

use bots::{Advice, Expected, Suggestion};
use rules::{Board, Orders, Position, Power};

use super::deeds::paper;
use crate::wire::{AdviceView, ExpectedView, PlanView, SuggestionView};
use crate::world::Voice;

pub(crate) fn advice(
    board: &Board,
    voice: &Voice,
    position: &Position,
    powers: &[Power],
    advice: Advice,
) -> AdviceView {
    let keys =
        |powers: &[Power]| powers.iter().map(|power| board.power_key(*power).to_owned()).collect::<Vec<_>>();
    let suggestion = |one: Suggestion| SuggestionView {
        sheet: paper(board, voice, position, &one.orders),
        worth: one.worth.map(rounded),
        doubt: one.doubt.map(rounded),
        share: one.share.map(rounded),
    };
    let expected = |player: Expected| ExpectedView {
        powers: keys(&player.powers),
        plans: player
            .plans
            .into_iter()
            .map(|(share, plan)| PlanView {
                share: rounded(share),
                sheet: paper(board, voice, position, &Orders::Movement(plan)),
            })
            .collect(),
    };
    AdviceView {
        powers: keys(powers),
        suggestions: advice.suggestions.into_iter().map(suggestion).collect(),
        expected: advice.expected.into_iter().map(expected).collect(),
    }
}

/// Three digits are more than anybody believes.
fn rounded(value: f32) -> f32 {
    (value * 1000.0).round() / 1000.0
}
