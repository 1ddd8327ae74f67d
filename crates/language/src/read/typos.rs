//! Guesses unknown words: typos and unusual abbreviations of names and verbs (E5, E6, E8).

use super::lattice::{Lattice, PhraseMeaning, ends};
use super::lexicon::{LanguageSet, Lexicon, Meaning, PlaceSpelling, letter_mask};
use super::tokens::Token;
use crate::locale::ActionWord;
use rules::PhaseKind;

/// The lowest cost of an uncertain guess. Lower costs are for guesses close to the text.
pub(crate) const MIN_UNCERTAIN_COST: u32 = 1000;

/// Adds guesses for unknown words to the lattice. Returns whether there are any.
///
/// A word that is a real name in any language is not changed: "A Hol-Ber" is Berlin.
pub(crate) fn add_guesses(
    lexicon: &Lexicon,
    piece: &str,
    tokens: &[Token],
    writer: LanguageSet,
    phase: PhaseKind,
    lattice: &mut Lattice,
) -> bool {
    let known: Vec<KnownWord> = tokens.iter().map(|token| KnownWord::of(lexicon, token, writer)).collect();
    let named: Vec<bool> = (0..tokens.len()).map(|at| lattice.names_no_province(at)).collect();
    let mut guessed = false;
    let mut letters: Vec<char> = Vec::with_capacity(48);
    let mut starts: Vec<usize> = Vec::with_capacity(6);
    for start in 0..tokens.len() {
        letters.clear();
        starts.clear();
        let mut has_unknown_word = false;
        for end in ends(piece, tokens, start) {
            let word = known[end - 1];
            let names_other = named[end - 1] && !lexicon.is_part(&tokens[end - 1].key);
            if !word.can_be_in_a_name || names_other || lattice.negated[end - 1] {
                break;
            }
            has_unknown_word |= !word.is_place;
            starts.push(letters.len());
            letters.extend(tokens[end - 1].key.chars());
            let alone = starts.len() == 1;
            let known_alone = alone && (!word.names_nothing || named[end - 1]);
            if !has_unknown_word || letters.len() < 2 || known_alone {
                continue;
            }
            let joined =
                TypedWords { letters: &letters, letter_mask: letter_mask(&letters), starts: &starts };
            if !alone && is_exact(&lattice.starting_at[start], end) {
                continue;
            }
            let before = lattice.starting_at[start].len();
            // A name with a short word beside it is not a typo of that name: "Constantinopla no" would lose
            // its "no".
            let named = exact_places(lattice, start, end);
            guess_place(lexicon, &joined, end, writer, &mut lattice.starting_at[start]);
            if let Some(distance) = closed_distance(lexicon, &letters) {
                prefer_closed(&mut lattice.starting_at[start], before, end, distance);
            }
            let stray = |at: usize| {
                let key = &tokens[at].key;
                !tokens[at].is_dash()
                    && key.chars().count() <= MAX_SEPARATE_WORD_LETTERS
                    && !known[at].is_place
                    && !lexicon.is_part(key)
            };
            // Nor is "from London" a typo of London: it says which unit moves, not where to.
            let origin = |at: usize| {
                lexicon.meanings(&tokens[at].key).iter().any(|entry| entry.meaning == Meaning::From)
            };
            if !alone && (origin(start) || origin(end - 1) || (start..end).any(stray)) {
                let swallows = |s: &PhraseMeaning| {
                    s.end == end
                        && s.cost > 0
                        && named.contains(&s.meaning)
                        && !misspells_one_word(lexicon, &joined, s.meaning)
                };
                lattice.starting_at[start].retain(|s| !swallows(s));
            }
            if alone {
                guess_verb(lexicon, &letters, end, writer, &mut lattice.starting_at[start]);
            }
            guessed |= lattice.starting_at[start].len() > before;
        }
        if phase == PhaseKind::Movement && is_torn(lexicon, piece, tokens, start, &known) {
            letters.clear();
            letters.extend(tokens[start].key.chars().chain(tokens[start + 1].key.chars()));
            let joined = TypedWords { letters: &letters, letter_mask: letter_mask(&letters), starts: &[0] };
            let before = lattice.starting_at[start].len();
            guess_place(lexicon, &joined, start + 2, writer, &mut lattice.starting_at[start]);
            guessed |= lattice.starting_at[start].len() > before;
        }
    }
    guessed
}

