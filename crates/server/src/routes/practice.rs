//! Practice puzzles. Nothing is stored: a puzzle is made again from its kind and number.

use std::sync::Arc;

use axum::extract::{Path, State};
use puzzles::{Answer, Date, Kind, Puzzle, daily};
use rules::{Orders, Province, RetreatOrder, Sheet};

use super::extractors::{ClientAddress, Json, RequestLanguage, check_limit};
use crate::app::App;
use crate::from_wire;
use crate::from_wire::orders::MAX_ORDERS_PER_LIST;
use crate::paid_work::PaidPlace;
use crate::payer::Payer;
use crate::rate_limits::RateLimitKind;
use crate::refusals::{Reason, Refused};
use crate::to_wire;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{PuzzleAnswer, PuzzleReview, PuzzleView};

/// The practice puzzle of a kind (`take`, `save`, `cut`, `fear`, `retreat`, `hold`) and a number.
///
/// The numbers 0, 3, 6 … are easy if possible, 1, 4, 7 … of medium difficulty, 2, 5, 8 … hard.
#[cfg_attr(test, utoipa::path(get, path = "/learn/practice/{kind}/{number}", tag = "learn",
    params(("kind" = String, Path), ("number" = u32, Path)),
    responses((status = 200, body = PuzzleView), (status = 404, body = Problem), (status = 429, body = Problem),
        (status = 503, body = Problem))))]
pub(crate) async fn get_puzzle(
    State(app): State<Arc<App>>,
    Path((kind, number)): Path<(String, String)>,
    RequestLanguage(language_id): RequestLanguage,
    ClientAddress(address): ClientAddress,
) -> Result<Json<PuzzleView>, Refused> {
    let wanted = puzzle_in_path(&kind, &number)?;
    let standard = app.standard;
    let place = enter(&app, address).await?;
    let made = place.run(move || {
        let puzzle = make(standard.board(), wanted)?;
        Some(to_wire::practice::puzzle(standard.board(), standard.language_pack(language_id), &puzzle))
    });
    made.await?.map(Json).ok_or_else(|| Reason::NotFound.into())
}

/// The practice puzzle of a day, `2026-11-18`. It is the same for everybody.
#[cfg_attr(test, utoipa::path(get, path = "/learn/daily/{date}", tag = "learn", params(("date" = String, Path)),
    responses((status = 200, body = PuzzleView), (status = 404, body = Problem), (status = 429, body = Problem),
        (status = 503, body = Problem))))]
pub(crate) async fn get_daily_puzzle(
    State(app): State<Arc<App>>,
    Path(date): Path<String>,
    language: RequestLanguage,
    address: ClientAddress,
) -> Result<Json<PuzzleView>, Refused> {
    let (kind, number) = daily(Date::parse(&date).ok_or(Reason::NotFound)?);
    get_puzzle(State(app), Path((kind.key().to_owned(), number.to_string())), language, address).await
}

/// Whether an answer solves a practice puzzle, with the reasons.
#[cfg_attr(test, utoipa::path(post, path = "/learn/practice/{kind}/{number}", tag = "learn",
    params(("kind" = String, Path), ("number" = u32, Path)), request_body = PuzzleAnswer,
    responses((status = 200, body = PuzzleReview), (status = 404, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem))))]
pub(crate) async fn answer_puzzle(
    State(app): State<Arc<App>>,
    Path((kind, number)): Path<(String, String)>,
    RequestLanguage(language_id): RequestLanguage,
    ClientAddress(address): ClientAddress,
    Json(body): Json<PuzzleAnswer>,
) -> Result<Json<PuzzleReview>, Refused> {
    let wanted = puzzle_in_path(&kind, &number)?;
    if body.places.len() > MAX_ORDERS_PER_LIST {
        return Err(Reason::TooManyEntries.with_limit(MAX_ORDERS_PER_LIST));
    }
    let standard = app.standard;
    let place = enter(&app, address).await?;
    let reviewed = place.run(move || -> Result<PuzzleReview, Refused> {
        let board = standard.board();
        let puzzle = make(board, wanted).ok_or(Reason::NotFound)?;
        let answer = read_answer(&puzzle, &body)?;
        let review = puzzle.review(board, &answer).ok_or(Reason::NotFound)?;
        Ok(to_wire::practice::review(board, standard.language_pack(language_id), &puzzle, &review))
    });
    reviewed.await?.map(Json)
}

fn puzzle_in_path(kind: &str, number: &str) -> Result<(Kind, u32), Refused> {
    let kind = Kind::from_key(kind).ok_or(Reason::NotFound)?;
    Ok((kind, number.parse().map_err(|_| Reason::NotFound)?))
}

fn make(board: &rules::Board, (kind, number): (Kind, u32)) -> Option<Puzzle> {
    puzzles::make(board, kind, number)
}

/// Making a puzzle takes some milliseconds of a processor: it waits and is charged as pictures are.
async fn enter(app: &Arc<App>, address: std::net::IpAddr) -> Result<PaidPlace, Refused> {
    check_limit(app, address, RateLimitKind::Expensive)?;
    PaidPlace::enter(app, &app.picture_pool, Payer::of_request(address, None)).await
}

/// The answer that this kind of puzzle asks for. Orders for other units, and illegal ones, do not count.
fn read_answer(puzzle: &Puzzle, body: &PuzzleAnswer) -> Result<Answer, Refused> {
    let board = &atlas::standard().board;
    let province = |key: &String| -> Result<Province, Refused> {
        Ok(board.province_of(from_wire::location(board, key)?))
    };
    match puzzle.kind {
        Kind::Cut | Kind::Fear => {
            Ok(Answer::Places(body.places.iter().map(province).collect::<Result<_, Refused>>()?))
        }
        Kind::Take | Kind::Save | Kind::Hold | Kind::Retreat => {
            let powers = [puzzle.power];
            let collected = from_wire::orders::read_list(board, &puzzle.position, &powers, &body.deeds)?;
            Ok(match collected.orders {
                Orders::Retreats(sheet) => {
                    let first = sheet.iter().next().map(|(_, order)| *order);
                    Answer::Retreat(first.unwrap_or(RetreatOrder::Disband))
                }
                Orders::Movement(sheet) => Answer::Orders(sheet),
                Orders::Adjustments(_) => Answer::Orders(Sheet::new(board)),
            })
        }
    }
}
