//! The routes of the HTTP API: one table of all routes, and the handlers in one file per noun. The OpenAPI
//! description is generated from the handlers.

pub(crate) mod advice;
pub(crate) mod events;
pub(crate) mod exports;
pub(crate) mod extractors;
pub(crate) mod games;
pub(crate) mod history;
pub(crate) mod learn;
pub(crate) mod lobby;
pub(crate) mod me;
pub(crate) mod orders;
pub(crate) mod people;

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
        "/me/recovery": post me::create_recovery_code;
        "/me/link": post me::create_sign_in_link;
        "/me/passphrase": put me::set_passphrase;
        "/me/sign-in": post me::sign_in;
        "/me/sign-out": post me::sign_out;
        "/me/tokens": get me::list_tokens, post me::create_token;
        "/me/tokens/{token}": delete me::delete_token;
        "/me/games": get lobby::list_my_games;
        "/games": get lobby::list_games, post lobby::create_game;
        "/games/{id}": get games::get_game;
        "/games/{id}/commands": post games::send_command;
        "/games/{id}/orders": post orders::submit_orders;
        "/games/{id}/read": post orders::read_orders;
        "/games/{id}/options": get orders::list_options;
        "/games/{id}/route": get orders::find_convoy_route;
        "/advice": post advice::advise;
        "/games/{id}/records": get history::list_records;
        "/games/{id}/records/{number}": get history::get_record;
        "/games/{id}/messages": get history::list_messages;
        "/games/{id}/events": get events::stream_events;
        "/games/{id}/picture.svg": get exports::get_svg;
        "/games/{id}/picture.png": get exports::get_png;
        "/games/{id}/report.txt": get exports::get_phase_report;
        "/games/{id}/export/python": get exports::export_python;
        "/games/{id}/export/log": get exports::export_log;
        "/games/{id}/seats/{number}/shun": put people::restrict_player;
        "/games/{id}/reports": post people::create_report;
    }

    /// Routes with large responses that are the same for everybody.
    shared_routes {
        "/presets": get lobby::list_presets;
        "/board": get learn::board;
        "/rules": get learn::list_rules;
        "/learn/sample": get learn::get_sample_game;
        "/learn/rules/{number}": get learn::get_rule;
    }
}