/// Whether a name is torn apart here, such as "MO r": a short unknown word, and a letter that means nothing
/// in orders of movement.
fn is_torn(lexicon: &Lexicon, piece: &str, tokens: &[Token], start: usize, known: &[KnownWord]) -> bool {
    let Some(next) = tokens.get(start + 1) else { return false };
    let means_something = |meaning: Meaning| match meaning {
        Meaning::Action(ActionWord::Retreat | ActionWord::Disband | ActionWord::Build) => false,
        Meaning::Place(_)
        | Meaning::Power(_)
        | Meaning::Kind(_)
        | Meaning::Action(_)
        | Meaning::Coast(_)
        | Meaning::Via
        | Meaning::Skip
        | Meaning::Heading
        | Meaning::Season(_)
        | Meaning::Closed
        | Meaning::Inside(_)
        | Meaning::From
        | Meaning::And
        | Meaning::Everyone
        | Meaning::Not => true,
    };
    known[start].names_nothing
        && tokens[start].key.chars().count() == 2
        && !next.is_dash()
        && next.key.chars().count() == 1
        && piece.get(tokens[start].span.end..next.span.start) == Some(" ")
        && !lexicon.meanings(&next.key).iter().any(|entry| means_something(entry.meaning))
}

/// A word with at most so many letters beside a name is a separate word ("no", "ne", "not"), not part of it.
const MAX_SEPARATE_WORD_LETTERS: usize = 3;

/// What is known of a single word.
#[derive(Clone, Copy)]
struct KnownWord {
    is_place: bool,
    /// It is not a name in any language, and not another word in the writer's language.
    names_nothing: bool,
    can_be_in_a_name: bool,
}

impl KnownWord {
    fn of(lexicon: &Lexicon, token: &Token, writer: LanguageSet) -> Self {
        let mut known = Self { is_place: false, names_nothing: !token.is_dash(), can_be_in_a_name: false };
        for entry in lexicon.meanings(&token.key) {
            match entry.meaning {
                Meaning::Place(_) => {
                    known.is_place = true;
                    known.names_nothing = false;
                }
                Meaning::Power(_) => known.names_nothing = false,
                Meaning::Closed | Meaning::Inside(_) => known.names_nothing = false,
                Meaning::Kind(_)
                | Meaning::Action(_)
                | Meaning::Via
                | Meaning::Skip
                | Meaning::From
                | Meaning::Everyone
                | Meaning::And => {
                    known.names_nothing &= !entry.languages.overlaps(writer);
                }
                Meaning::Coast(_) | Meaning::Heading | Meaning::Season(_) | Meaning::Not => {}
            }
        }
        known.can_be_in_a_name = known.names_nothing || lexicon.is_part(&token.key) || known.is_place;
        known
    }
}

/// One or more words as typed, without spaces.
struct TypedWords<'a> {
    letters: &'a [char],
    /// One bit per letter that occurs.
    letter_mask: u32,
    /// Where each word starts in `letters`.
    starts: &'a [usize],
}

/// The places that the words from `start` to `end` name exactly.
fn exact_places(lattice: &Lattice, start: usize, end: usize) -> Vec<Meaning> {
    let within = |at: usize| lattice.starting_at[at].iter().filter(move |s| s.end <= end && s.cost == 0);
    let places = (start..end).flat_map(within).filter(|s| matches!(s.meaning, Meaning::Place(_)));
    places.map(|s| s.meaning).collect()
}

