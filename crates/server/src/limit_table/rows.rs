//! The limits themselves: [`rows`] for what people can meet, [`INTERNAL`] for what they cannot.

use std::time::Duration;

use game::{Absence, Caption, Charter, Name, Text, Timetable, Title};

use super::{Above, Figure, InWords as _, Limit, limit, rate, time};
use crate::app::{MAX_BOARD_CACHE_BYTES, MAX_LIVE_GAMES, MAX_PICTURE_CACHE_BYTES, MAX_WAITING_TEXTS};
use crate::bot_games::{MAX_BOT_GAMES_PER_ADDRESS, MAX_BOT_GAMES_PER_PERSON};
use crate::config::{Config, HostTexts};
use crate::connections::{MAX_ADMIN_CONNECTIONS, MAX_HEADER_BYTES};
use crate::from_wire::orders::MAX_ORDERS_PER_LIST;
use crate::from_wire::text::MAX_TEXT_BYTES;
use crate::limits::{
    MAX_CONNECTIONS_PER_ADDRESS, MAX_OPEN_GAMES, MAX_STREAMS_PER_ADDRESS, MAX_STREAMS_PER_PERSON,
    MAX_WAITING_ADVICE, MAX_WAITING_PASSPHRASES, MAX_WAITING_PICTURES, MIN_CONNECTIONS, RESERVED_OPEN_FILES,
    Timeouts,
};
use crate::moderation::{MAX_REASON_CHARS, MAX_SUSPENSION_DAYS};
use crate::notifications::channels::{MAX_CHANNELS, MAX_EMAIL_CHARS, MAX_URL_CHARS};
use crate::notifications::http_client::MAX_REDIRECTS;
use crate::notifications::plan::{MAX_REMIND_MINUTES, MIN_REMIND_MINUTES};
use crate::notifications::reliability::MAX_COUNTED_GAMES;
use crate::notifications::runner::MAX_NOTIFICATION_AGE_SECONDS;
use crate::notifications::sender::{
    MAX_FAILING_SECONDS, MAX_MAILS_PER_DAY, MAX_RETRY_SECONDS, MAX_SENDING_SECONDS,
};
use crate::pictures::{ALLOWED_WIDTHS, MAX_FILM_PHASES, MAX_FILM_WIDTH_PIXELS, MAX_QR_TEXT_BYTES};
use crate::rate_limits::{MAX_ADDRESSES_PER_NETWORK, MAX_BUCKETS, RateLimitKind};
use crate::recent_use::MAX_COUNTED_BOT_SECONDS;
use crate::refusals::Reason;
use crate::routes::admin_reports::MAX_ADMIN_ROWS;
use crate::routes::advice::{MAX_SHEETS, MAX_WORK_UNITS};
use crate::routes::commands::MAX_IDEMPOTENCY_KEY_CHARS;
use crate::routes::extractors::MAX_REQUEST_BODY_BYTES;
use crate::routes::feeds::{MAX_CALENDAR_GAMES, MAX_FEED_ENTRIES};
use crate::routes::games::{MAX_OWN_GAMES, MAX_SHOWN_RESULTS};
use crate::routes::messages::MAX_MESSAGES_BYTES;
use crate::routes::notifications::{MAX_CONFIRMATIONS_PER_DAY, MAX_SHOWN_NOTIFICATIONS};
use crate::routes::reports::MAX_REPORT_CHARS;
use crate::routes::sign_in::{LINK_SECONDS, MAX_PASSPHRASE_CHARS, MIN_PASSPHRASE_CHARS};
use crate::routes::tokens::MAX_TOKEN_DAYS;
use crate::session::MAX_KEYS;
use crate::storage_budget::{
    MAX_ADDRESS_STORED_BYTES_PER_HOUR, MAX_BOT_STORED_BYTES_PER_HOUR, MAX_STORED_BYTES_PER_HOUR,
};
use crate::to_wire::view::MAX_LOG_ENTRIES;

