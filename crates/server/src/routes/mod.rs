//! The routes of the HTTP API: one table of all routes, and the handlers in one file per noun. The OpenAPI
//! description is generated from the handlers.

pub(crate) mod admin;
pub(crate) mod admin_actions;
pub(crate) mod admin_reports;
pub(crate) mod advice;
pub(crate) mod board;
pub(crate) mod commands;
pub(crate) mod course;
pub(crate) mod course_progress;
pub(crate) mod events;
pub(crate) mod exports;
pub(crate) mod extractors;
pub(crate) mod feeds;
pub(crate) mod films;
pub(crate) mod games;
pub(crate) mod health;
pub(crate) mod hints;
pub(crate) mod host_texts;
pub(crate) mod mail_links;
pub(crate) mod me;
pub(crate) mod messages;
pub(crate) mod notices;
pub(crate) mod notifications;
pub(crate) mod orders;
pub(crate) mod own_data;
pub(crate) mod pictures;
pub(crate) mod places;
pub(crate) mod practice;
pub(crate) mod presets;
pub(crate) mod records;
pub(crate) mod reports;
pub(crate) mod restrictions;
pub(crate) mod rules;
pub(crate) mod second_person;
pub(crate) mod sign_in;
pub(crate) mod table;
pub(crate) mod tokens;

use std::sync::Arc;

use axum::Router;
use axum::routing::MethodRouter;

use crate::app::App;
use crate::compression::compress;

/// Every route of the API, below `/api`.
pub(crate) fn api_routes() -> Router<Arc<App>> {
    personal_routes().merge(shared_routes().layer(axum::middleware::from_fn(compress)))
}

/// One table for the router and the OpenAPI description. A handler without a description does not compile in
/// tests, and `openapi_generator.rs` compares the paths (decision 102).
macro_rules! routes {
    ($($(#[$doc:meta])* $group:ident { $($path:literal: $($method:ident $file:ident::$handler:ident),+;)+ })+) => {
        $(
            $(#[$doc])*
            fn $group() -> Router<Arc<App>> {
                Router::new()$(.route($path, MethodRouter::new()$(.$method($file::$handler))+))+
            }
        )+

        #[cfg(test)]
        #[derive(utoipa::OpenApi)]
        #[openapi(paths($($($($file::$handler),+),+),+))]
        pub(crate) struct ApiDescription;

        /// Method and path of each route.
        #[cfg(test)]
        pub(crate) const TABLE: &[(&str, &str)] = &[$($($((stringify!($method), $path)),+),+),+];
    };
}

routes! {
    /// Routes whose responses depend on the caller.
    personal_routes {
        "/me": get me::get_me, post me::set_name, delete me::delete_me;
        "/me/second": post second_person::add_second_person;
        "/me/switch": post second_person::switch_person;
        "/me/recovery": post sign_in::create_recovery_code;
        "/me/link": post sign_in::create_sign_in_link;
        "/me/passphrase": put sign_in::set_passphrase;
        "/me/sign-in": post sign_in::sign_in;
        "/me/sign-out": post sign_in::sign_out;
        "/me/sign-out-everywhere": post sign_in::sign_out_everywhere;
        "/me/data": get own_data::download_my_data;
        "/me/notices": get notices::list_notices;
        "/me/notices/{number}": delete notices::delete_notice;
        "/me/notifications": get notifications::list_notifications;
        "/me/notifications/read": post notifications::mark_notifications_read;
        "/me/notifications/settings": get notifications::get_notification_settings, put notifications::set_notification_settings;
        "/me/channels": post notifications::add_channel;
        "/me/channels/{number}": put notifications::set_channel_options, delete notifications::delete_channel;
        "/me/channels/{number}/test": post notifications::test_channel;
        "/me/feed": post notifications::renew_feed, delete notifications::delete_feed;
        "/me/reliability": get notifications::get_reliability;
        "/feeds/{secret}/calendar.ics": get feeds::get_calendar;
        "/feeds/{secret}/notifications.atom": get feeds::get_notification_feed;
        "/mail/{secret}/confirm": get mail_links::ask_to_confirm, post mail_links::confirm_address;
        "/mail/{secret}/stop": get mail_links::ask_to_stop, post mail_links::stop_mails;
        "/me/course": post course_progress::add_course_progress;
        "/me/tokens": get tokens::list_tokens, post tokens::create_token;
        "/me/tokens/{token}": delete tokens::delete_token;
        "/me/games": get games::list_my_games;
        "/games": get games::list_games, post games::create_game;
        "/games/{id}": get games::get_game;
        "/games/{id}/commands": post commands::send_command;
        "/games/{id}/orders": post orders::submit_orders;
        "/games/{id}/read": post orders::read_orders;
        "/games/{id}/options": get orders::list_options;
        "/games/{id}/hint": post hints::give_hint;
        "/games/{id}/route": get orders::find_convoy_route;
        "/games/{id}/records": get records::list_records;
        "/games/{id}/records/{number}": get records::get_record;
        "/games/{id}/records/{number}/pieces": get table::list_piece_steps;
        "/games/{id}/preview": get records::preview_phase;
        "/games/{id}/report.txt": get records::get_phase_report;
        "/games/{id}/messages": get messages::list_messages;
        "/games/{id}/feed.atom": get feeds::get_game_feed;
        "/games/{id}/events": get events::stream_events;
        "/games/{id}/picture.svg": get pictures::get_svg;
        "/games/{id}/picture.png": get pictures::get_png;
        "/games/{id}/film.gif": get films::get_gif;
        "/games/{id}/film.apng": get films::get_apng;
        "/games/{id}/film.html": get films::get_page;
        "/qr.svg": post pictures::create_qr_code;
        "/games/{id}/export/python": get exports::export_python;
        "/games/{id}/export/log": get exports::export_log;
        "/games/{id}/seats/{number}/shun": put restrictions::restrict_player;
        "/games/{id}/reports": post reports::create_report;
        "/tables/{code}": get table::find_table;
        "/reach": get table::get_reach;
        "/clock": get table::get_clock;
        "/advice": post advice::advise;
        "/host": get host_texts::list_host_texts;
        "/host/imprint": get host_texts::get_imprint;
        "/host/privacy": get host_texts::get_privacy;
        "/admin/reports": get admin_reports::list_reports;
        "/admin/audit": get admin_reports::list_audit;
        "/admin/actions": post admin_actions::take_action;
    }

    /// Routes with large responses that are the same for everybody.
    shared_routes {
        "/presets": get presets::list_presets;
        "/board": get board::get_board;
        "/palettes": get board::list_palettes;
        "/places": get places::list_places;
        "/rules": get rules::list_rules;
        "/learn/rules/{number}": get rules::get_rule;
        "/learn/lessons": get rules::list_lessons;
        "/learn/lessons/{key}": get rules::get_lesson;
        "/learn/sample": get rules::get_sample_game;
        "/learn/practice/{kind}/{number}": get practice::get_puzzle, post practice::answer_puzzle;
        "/learn/daily/{date}": get practice::get_daily_puzzle;
        "/learn/course": get course::list_course;
        "/learn/course/{key}": get course::get_course_lesson;
        "/learn/reference": get course::list_reference;
        "/learn/examples/{id}": get course::get_example;
        "/learn/examples/{id}/try": post course::try_orders;
    }
}
