//! Advice as a wire type, with the orders in words.

use bots::{Advice, Expected, Suggestion};
use rules::{Board, Orders, Position, Power};

use super::orders::sheet;
use crate::content::LanguagePack;
use crate::wire::{AdviceView, ExpectedView, PlanView, SuggestionView};

pub(crate) fn advice(
    board: &Board,
    voice: &LanguagePack,
    position: &Position,
    powers: &[Power],
    advice: Advice,
) -> AdviceView {
    let keys =
        |powers: &[Power]| powers.iter().map(|power| board.power_key(*power).to_owned()).collect::<Vec<_>>();
    let suggestion = |one: Suggestion| SuggestionView {
        sheet: sheet(board, voice, position, &one.orders),
        worth: one.value.map(rounded),
        doubt: one.uncertainty.map(rounded),
        share: one.share.map(rounded),
    };
    let expected = |player: Expected| ExpectedView {
        powers: keys(&player.powers),
        plans: player
            .plans
            .into_iter()
            .map(|(share, plan)| PlanView {
                share: rounded(share),
                sheet: sheet(board, voice, position, &Orders::Movement(plan)),
            })
            .collect(),
    };
    AdviceView {
        powers: keys(powers),
        suggestions: advice.suggestions.into_iter().map(suggestion).collect(),
        expected: advice.expected.into_iter().map(expected).collect(),
    }
}

/// Rounds to three decimals. More would suggest a precision that the values do not have.
fn rounded(value: f32) -> f32 {
    (value * 1000.0).round() / 1000.0
}