fn is_exact(phrases: &[PhraseMeaning], end: usize) -> bool {
    phrases.iter().any(|s| s.end == end && s.cost == 0 && matches!(s.meaning, Meaning::Place(_)))
}

fn guess_place(
    lexicon: &Lexicon,
    word: &TypedWords<'_>,
    end: usize,
    writer: LanguageSet,
    found: &mut Vec<PhraseMeaning>,
) {
    for form in &lexicon.place_spellings {
        let Some(likeness) = spelling_cost(word, form) else { continue };
        let far = if likeness >= 5 { MIN_UNCERTAIN_COST } else { 0 };
        let cost = far + 2 * likeness + u32::from(!form.languages.overlaps(writer));
        let meaning = Meaning::Place(form.province);
        let same = |s: &&mut PhraseMeaning| s.end == end && s.meaning == meaning && s.cost > 0;
        match found.iter_mut().find(same) {
            Some(known) => known.cost = known.cost.min(cost),
            None => found.push(PhraseMeaning { end, meaning, languages: LanguageSet::ALL, cost }),
        }
    }
}

/// How near a typed word is to the name of a place that cannot be entered: "Creet". None if it is not near.
fn closed_distance(lexicon: &Lexicon, letters: &[char]) -> Option<usize> {
    let near = lexicon.closed_spellings.iter().filter_map(|name| {
        let max_distance = match name.len() {
            0..5 => return None,
            5..8 => 1,
            _ => 2,
        };
        edit_distance(letters, name, max_distance)
    });
    near.min()
}

/// Replaces the guesses from `first` on that are not nearer than a place that cannot be entered. Such a place
/// is never read as a province (B8).
fn prefer_closed(found: &mut Vec<PhraseMeaning>, first: usize, end: usize, distance: usize) {
    let farther = |s: &PhraseMeaning| s.end == end && s.cost >= if distance <= 1 { 4 } else { 8 };
    let nearer = found.iter().skip(first).any(|s| s.end == end && !farther(s));
    let mut i = 0;
    found.retain(|s| {
        i += 1;
        i <= first || !farther(s)
    });
    if !nearer {
        let cost = 4 * distance as u32;
        let (meaning, languages) = (Meaning::Closed, LanguageSet::ALL);
        found.push(PhraseMeaning { end, meaning, languages, cost });
    }
}

fn guess_verb(
    lexicon: &Lexicon,
    letters: &[char],
    end: usize,
    writer: LanguageSet,
    found: &mut Vec<PhraseMeaning>,
) {
    if letters.len() < 4 {
        return;
    }
    for verb in lexicon.keyword_spellings.iter().filter(|verb| verb.languages.overlaps(writer)) {
        // A waived build is never guessed: the risk is too high.
        let max_distance = match verb.letters.len() {
            _ if verb.meaning == Meaning::Action(ActionWord::Waive) => continue,
            0..5 => continue,
            5..9 => 1,
            _ => 2,
        };
        if let Some(distance) = edit_distance(letters, &verb.letters, max_distance) {
            found.push(PhraseMeaning {
                end,
                meaning: verb.meaning,
                languages: LanguageSet::ALL,
                cost: 4 * distance as u32,
            });
        }
    }
}

/// How different a typed word is from a name: 2 for a simple typo, more for a less certain guess; none if it
/// is too different.
///
/// A word is close to a name if one letter is added, left out, changed or swapped with its neighbour; in
/// names from 7 letters on two letters, from 12 letters on three, if both begin with the same letter. So
/// "Atlantis" is not the French "Atlantique", and is refused.
fn spelling_cost(word: &TypedWords<'_>, form: &PlaceSpelling) -> Option<u32> {
    let (typed, name) = (word.letters.len(), form.letters.len());
    let max_distance = match name {
        0..3 => 0,
        _ if word.letters.first() != form.letters.first() => 1,
        3..7 => 1,
        7..12 => 2,
        _ => 3,
    };
    let different = (word.letter_mask ^ form.letter_mask).count_ones() as usize;
    let mut best = None;
    if typed.abs_diff(name) <= max_distance && different <= 2 * max_distance {
        best =
            edit_distance(word.letters, &form.letters, max_distance).map(|distance| match (distance, name) {
                (0 | 1, 4..) => 2,
                (0 | 1, _) => 5,
                (2, _) => 4,
                _ => 6,
            });
    }
    // An abbreviation has no letters that the name does not have.
    if word.letter_mask & !form.letter_mask == 0 && typed < name && word.letters[0] == form.letters[0] {
        let short = abbreviation(word, form);
        best = best.into_iter().chain(short).min();
    }
    best
}

