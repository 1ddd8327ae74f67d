//! The API: one file per subject. Each route says what it takes and what it answers; OpenAPI is made from
//! that.

pub(crate) mod advice;
pub(crate) mod asked;
pub(crate) mod events;
pub(crate) mod games;
pub(crate) mod history;
pub(crate) mod learn;
pub(crate) mod lobby;
pub(crate) mod me;
pub(crate) mod orders;
pub(crate) mod out;
pub(crate) mod people;

use std::sync::Arc;

use axum::Router;
use axum::routing::MethodRouter;

use crate::app::App;
use crate::packed::pack;

/// Every route of the API, below `/api`.
pub(crate) fn all() -> Router<Arc<App>> {
    personal().merge(for_everybody().layer(axum::middleware::from_fn(pack)))
}

/// One table for what is served and what is described: a handler without a description does not compile in
/// tests, and `description.rs` compares the paths.
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
        pub(crate) struct Described;

        /// Method and path of each route.
        #[cfg(test)]
        pub(crate) const TABLE: &[(&str, &str)] = &[$($($((stringify!($method), $path)),+),+),+];
    };
}

routes! {
    /// What depends on who asks.
    personal {
        "/me": get me::show, post me::name, delete me::delete;
        "/me/recovery": post me::recovery;
        "/me/link": post me::link;
        "/me/passphrase": put me::passphrase;
        "/me/sign-in": post me::sign_in;
        "/me/sign-out": post me::sign_out;
        "/me/tokens": get me::tokens, post me::new_token;
        "/me/tokens/{token}": delete me::drop_token;
        "/me/games": get lobby::own;
        "/games": get lobby::list, post lobby::create;
        "/games/{id}": get games::show;
        "/games/{id}/commands": post games::command;
        "/games/{id}/orders": post orders::hand_in;
        "/games/{id}/read": post orders::read;
        "/games/{id}/options": get orders::options;
        "/games/{id}/route": get orders::route;
        "/advice": post advice::advise;
        "/games/{id}/records": get history::records;
        "/games/{id}/records/{number}": get history::record;
        "/games/{id}/messages": get history::messages;
        "/games/{id}/events": get events::listen;
        "/games/{id}/picture.svg": get out::svg;
        "/games/{id}/picture.png": get out::png;
        "/games/{id}/report.txt": get out::report;
        "/games/{id}/export/python": get out::python;
        "/games/{id}/export/log": get out::log;
        "/games/{id}/seats/{number}/shun": put people::shun;
        "/games/{id}/reports": post people::report;
    }

    /// What is the same for everybody, and large.
    for_everybody {
        "/presets": get lobby::presets;
        "/board": get learn::board;
        "/rules": get learn::rules;
        "/learn/sample": get learn::sample;
        "/learn/rules/{number}": get learn::diagrams;
    }
}
