//! Several units that do the same: "Liverpool, Marseilles and Spain hold".

use std::ops::Range;

use rules::{Order, Province};

use super::decide::{self, Effort, Verdict, deed_of};
use super::draft::Deed;
use super::pieces::{Pieces, Verdicts, split};
use super::{How, MOST_PARTS, Taken};
use crate::Command;

impl Pieces<'_> {
    /// Units with commas and an "and" between them, and behind the last what all of them do. Only for
    /// holding and helping: who moves is another matter, as two cannot go to one place.
    pub(crate) fn shared(&self, piece: &Range<usize>) -> Option<Verdicts> {
        let commas = split(self.text, piece.clone(), ",");
        let last = self.between_ands(commas.last()?)?;
        // "…, and Spain hold": what stands behind the last comma may begin with the "and".
        let begins_with_and = commas.len() > 1 && last.len() == 1;
        if last.len() < 2 && !begins_with_and {
            return None;
        }
        let mut parts: Vec<Range<usize>> = Vec::new();
        for part in &commas[..commas.len() - 1] {
            if self.between_ands(part).is_some() {
                return None;
            }
            parts.push(part.clone());
        }
        parts.extend(last);
        let (last, units) = parts.split_last()?;
        if units.is_empty() || parts.len() > MOST_PARTS {
            return None;
        }
        let verdict = self.decide(last, Effort::AsWritten);
        let [Command::Order { order, .. }] = verdict.says() else { return None };
        let deed = match *order {
            Order::Move { .. } => return None,
            // Whatever was open about it has been settled.
            Order::SupportHold { of } => Deed::SupportHold { of, said: true },
            Order::Hold | Order::SupportMove { .. } | Order::Convoy { .. } => {
                deed_of(self.bench.board, order)
            }
        };
        let filled_in = matches!(verdict, Verdict::Taken(Taken { how: How::FilledIn, .. }));
        let mut verdicts = Verdicts::new();
        for part in units {
            let mut verdict = decide::with_deed(
                self.reader,
                &self.bench,
                self.desk.language,
                &self.text[part.clone()],
                deed,
            )?;
            if let (Verdict::Taken(taken), true) = (&mut verdict, filled_in) {
                taken.how = How::FilledIn;
            }
            verdicts.push((part.clone(), verdict));
        }
        verdicts.push((last.clone(), verdict));
        self.all_different(&verdicts).then_some(verdicts)
    }

    /// Nobody names a unit twice in one breath.
    fn all_different(&self, verdicts: &Verdicts) -> bool {
        let mut seen: Vec<Province> = Vec::new();
        verdicts.iter().flat_map(|(_, verdict)| verdict.says()).all(|said| {
            let province = said.province(self.bench.board);
            let new = province.is_none_or(|province| !seen.contains(&province));
            seen.extend(province);
            new
        })
    }
}