/// A constant with its path in the code.
macro_rules! figure {
    ($constant:path) => {
        Figure { path: stringify!($constant), text: $constant.in_words() }
    };
    (kilobytes $constant:path) => {
        Figure { path: stringify!($constant), text: format!("{} kB", ($constant / 1024).in_words()) }
    };
    (megabytes $constant:path) => {
        Figure { path: stringify!($constant), text: format!("{} MB", ($constant >> 20).in_words()) }
    };
    (seconds $constant:path) => {
        Figure { path: stringify!($constant), text: time($constant as u64) }
    };
}

/// The table, in the order in which hosts read it.
pub(super) fn rows() -> Vec<Limit> {
    use Above::{Other, Refused};
    let Timeouts { head, body, write } = Timeouts::DEFAULT;
    let timeout = |what, time: Duration, above| limit(what, &time.in_words(), [], Other(above));
    vec![
        // Connections.
        limit(
            "connections of all clients",
            "what the limit of open files allows, less {}; at least {}",
            [figure!(RESERVED_OPEN_FILES), figure!(MIN_CONNECTIONS)],
            Refused(Reason::Busy),
        )
        .set_by("--max-connections"),
        limit(
            "connections of one address; behind a trusted proxy, open requests of one client address",
            "{}, and at most a quarter of all",
            [figure!(MAX_CONNECTIONS_PER_ADDRESS)],
            Refused(Reason::TooManyConnections),
        )
        .set_by("--max-connections-per-address"),
        limit(
            "event streams of one address",
            "{}, three quarters of its connections",
            [figure!(MAX_STREAMS_PER_ADDRESS)],
            Refused(Reason::TooManyStreams),
        )
        .set_by("--max-streams-per-address"),
        limit(
            "event streams of one person",
            "{}",
            [figure!(MAX_STREAMS_PER_PERSON)],
            Refused(Reason::TooManyStreams),
        )
        .set_by("--max-streams-per-person"),
        limit("connections of administrators", "{}", [figure!(MAX_ADMIN_CONNECTIONS)], Refused(Reason::Busy)),
        timeout("time for the head of a request, and between requests", head, "the connection is closed"),
        timeout("time for the body of a request", body, "408 `too_slow`"),
        timeout("time in which a client takes nothing of its answer", write, "the connection is closed"),
        limit("the head of a request", "{}", [figure!(kilobytes MAX_HEADER_BYTES)], Other("431")),
        limit("the body of a request", "{}", [figure!(kilobytes MAX_REQUEST_BODY_BYTES)], Refused(Reason::TooLarge)),
        // Rates.
        rate(
            "requests that change something, per person; of unknown callers per address",
            RateLimitKind::Write,
        ),
        rate("all requests, per address", RateLimitKind::Read),
        rate("new identities, per address", RateLimitKind::NewIdentity),
        rate("sign-ins and new passphrases, per address", RateLimitKind::SignIn),
        rate(
            "passphrases for one account from unknown browsers, from all addresses together",
            RateLimitKind::PassphraseGuess,
        ),
        rate("new games, pictures, exports and reports, per address", RateLimitKind::Expensive),
        rate("advice, per address", RateLimitKind::Advice),
        rate("short codes of games at a table, per address", RateLimitKind::TableCode),
        limit(
            "rates and connections of an IPv6 site (a /48); a network in it (a /64) counts as one address",
            "{} times those of one address",
            [figure!(MAX_ADDRESSES_PER_NETWORK)],
            Other("as for one address"),
        ),
        limit(
            "callers that are counted at the same time",
            "{}",
            [figure!(MAX_BUCKETS)],
            Other("those not seen for the longest time are forgotten"),
        ),
        // Work.
        limit(
            "requests that wait for a picture",
            "{}",
            [figure!(MAX_WAITING_PICTURES)],
            Refused(Reason::Busy),
        )
        .set_by("--max-waiting-pictures"),
        limit("requests that wait for advice", "{}", [figure!(MAX_WAITING_ADVICE)], Refused(Reason::Busy))
            .set_by("--max-waiting-advice"),
        limit(
            "requests that wait for a passphrase",
            "{}",
            [figure!(MAX_WAITING_PASSPHRASES)],
            Refused(Reason::Busy),
        )
        .set_by("--max-waiting-passphrases"),
        limit(
            "long texts of orders that wait to be read",
            "{}",
            [figure!(MAX_WAITING_TEXTS)],
            Refused(Reason::Busy),
        ),
        limit(
            "of those that wait, from one address; from one person",
            "half; a quarter",
            [],
            Refused(Reason::Busy),
        ),
        limit(
            "processor time for pictures, exports, advice and games of bots alone, per person and per address",
            "{} s per hour",
            [figure!(Config::DEFAULT_WORK_SECONDS_PER_HOUR)],
            Other("429 `work_budget_used`, with the time to wait; bots wait"),
        )
        .set_by("--work-budget"),
        limit(
            "processor time of bots that counts in their queue, per person and per address",
            "{} s, forgotten within an hour",
            [figure!(MAX_COUNTED_BOT_SECONDS)],
            Other("bots of those who have used less are served first"),
        ),
        limit(
            "unfinished games that only bots play",
            "{} per person, {} per address",
            [figure!(MAX_BOT_GAMES_PER_PERSON), figure!(MAX_BOT_GAMES_PER_ADDRESS)],
            Refused(Reason::TooManyBotGames),
        ),
        limit(
            "what such games store, per maker",
            "{} per hour",
            [figure!(megabytes MAX_BOT_STORED_BYTES_PER_HOUR)],
            Other("their bots wait"),
        ),
        limit(
            "what the commands of a person store; of all people at one IPv4 address or in one IPv6 site",
            "{} per hour; {} per hour",
            [figure!(megabytes MAX_STORED_BYTES_PER_HOUR), figure!(megabytes MAX_ADDRESS_STORED_BYTES_PER_HOUR)],
            Refused(Reason::StorageBudgetUsed),
        ),
        limit(
            "a deadline waits for the server's own bots",
            "{}",
            [figure!(game::MAX_BOT_HOLD)],
            Other("the bot answers at once, with little thought"),
        ),
        limit(
            "cached pictures; boards",
            "{}; {}",
            [figure!(megabytes MAX_PICTURE_CACHE_BYTES), figure!(megabytes MAX_BOARD_CACHE_BYTES)],
            Other("those not used for the longest time are drawn again"),
        ),
        limit(
            "games in memory",
            "{}",
            [figure!(MAX_LIVE_GAMES)],
            Other("those not used for the longest time are read again when needed"),
        ),
        limit(
            "connections to PostgreSQL, per node",
            "{}",
            [figure!(store::MAX_NODE_CONNECTIONS)],
            Other("statements wait"),
        ),
        // People.
        limit("open games of one creator", "{}", [figure!(MAX_OPEN_GAMES)], Refused(Reason::TooManyGames))
            .set_by("--max-open-games"),
        limit("own games in a list", "{}", [figure!(MAX_OWN_GAMES)], Other("older ones are left out")),
        limit(
            "keys (browsers, tokens, links) of a person",
            "{}",
            [figure!(MAX_KEYS)],
            Other("the oldest browser or link is signed out; tokens: 422 `too_many_tokens`"),
        ),
        limit("a token", "1 to {} days", [figure!(MAX_TOKEN_DAYS)], Refused(Reason::TokenDays)),
        limit(
            "a suspension; the reason of an administrator",
            "{} days; {} characters",
            [figure!(MAX_SUSPENSION_DAYS), figure!(MAX_REASON_CHARS)],
            Other("422 `token_days`; 422 `words_too_long`"),
        ),
        limit(
            "the imprint, the privacy text",
            "{} bytes each",
            [figure!(HostTexts::MAX_BYTES)],
            Other("the server does not start"),
        ),
        limit(
            "reports, and entries of the audit log, in one response",
            "{}",
            [figure!(MAX_ADMIN_ROWS)],
            Other("ask again with `after`"),
        ),
        limit("a one-time link", "{}", [figure!(seconds LINK_SECONDS)], Refused(Reason::NotRecognised)),
        limit(
            "a passphrase",
            "{} to {} characters",
            [figure!(MIN_PASSPHRASE_CHARS), figure!(MAX_PASSPHRASE_CHARS)],
            Refused(Reason::PassphraseLength),
        ),
        limit(
            "a name, a token's label",
            "{} characters",
            [figure!(Name::MAX_CHARS)],
            Refused(Reason::WordsTooLong),
        ),
        limit("a report", "{} characters", [figure!(MAX_REPORT_CHARS)], Refused(Reason::WordsTooLong)),
        // Requests.
        limit(
            "an `Idempotency-Key`",
            "{} characters",
            [figure!(MAX_IDEMPOTENCY_KEY_CHARS)],
            Refused(Reason::WordsTooLong),
        ),
        limit(
            "the text of a QR code",
            "{} bytes",
            [figure!(MAX_QR_TEXT_BYTES)],
            Refused(Reason::WordsTooLong),
        ),
        limit(
            "the width of a picture",
            &format!("{} to {} pixels", ALLOWED_WIDTHS.start().in_words(), ALLOWED_WIDTHS.end().in_words()),
            [],
            Refused(Reason::WidthOutOfRange),
        ),
        limit(
            "the width of a film of a game",
            "{} pixels",
            [figure!(MAX_FILM_WIDTH_PIXELS)],
            Refused(Reason::WidthOutOfRange),
        ),
        limit(
            "the phases that a film of a game shows",
            "the newest {}",
            [figure!(MAX_FILM_PHASES)],
            Other("earlier ones are left out"),
        ),
        limit(
            "advice",
            "{} sheets, {} units of work",
            [figure!(MAX_SHEETS), figure!(MAX_WORK_UNITS)],
            Other("422 `how_many_sheets`, `too_much_work`"),
        ),
        limit(
            "log entries that are sent with a game",
            "the newest {}",
            [figure!(MAX_LOG_ENTRIES)],
            Other("older ones are in the export"),
        ),
        // Orders.
        limit("a text of orders", "{} bytes", [figure!(MAX_TEXT_BYTES)], Refused(Reason::WordsTooLong)),
        limit(
            "a line of orders",
            "{} bytes, {} orders",
            [figure!(language::MAX_LINE_BYTES), figure!(language::MAX_ORDERS_PER_LINE)],
            Other("the line is refused"),
        ),
        limit(
            "a list of orders",
            "{} entries",
            [figure!(MAX_ORDERS_PER_LIST)],
            Refused(Reason::TooManyEntries),
        ),
        limit(
            "a sheet of builds and removals",
            "{} lines",
            [figure!(game::MAX_ADJUSTMENT_ENTRIES)],
            Refused(Reason::TooManyEntries),
        ),
        // Games.
        limit(
            "the title of a game",
            "{} characters",
            [figure!(Title::MAX_CHARS)],
            Refused(Reason::WordsTooLong),
        ),
        limit("a message", "{} characters", [figure!(Text::MAX_CHARS)], Refused(Reason::WordsTooLong)),
        limit(
            "messages in one response",
            "about {}",
            [figure!(kilobytes MAX_MESSAGES_BYTES)],
            Other("`more` says that there are further ones"),
        ),
        limit(
            "messages of a player in one stage of a phase",
            "{}",
            [figure!(game::MAX_MESSAGES_PER_STAGE)],
            Refused(Reason::TooManyMessages),
        ),
        limit(
            "all actions of a player in one stage of a phase",
            "{}",
            [figure!(game::MAX_ACTIONS_PER_STAGE)],
            Refused(Reason::TooManyActs),
        ),
        limit(
            "what a player, or the game master, adds to a game's log in one stage; orders and votes half as much again",
            "{}",
            [figure!(kilobytes game::MAX_STAGE_LOG_BYTES)],
            Refused(Reason::StageLogFull),
        ),
        limit(
            "the same in a whole game",
            "{}",
            [figure!(megabytes game::MAX_GAME_LOG_BYTES)],
            Refused(Reason::GameLogFull),
        ),
        limit(
            "sketches of a player",
            "{}",
            [figure!(game::MAX_SKETCHES_PER_SEAT)],
            Refused(Reason::TooManySketches),
        ),
        limit(
            "units, arrows and marks on a sketch",
            "{} of each",
            [figure!(game::MAX_SKETCH_PARTS)],
            Refused(Reason::SketchTooLarge),
        ),
        limit(
            "the caption of a sketch",
            "{} characters",
            [figure!(Caption::MAX_CHARS)],
            Refused(Reason::WordsTooLong),
        ),
        limit(
            "drafts by name of a player",
            "{} of {} characters",
            [figure!(game::MAX_NAMED_DRAFTS), figure!(game::DraftName::MAX_CHARS)],
            Refused(Reason::TooManyDrafts),
        ),
        limit(
            "plans of a player for the next movement",
            "{}, with {} conditions each",
            [figure!(game::MAX_PLANS_AHEAD), figure!(game::MAX_CONDITION_PARTS)],
            Refused(Reason::TooManyPlans),
        ),
        limit(
            "open votes of a player",
            "{}",
            [figure!(game::MAX_OPEN_QUESTIONS_PER_SEAT)],
            Refused(Reason::TooManyQuestions),
        ),
        limit("joins before a game starts", "{}", [figure!(game::MAX_JOINS)], Refused(Reason::Full)),
        limit(
            "joins before a game starts, with bots",
            "{}",
            [figure!(game::MAX_MEMBERS)],
            Refused(Reason::Full),
        ),
        limit(
            "players who have a vote, to remove another one",
            "at least {}",
            [figure!(game::MIN_VOTERS_TO_REMOVE)],
            Refused(Reason::TooFewToRemove),
        ),
        limit(
            "roll-backs of a game",
            "{}",
            [figure!(game::MAX_ROLL_BACKS)],
            Refused(Reason::TooManyRollBacks),
        ),
        limit(
            "the length of a stage",
            "{}",
            [figure!(Timetable::MAX_STAGE_LENGTH)],
            Refused(Reason::PhaseLength),
        ),
        limit(
            "days away by the calendar, and time in the bank of a player",
            "{}, {}",
            [figure!(Charter::MAX_CALENDAR), figure!(Charter::MAX_TIME_BANK)],
            Refused(Reason::Calendar),
        ),
        limit(
            "absences of a player that are still to come",
            "{}, within {}",
            [figure!(game::MAX_ABSENCES), figure!(game::MAX_ABSENCE_AHEAD)],
            Refused(Reason::AbsenceTimes),
        ),
        limit("lending a seat", "{}", [figure!(game::MAX_LOAN)], Refused(Reason::LoanTimes)),
        limit("gathering players", "{}", [figure!(Charter::MAX_GATHERING)], Refused(Reason::GatherWithin)),
        limit("checking in", "{}", [figure!(Charter::MAX_CHECK_IN)], Refused(Reason::CheckIn)),
        limit(
            "the delay of a stage by votes and the game master",
            "{}",
            [figure!(Charter::MAX_DELAY)],
            Refused(Reason::Delay),
        ),
        limit(
            "what spectators see is delayed by",
            "{}",
            [figure!(Charter::MAX_SPECTATOR_DELAY)],
            Refused(Reason::Watching),
        ),
        limit(
            "waiting for an absent player",
            "{}, {} times",
            [figure!(Absence::MAX_WAIT), figure!(Absence::MAX_GRACES)],
            Refused(Reason::Absence),
        ),
        // Notifications.
        limit("places where one person is notified", "{}", [figure!(MAX_CHANNELS)], Refused(Reason::TooManyChannels)),
        limit(
            "questions to one e-mail address whether it is right, per day",
            "{}",
            [figure!(MAX_CONFIRMATIONS_PER_DAY)],
            Refused(Reason::TooManyMails),
        ),
        limit(
            "mails to one address per day",
            "{}",
            [figure!(MAX_MAILS_PER_DAY)],
            Other("the rest waits for the next day, and is sent in one mail"),
        ),
        limit("an e-mail address", "{} characters", [figure!(MAX_EMAIL_CHARS)], Refused(Reason::NoSuchEmail)),
        limit("the address of a webhook", "{} characters", [figure!(MAX_URL_CHARS)], Refused(Reason::NoSuchAddress)),
        limit(
            "minutes before a deadline at which somebody is reminded",
            "from {} to {}",
            [figure!(MIN_REMIND_MINUTES), figure!(MAX_REMIND_MINUTES)],
            Refused(Reason::NoSuchReminder),
        ),
        limit(
            "sending one message, and its redirects",
            "{}, {}",
            [figure!(seconds MAX_SENDING_SECONDS), figure!(MAX_REDIRECTS)],
            Other("it is tried again later"),
        ),
        limit(
            "trying again to send: the longest wait, and the whole time",
            "{}, {}",
            [figure!(seconds MAX_RETRY_SECONDS), figure!(seconds MAX_FAILING_SECONDS)],
            Other("the channel is given up, which the log and the person's page say"),
        ),
        limit(
            "notifications on a page, and how long they are kept",
            "{}, {}",
            [figure!(MAX_SHOWN_NOTIFICATIONS), figure!(seconds MAX_NOTIFICATION_AGE_SECONDS)],
            Other("older ones are not shown, and deleted"),
        ),
        limit(
            "games of a calendar, and phases of the feed of a game",
            "{}, {}",
            [figure!(MAX_CALENDAR_GAMES), figure!(MAX_FEED_ENTRIES)],
            Other("the newest"),
        ),
        limit(
            "finished games with a result in the list of one's own, and games that count for reliability",
            "{}, {}",
            [figure!(MAX_SHOWN_RESULTS), figure!(MAX_COUNTED_GAMES)],
            Other("the newest"),
        ),
    ]
}

