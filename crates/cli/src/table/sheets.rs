//! The sheets of a phase as they are typed: whose sheet it is, in which language, and what its lines mean.

use std::collections::BTreeMap;

use language::{OrderReader, ReadingContext};
use rules::{Phase, Power};

use super::game::TableGame;

/// The typed text of each power, and whose sheet is being typed.
#[derive(Debug, Default)]
pub(super) struct SheetTexts {
    texts: BTreeMap<Power, SheetText>,
    current: Option<Power>,
}

#[derive(Debug)]
struct SheetText {
    language: String,
    text: String,
}

/// What a line led to.
pub(super) struct ReadLine {
    /// For the game master: what is wrong.
    pub(super) said: Vec<String>,
    /// The whole sheet as it is now, in the international notation.
    pub(super) sheet: Option<(Power, Vec<String>)>,
}

impl SheetTexts {
    pub(super) const fn current(&self) -> Option<Power> {
        self.current
    }

    pub(super) fn forget(&mut self, power: Power) {
        self.texts.remove(&power);
        if self.current == Some(power) {
            self.current = None;
        }
    }

    pub(super) fn read_line(
        &mut self,
        line: &str,
        reader: &OrderReader<'_>,
        language: &str,
        game: &TableGame,
        phase: Phase,
    ) -> ReadLine {
        let mut rest = line.trim();
        if let Some((power, code, after)) = heading(rest, language) {
            self.texts.insert(power, SheetText { language: code, text: String::new() });
            self.current = Some(power);
            rest = after;
        }
        let nothing = |said: Vec<String>| ReadLine { said, sheet: None };
        let Some(power) = self.current else {
            let known = reader.language(language).map(|code| context(game, code, Power::new(0)));
            // A date or a remark above the sheets.
            if rest.is_empty() || known.is_some_and(|context| reader.answer(rest, &context).is_empty()) {
                return nothing(Vec::new());
            }
            return nothing(vec![format!(
                "'{rest}': whose sheet is this? Begin with the name of the power, such as 'France:'."
            )]);
        };
        let saved = || game.sheet(power).map(|orders| orders.join("\n")).unwrap_or_default();
        let sheet = self
            .texts
            .entry(power)
            .or_insert_with(|| SheetText { language: language.to_owned(), text: saved() });
        let lines_before = sheet.text.lines().count();
        if !rest.is_empty() {
            sheet.text.push_str(rest);
            sheet.text.push('\n');
        }
        let Some(code) = reader.language(&sheet.language) else { return nothing(Vec::new()) };
        let (mut said, mut orders) = (Vec::new(), Vec::new());
        for answer in reader.answer(&sheet.text, &context(game, code, power)) {
            match answer.result {
                Ok(accepted) => orders.push(accepted.words.order),
                Err(refused) if answer.line > lines_before => {
                    let text = &sheet.text[answer.span.clone()];
                    let mut sentence = format!("'{}': {}", text.trim(), refused.sentence);
                    let meant: Vec<String> =
                        refused.suggestions.into_iter().map(|words| format!("'{}'", words.written)).collect();
                    if !meant.is_empty() {
                        sentence.push_str(&format!(" ({}?)", meant.join(" / ")));
                    }
                    said.push(sentence);
                }
                Err(_) => {}
            }
        }
        let _ = phase;
        ReadLine { said, sheet: Some((power, orders)) }
    }
}

fn context<'a>(game: &'a TableGame, language: language::LanguageId, power: Power) -> ReadingContext<'a> {
    let (board, position, edition) = (game.board(), game.position(), game.edition());
    ReadingContext { language, power, board, position, edition }
}

/// The power at the head of a line, the language of its name, and the rest of the line.
fn heading<'t>(line: &'t str, language: &str) -> Option<(Power, String, &'t str)> {
    let (head, rest) = line.split_once(':').unwrap_or((line, ""));
    let (power, code) = power_named(head, language)?;
    Some((power, code, rest.trim()))
}

/// The power with this name, and a language in which it is called so: the given one if possible.
pub(super) fn power_named(name: &str, language: &str) -> Option<(Power, String)> {
    let variant = atlas::standard();
    let plain = |text: &str| {
        let trimmed = text.trim_matches(|c: char| !c.is_alphanumeric());
        trimmed.to_lowercase()
    };
    let wanted = plain(name);
    if wanted.is_empty() {
        return None;
    }
    let mut names: Vec<_> = variant.names().iter().collect();
    names.sort_by_key(|names| names.language != language);
    names.into_iter().find_map(|names| {
        let fits = |power: &Power| names.power(*power).all().any(|known| plain(known) == wanted);
        Some((variant.board.powers().find(fits)?, names.language.clone()))
    })
}
