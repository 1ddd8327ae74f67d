//! Parses `cases/reading/books.answers`.

use anyhow::{Context, bail};

/// The answers for one book.
pub(super) struct Book {
    pub(super) file: String,
    pub(super) language: String,
    /// By line.
    pub(super) answers: Vec<Answer>,
}

/// The orders that one line of a book gives to one power.
pub(super) struct Answer {
    pub(super) line: usize,
    /// The reading case with the position.
    pub(super) case: String,
    pub(super) form: Form,
    pub(super) power: String,
    /// In international notation.
    pub(super) orders: Vec<String>,
    /// How many orders the book shows that must be refused.
    pub(super) refused: usize,
}

/// How an order stands in its line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Whole,
    /// In quotation marks or brackets, inside of a sentence.
    Quoted,
}

pub(super) fn parse(text: &str) -> anyhow::Result<Vec<Book>> {
    let mut books: Vec<Book> = Vec::new();
    let mut case = String::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = || format!("books.answers:{}: '{line}'", i + 1);
        if let Some(rest) = line.strip_prefix("book ") {
            let (file, language) = rest.split_once(' ').with_context(wrong)?;
            books.push(Book { file: file.to_owned(), language: language.to_owned(), answers: Vec::new() });
        } else if let Some(rest) = line.strip_prefix("at ") {
            rest.clone_into(&mut case);
        } else {
            let Some(book) = books.last_mut() else { bail!(wrong()) };
            book.answers.push(answer(line, &case).with_context(wrong)?);
        }
    }
    Ok(books)
}

/// `LINE POWER: RESULT | RESULT`, with a quotation mark before the power if the orders are quoted.
fn answer(line: &str, case: &str) -> Option<Answer> {
    let (number, rest) = line.split_once(' ')?;
    let (form, rest) = match rest.strip_prefix("\" ") {
        Some(rest) => (Form::Quoted, rest),
        None => (Form::Whole, rest),
    };
    let (power, results) = rest.split_once(": ")?;
    let (refused, orders): (Vec<&str>, Vec<&str>) =
        results.split(" | ").partition(|result| *result == "refused");
    Some(Answer {
        line: number.parse().ok()?,
        case: case.to_owned(),
        form,
        power: power.to_owned(),
        orders: orders.into_iter().map(str::to_owned).collect(),
        refused: refused.len(),
    })
}
