//! Words that name nothing in any language: likely slips and home-made abbreviations (E5, E6, E8).

use super::lattice::{Lattice, Stretch, ends};
use super::lexicon::{Form, Languages, Lexicon, Meaning, occurring};
use super::tokens::Token;
use crate::locale::DeedWord;

/// What a guess costs, at least, that is far from what is written.
pub(crate) const FAR: u32 = 1000;

/// Adds to the lattice what unknown words could be meant for; whether there was anything to add.
///
/// A word that is a real name, in whatever language, is left alone: "A Hol-Ber" is Berlin.
pub(crate) fn guess(
    lexicon: &Lexicon,
    piece: &str,
    tokens: &[Token],
    writer: Languages,
    lattice: &mut Lattice,
) -> bool {
    let known: Vec<Known> = tokens.iter().map(|token| Known::of(lexicon, token, writer)).collect();
    let mut guessed = false;
    let mut letters: Vec<char> = Vec::with_capacity(48);
    let mut starts: Vec<usize> = Vec::with_capacity(6);
    for start in 0..tokens.len() {
        letters.clear();
        starts.clear();
        let mut odd = false;
        for end in ends(piece, tokens, start) {
            let word = known[end - 1];
            if !word.can_be_in_a_name || lattice.negated[end - 1] {
                break;
            }
            odd |= !word.is_place;
            starts.push(letters.len());
            letters.extend(tokens[end - 1].key.chars());
            let alone = starts.len() == 1;
            if !odd || letters.len() < 2 || (alone && !word.names_nothing) {
                continue;
            }
            let joined = Word { letters: &letters, occurring: occurring(&letters), starts: &starts };
            if !alone && is_exact(&lattice.from[start], end) {
                continue;
            }
            let before = lattice.from[start].len();
            // A name and a stray word are not that name misspelt: "Constantinopla no" would swallow the "no".
            let named = exact_places(lattice, start, end);
            guess_place(lexicon, &joined, end, writer, &mut lattice.from[start]);
            let stray = |at: usize| {
                let key = &tokens[at].key;
                key.chars().count() <= LONGEST_STRAY && !known[at].is_place && !lexicon.is_part(key)
            };
            // Nor is "from London" London: it says who goes, not where to.
            let origin = |at: usize| {
                lexicon.meanings(&tokens[at].key).iter().any(|entry| entry.meaning == Meaning::From)
            };
            if !alone && (origin(start) || origin(end - 1) || (start..end).any(stray)) {
                let swallows = |s: &Stretch| s.end == end && s.cost > 0 && named.contains(&s.meaning);
                lattice.from[start].retain(|s| !swallows(s));
            }
            if alone {
                guess_verb(lexicon, &letters, end, writer, &mut lattice.from[start]);
            }
            guessed |= lattice.from[start].len() > before;
        }
    }
    guessed
}

/// A word of so few letters beside a name is a word of its own ("no", "ne", "not"), not a piece of it.
const LONGEST_STRAY: usize = 3;

/// What is known of a single word.
#[derive(Clone, Copy)]
struct Known {
    is_place: bool,
    /// It is no name anywhere, and no other word in the writer's language.
    names_nothing: bool,
    can_be_in_a_name: bool,
}

impl Known {
    fn of(lexicon: &Lexicon, token: &Token, writer: Languages) -> Self {
        let mut known = Self { is_place: false, names_nothing: !token.is_dash(), can_be_in_a_name: false };
        for entry in lexicon.meanings(&token.key) {
            match entry.meaning {
                Meaning::Place(_) => {
                    known.is_place = true;
                    known.names_nothing = false;
                }
                Meaning::Power(_) => known.names_nothing = false,
                Meaning::Kind(_)
                | Meaning::Deed(_)
                | Meaning::Via
                | Meaning::Skip
                | Meaning::From
                | Meaning::Everyone
                | Meaning::And => {
                    known.names_nothing &= !entry.languages.meets(writer);
                }
                Meaning::Coast(_) | Meaning::Heading | Meaning::Not => {}
            }
        }
        known.can_be_in_a_name = known.names_nothing || lexicon.is_part(&token.key) || known.is_place;
        known
    }
}

/// One or more words as typed.
struct Word<'a> {
    letters: &'a [char],
    occurring: u32,
    starts: &'a [usize],
}

/// The places that words between two tokens name as they stand.
fn exact_places(lattice: &Lattice, start: usize, end: usize) -> Vec<Meaning> {
    let within = |at: usize| lattice.from[at].iter().filter(move |s| s.end <= end && s.cost == 0);
    let places = (start..end).flat_map(within).filter(|s| matches!(s.meaning, Meaning::Place(_)));
    places.map(|s| s.meaning).collect()
}

fn is_exact(stretches: &[Stretch], end: usize) -> bool {
    stretches.iter().any(|s| s.end == end && s.cost == 0 && matches!(s.meaning, Meaning::Place(_)))
}

fn guess_place(lexicon: &Lexicon, word: &Word<'_>, end: usize, writer: Languages, found: &mut Vec<Stretch>) {
    for form in &lexicon.forms {
        let Some(likeness) = likeness(word, form) else { continue };
        let far = if likeness >= 5 { FAR } else { 0 };
        let cost = far + 2 * likeness + u32::from(!form.languages.meets(writer));
        let meaning = Meaning::Place(form.province);
        let same = |s: &&mut Stretch| s.end == end && s.meaning == meaning && s.cost > 0;
        match found.iter_mut().find(same) {
            Some(known) => known.cost = known.cost.min(cost),
            None => found.push(Stretch { end, meaning, languages: Languages::ALL, cost }),
        }
    }
}

