//! The requests of one seat and their responses, which must be found again after a kill.

use std::collections::BTreeMap;

use serde_json::Value;

/// The orders of a sheet, by the unit's province.
pub type Orders = BTreeMap<String, Value>;

#[derive(Debug, Default)]
pub struct SentRequests {
    /// Acknowledged sheets, oldest first.
    pub sheets: Vec<Sheet>,
    /// Acknowledged messages with their keys.
    pub messages: Vec<(String, SentRequest)>,
    /// Refused messages, which must not be there.
    pub refused: Vec<String>,
    /// The latest acknowledged ballot on each question.
    pub ballots: BTreeMap<u64, String>,
    /// Sent when the server was killed: the result is unknown.
    pub pending: Option<SentRequest>,
}

#[derive(Debug, Clone)]
pub struct Sheet {
    pub orders: Orders,
    /// The number of judged phases when it was sent, and when it was acknowledged. It counts for a phase
    /// between the two.
    pub min_phase: usize,
    pub max_phase: Option<usize>,
}

/// A request that changes something.
#[derive(Debug, Clone)]
pub struct SentRequest {
    pub path: String,
    pub key: String,
    pub body: String,
    pub kind: RequestKind,
}

#[derive(Debug, Clone)]
pub enum RequestKind {
    /// `to` is known if the request names its phase.
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

impl SentRequests {
    /// The server has acknowledged the request.
    pub fn acknowledged(&mut self, sent: SentRequest) {
        match &sent.kind {
            RequestKind::Sheet { orders, from, to } => {
                self.sheets.push(Sheet { orders: orders.clone(), min_phase: *from, max_phase: *to });
            }
            RequestKind::Message { text } => self.messages.push((text.clone(), sent)),
            RequestKind::Ballot { question, ballot } => {
                self.ballots.insert(*question, (*ballot).to_owned());
            }
            RequestKind::Proposal => {}
        }
    }

    pub fn refused(&mut self, sent: SentRequest) {
        match sent.kind {
            RequestKind::Message { text } => self.refused.push(text),
            RequestKind::Sheet { .. } | RequestKind::Ballot { .. } | RequestKind::Proposal => {}
        }
    }

    /// Records the number of judged phases: sheets that were acknowledged before belong to one of them.
    pub fn set_phase_count(&mut self, records: usize) {
        // Called before the next request is sent.
        if let Some(sheet) = self.sheets.last_mut() {
            sheet.max_phase.get_or_insert(records);
        }
    }

    /// The possible sheets of phase `number`: the last that was sent while the phase was open and, if a phase
    /// closed in between, also those that may have been too late. An empty sheet means that nothing was sent.
    pub fn possible_sheets(&self, number: usize) -> Vec<Orders> {
        let mut may_be = Vec::new();
        for sheet in self.sheets.iter().rev() {
            let to = sheet.max_phase.unwrap_or(usize::MAX);
            if sheet.min_phase <= number && number <= to {
                may_be.push(sheet.orders.clone());
                if sheet.min_phase == to {
                    return may_be;
                }
            }
        }
        may_be.push(Orders::new());
        may_be
    }
}