/// Constants that nobody can meet: sizes of caches, queries and inner queues, and limits behind a smaller one.
pub(super) const INTERNAL: &[&str] = &[
    "game/src/decide/deadline.rs MAX_TIME_ASIDE",
    "game/src/seats.rs MIN_ABSENCE_NOTICE",
    "game/src/time.rs MAX_CLOCK_DIFFERENCE",
    "game/src/time.rs MAX_SECONDS",
    "game/src/timetable.rs MAX_CALENDAR_SHIFT",
    "game/src/timetable.rs MAX_TIME_AFTER_ABSENCE",
    "language/src/locale.rs MAX_FILE_BYTES",
    "language/src/read/grammar/mod.rs MAX_CANDIDATES_PER_PIECE",
    "language/src/read/grammar/mod.rs MAX_STEPS_PER_PIECE",
    "language/src/read/interpret.rs MAX_PIECE_BYTES",
    "language/src/read/interpret.rs MAX_WORDS_OF_AN_ORDER",
    "language/src/read/remarks.rs MAX_WORDS_WITH_REMARK",
    "language/src/read/interpret.rs MAX_READINGS",
    "language/src/read/interpret.rs MAX_TOKENS_PER_PIECE",
    "language/src/read/lattice.rs MAX_WORDS_PER_NAME",
    "language/src/read/lexicon.rs MAX_LANGUAGES",
    "language/src/read/lines.rs MAX_HEADING_WORDS",
    "language/src/read/piece_reader.rs MAX_WORDS_PER_PIECE",
    "language/src/read/piece_reader.rs MIN_WORDS_OF_PROSE",
    "language/src/read/suggest.rs MAX_DISTANCE_STEPS",
    "language/src/read/suggest.rs MAX_SUGGESTIONS",
    "language/src/read/tokens.rs MAX_WORD_BYTES",
    "language/src/read/typos.rs MAX_NAME_LETTERS",
    "language/src/read/typos.rs MAX_SEPARATE_WORD_LETTERS",
    "language/src/read/typos.rs MIN_UNCERTAIN_COST",
    "server/src/accept_language.rs MAX_LANGUAGES",
    "server/src/bot_games.rs MAX_OWN_GAMES",
    "server/src/bot_games.rs MAX_REMEMBERED",
    "server/src/bot_runner.rs MAX_GAMES_PER_QUERY_SHARED",
    "server/src/compression.rs MAX_CACHED",
    "server/src/compression.rs MAX_RESPONSE_BYTES",
    "server/src/connections.rs MAX_REFUSED_AT_A_TIME",
    "server/src/deadline_runner.rs MAX_AHEAD_PER_QUERY",
    "server/src/deadline_runner.rs MAX_DUE_PER_QUERY",
    "server/src/deadline_runner.rs MAX_PARALLEL_TICKS",
    "server/src/deadline_runner.rs MAX_WAIT",
    "server/src/hourly_budget.rs MAX_ACCOUNTS",
    "server/src/live_game.rs MAX_APPEND_ATTEMPTS",
    "server/src/other_nodes.rs MAX_GAMES_PER_QUERY",
    "server/src/notifications/calendar.rs MAX_LINE_BYTES",
    "server/src/notifications/channels.rs MAX_LABEL_CHARS",
    "server/src/notifications/decide.rs MAX_AGE_SECONDS",
    "server/src/notifications/http_client.rs MAX_ANSWER_BYTES",
    "server/src/notifications/push.rs MAX_KEPT_SECONDS",
    "server/src/notifications/reliability.rs MIN_COUNTED_PHASES",
    "server/src/notifications/runner.rs MAX_GAMES_PER_QUERY",
    "server/src/notifications/runner.rs MAX_PARALLEL_GAMES",
    "server/src/notifications/runner.rs MAX_REMINDERS_PER_QUERY",
    "server/src/notifications/runner.rs MAX_REMINDER_DELAY_SECONDS",
    "server/src/notifications/runner.rs MAX_WAIT",
    "server/src/notifications/runner.rs MIN_REMINDED_STAGE_SECONDS",
    "server/src/notifications/sender.rs MAX_PARALLEL_CHANNELS",
    "server/src/notifications/sender.rs MAX_SECONDS_PER_CHANNEL",
    "server/src/notifications/sender.rs MAX_WAIT",
    "server/src/notifications/sender.rs MIN_RETRY_SECONDS",
    "server/src/notifications/text.rs MAX_QUOTED_CHARS",
    "store/src/notifications.rs MAX_CLAIMED_DELIVERIES",
    "store/src/postgres/notifications.rs MAX_CLAIMED_GAMES",
    "server/src/open_keys.rs MIN_CLEANUP",
    "server/src/rate_limits.rs MAX_RECENT_PER_SHARD",
    "server/src/reach.rs MAX_REACH_URLS",
    "server/src/refusals.rs MAX_ABOUT_CHARS",
    "server/src/routes/games.rs MAX_GAMES_WITH_FREE_SEAT",
    "server/src/routes/games.rs MAX_PAGES_SEARCHED",
    "server/src/routes/orders.rs MAX_QUICK_TEXT_BYTES",
    "server/src/routes/orders.rs MAX_REREADS",
    "server/src/routes/sign_in.rs MAX_CODE_BYTES",
    "server/src/routes/sign_in.rs MAX_HANDLE_BYTES",
    "server/src/routes/sign_in.rs MAX_PASSPHRASE_BYTES",
    "server/src/routes/table.rs MAX_GAMES_PER_CODE",
    "server/src/rulebook_examples.rs MAX_OTHER_EXAMPLES",
    "server/src/session.rs MAX_CACHED_SESSIONS",
    "server/src/session.rs MAX_SECRET_BYTES",
    "server/src/steady_clock.rs MAX_DOUBT",
    "server/src/steady_clock.rs MAX_STEP_MS",
    "store/src/due_work.rs MAX_CLAIM_SECONDS",
    "store/src/lib.rs MAX_ROWS",
    "store/src/open_postgres.rs MAX_CONNECTIONS",
    "store/src/open_postgres.rs MAX_UNSYNCED_CONNECTIONS",
    "store/src/postgres/check.rs MAX_ATTEMPTS",
    "store/src/postgres/due_work.rs MAX_CLAIMED_GAMES",
    "store/src/postgres/games.rs MAX_CHAIN_FILLS",
    "store/src/postgres/notices.rs MAX_NOTICES_PER_MESSAGE",
    "store/src/postgres/notices.rs MAX_QUEUED_NOTICES",
    "store/src/sqlite/check.rs MAX_FILE_FAULTS",
    "store/src/sqlite/file.rs MAX_PREPARED_STATEMENTS",
    "store/src/sqlite/readers.rs MAX_QUEUED_REQUESTS",
    "store/src/sqlite/salvage/pages.rs MAX_COLUMNS",
    "store/src/sqlite/salvage/pages.rs MAX_ROW_BYTES",
    "store/src/sqlite/writer.rs MAX_JOBS_PER_COMMIT",
    "store/src/sqlite/writer.rs MAX_QUEUED_REQUESTS",
];