fn guess_verb(lexicon: &Lexicon, letters: &[char], end: usize, writer: Languages, found: &mut Vec<Stretch>) {
    if letters.len() < 4 {
        return;
    }
    for verb in lexicon.verbs.iter().filter(|verb| verb.languages.meets(writer)) {
        // Waiving is too grave to be guessed.
        let most = match verb.letters.len() {
            _ if verb.meaning == Meaning::Deed(DeedWord::Waive) => continue,
            0..5 => continue,
            5..9 => 1,
            _ => 2,
        };
        if let Some(distance) = distance(letters, &verb.letters, most) {
            found.push(Stretch {
                end,
                meaning: verb.meaning,
                languages: Languages::ALL,
                cost: 4 * distance as u32,
            });
        }
    }
}

/// How far a word is from a name: 2 a plain slip, more for what is less sure; none if it is too far.
fn likeness(word: &Word<'_>, form: &Form) -> Option<u32> {
    let (typed, name) = (word.letters.len(), form.letters.len());
    let most = match name {
        0..3 => 0,
        3..5 => 1,
        5..9 => 2,
        _ => 3,
    };
    let different = (word.occurring ^ form.occurring).count_ones() as usize;
    let mut best = None;
    if typed.abs_diff(name) <= most && different <= 2 * most {
        best = distance(word.letters, &form.letters, most).map(|distance| match (distance, name) {
            (0 | 1, 4..) => 2,
            (0 | 1, _) => 5,
            (2, 7..) => 4,
            (2, _) => 6,
            _ => 6,
        });
    }
    // Letters that the name doesn't have can't abbreviate it.
    if word.occurring & !form.occurring == 0 && typed < name && word.letters[0] == form.letters[0] {
        let short = abbreviation(word, form);
        best = best.into_iter().chain(short).min();
    }
    best
}

fn abbreviation(word: &Word<'_>, form: &Form) -> Option<u32> {
    let typed = word.letters.len();
    if typed >= 3 && form.letters.starts_with(word.letters) {
        return Some(if typed > 3 { 2 } else { 3 });
    }
    if word.starts.len() > 1 {
        return words_abbreviate(word, form).then_some(3);
    }
    if typed >= 3 && heads_abbreviate(word.letters, form, 0) {
        return Some(4);
    }
    (typed >= 3 && is_within(word.letters, &form.letters)).then_some(6)
}

/// "West Midd. Zee": each word begins a word of the name, in order, starting with the first.
fn words_abbreviate(word: &Word<'_>, form: &Form) -> bool {
    let mut at = 0;
    for i in 0..word.starts.len() {
        let typed = part(word.letters, word.starts, i);
        let rest = at..form.words.len();
        let Some(found) = rest.clone().find(|j| part(&form.letters, &form.words, *j).starts_with(typed))
        else {
            return false;
        };
        if i == 0 && found > 0 {
            return false;
        }
        at = found + 1;
    }
    true
}

/// "Mat", "NAtl": heads of the name's words run together, starting with the first.
fn heads_abbreviate(letters: &[char], form: &Form, from: usize) -> bool {
    if letters.is_empty() {
        return true;
    }
    // After the first word, others may be passed over: "of", "de la".
    let last = if from == 0 { 1.min(form.words.len()) } else { form.words.len() };
    (from..last).any(|i| {
        let name = part(&form.letters, &form.words, i);
        let same = letters.iter().zip(name).take_while(|(a, b)| a == b).count();
        (1..=same).any(|taken| heads_abbreviate(&letters[taken..], form, i + 1))
    })
}

fn part<'a>(letters: &'a [char], starts: &[usize], i: usize) -> &'a [char] {
    let end = starts.get(i + 1).copied().unwrap_or(letters.len());
    &letters[starts[i]..end]
}

/// Whether the letters occur in the name in their order: "Lpl", "Cnstntnpl".
fn is_within(letters: &[char], name: &[char]) -> bool {
    let mut rest = name.iter();
    letters.iter().all(|letter| rest.any(|other| other == letter))
}

/// How many letters must be put in, left out, changed or swapped with their neighbour, if not more
/// than `most`.
fn distance(a: &[char], b: &[char], most: usize) -> Option<usize> {
    const MOST: usize = 64;
    if a.len().abs_diff(b.len()) > most || b.len() >= MOST {
        return None;
    }
    let mut rows = [[0_u8; MOST]; 3];
    for (j, cell) in rows[0].iter_mut().enumerate().take(b.len() + 1) {
        *cell = j as u8;
    }
    for i in 1..=a.len() {
        let (now, before, earlier) = (i % 3, (i + 2) % 3, (i + 1) % 3);
        rows[now][0] = i.min(255) as u8;
        let mut least = rows[now][0];
        for j in 1..=b.len() {
            let change = rows[before][j - 1] + u8::from(a[i - 1] != b[j - 1]);
            let mut cell = change.min(rows[before][j] + 1).min(rows[now][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                cell = cell.min(rows[earlier][j - 2] + 1);
            }
            rows[now][j] = cell;
            least = least.min(cell);
        }
        if usize::from(least) > most {
            return None;
        }
    }
    let distance = usize::from(rows[a.len() % 3][b.len()]);
    (distance <= most).then_some(distance)
}