fn abbreviation(word: &TypedWords<'_>, form: &PlaceSpelling) -> Option<u32> {
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
    // "Lpl", "Cnstntnpl": three letters, or a name without its vowels; "Peru" is not Petersburg.
    let is_vowel = |letter: &char| "aeiouy".contains(*letter);
    let shortened = typed == 3 || (typed > 3 && !word.letters[1..].iter().any(is_vowel));
    (shortened && is_subsequence(word.letters, &form.letters)).then_some(6)
}

/// "Gulf fo Lyon", "Irish zea": the words of a name, one of them with a typo.
fn misspells_one_word(lexicon: &Lexicon, word: &TypedWords<'_>, meaning: Meaning) -> bool {
    let same_words = |form: &&PlaceSpelling| {
        meaning == Meaning::Place(form.province) && form.words.len() == word.starts.len()
    };
    lexicon.place_spellings.iter().filter(same_words).any(|form| {
        let mut misspelled = 0;
        for i in 0..form.words.len() {
            let (typed, name) = (part(word.letters, word.starts, i), part(&form.letters, &form.words, i));
            if typed != name {
                misspelled += 1;
                if edit_distance(typed, name, 1).is_none() {
                    return false;
                }
            }
        }
        misspelled == 1
    })
}

/// "West Midd. Zee": each typed word is the start of a word of the name, in the same order. The first word
/// must be one of them.
fn words_abbreviate(word: &TypedWords<'_>, form: &PlaceSpelling) -> bool {
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

/// "Mat", "NAtl": the starts of the name's words, joined. The first word must be one of them.
fn heads_abbreviate(letters: &[char], form: &PlaceSpelling, from: usize) -> bool {
    if letters.is_empty() {
        return true;
    }
    // After the first word, some may be skipped: "of", "de la".
    let last = if from == 0 { 1.min(form.words.len()) } else { form.words.len() };
    (from..last).any(|i| {
        let name = part(&form.letters, &form.words, i);
        let same = letters.iter().zip(name).take_while(|(a, b)| a == b).count();
        (1..=same).any(|taken| heads_abbreviate(&letters[taken..], form, i + 1))
    })
}

/// The letters of word `i`.
fn part<'a>(letters: &'a [char], starts: &[usize], i: usize) -> &'a [char] {
    let end = starts.get(i + 1).copied().unwrap_or(letters.len());
    &letters[starts[i]..end]
}

/// Whether the letters occur in the name in the same order: "Lpl", "Cnstntnpl".
fn is_subsequence(letters: &[char], name: &[char]) -> bool {
    let mut rest = name.iter();
    letters.iter().all(|letter| rest.any(|other| other == letter))
}

/// The edit distance (Damerau–Levenshtein): how many letters are inserted, deleted, changed or swapped with
/// their neighbour. None if it is more than `most`.
fn edit_distance(a: &[char], b: &[char], max_distance: usize) -> Option<usize> {
    const MAX_NAME_LETTERS: usize = 64;
    if a.len().abs_diff(b.len()) > max_distance || b.len() >= MAX_NAME_LETTERS {
        return None;
    }
    let mut rows = [[0_u8; MAX_NAME_LETTERS]; 3];
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
        if usize::from(least) > max_distance {
            return None;
        }
    }
    let distance = usize::from(rows[a.len() % 3][b.len()]);
    (distance <= max_distance).then_some(distance)
}
