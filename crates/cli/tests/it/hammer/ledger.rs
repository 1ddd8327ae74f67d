//! What one seat has sent and what it was told: what must be found again after a kill.

use std::collections::BTreeMap;

use serde_json::Value;

/// The orders of a sheet by the unit's province.
pub(crate) type Orders = BTreeMap<String, Value>;

#[derive(Debug, Default)]
pub(crate) struct Ledger {
    /// Acknowledged sheets, the latest last.
    pub(crate) sheets: Vec<Sheet>,
    /// Acknowledged messages with their keys.
    pub(crate) messages: Vec<(String, Sent)>,
    /// Messages that were refused: they must not be there.
    pub(crate) refused: Vec<String>,
    /// The latest acknowledged ballot on each question.
    pub(crate) ballots: BTreeMap<u64, String>,
    /// Sent when the server died: nobody knows.
    pub(crate) pending: Option<Sent>,
}

#[derive(Debug, Clone)]
pub(crate) struct Sheet {
    pub(crate) orders: Orders,
    /// How many phases had been judged when it was sent, and when it had been acknowledged: it counts for
    /// one of those between.
    pub(crate) from: usize,
    pub(crate) to: Option<usize>,
}

/// A request that changes something.
#[derive(Debug, Clone)]
pub(crate) struct Sent {
    pub(crate) path: String,
    pub(crate) key: String,
    pub(crate) body: String,
    pub(crate) what: What,
}

#[derive(Debug, Clone)]
pub(crate) enum What {
    /// `to` is known where the request said which phase it was for.
    Sheet {
        orders: Orders,
        from: usize,
        to: Option<usize>,
    },
    Message {
        text: String,
    },
    Ballot {
        question: u64,
        ballot: &'static str,
    },
    Proposal,
}

impl Ledger {
    /// The server said that it is done.
    pub(crate) fn acknowledged(&mut self, sent: Sent) {
        match &sent.what {
            What::Sheet { orders, from, to } => {
                self.sheets.push(Sheet { orders: orders.clone(), from: *from, to: *to });
            }
            What::Message { text } => self.messages.push((text.clone(), sent)),
            What::Ballot { question, ballot } => {
                self.ballots.insert(*question, (*ballot).to_owned());
            }
            What::Proposal => {}
        }
    }

    pub(crate) fn refused(&mut self, sent: Sent) {
        match sent.what {
            What::Message { text } => self.refused.push(text),
            What::Sheet { .. } | What::Ballot { .. } | What::Proposal => {}
        }
    }

    /// So many phases have been judged by now: sheets that were acknowledged before belong to one of them.
    pub(crate) fn settle(&mut self, records: usize) {
        // It is called before anything else is sent.
        if let Some(sheet) = self.sheets.last_mut() {
            sheet.to.get_or_insert(records);
        }
    }

    /// What the sheet of phase `number` may be: of those that were sent while it was open, the last; where
    /// a phase closed in between, also those that may have come too late. Nothing is an empty sheet.
    pub(crate) fn may_be(&self, number: usize) -> Vec<Orders> {
        let mut may_be = Vec::new();
        for sheet in self.sheets.iter().rev() {
            let to = sheet.to.unwrap_or(usize::MAX);
            if sheet.from <= number && number <= to {
                may_be.push(sheet.orders.clone());
                if sheet.from == to {
                    return may_be;
                }
            }
        }
        may_be.push(Orders::new());
        may_be
    }
}
