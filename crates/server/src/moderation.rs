//! What administrators do: each action is in the audit log before it is done, and those concerned get a notice.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::header::HOST;
use axum::http::request::Parts;
use game::{Actor, Command, Person, Sender, Text};
use store::{AuditRow, GameId, NoticeRow, PersonRow, PersonStatus, Role};

use crate::app::App;
use crate::erase_person::{replace_name, wipe_deleted};
use crate::person_names::check_name;
use crate::refusals::{Reason, Refused};
use crate::secrets::normalize_handle;
use crate::session::{Caller, Visitor, end_keys};
use crate::wire::{AdminAction, PersonRef};

pub(crate) const MAX_SUSPENSION_DAYS: u32 = 3650;
pub(crate) const MAX_REASON_CHARS: usize = 1000;
const SECONDS_PER_DAY: i64 = 86_400;
const FOR_EVER: i64 = i64::MAX;

/// Marks requests that come through the administrators' address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FromAdminAddress;

/// Somebody who may keep order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Administrator {
    /// The host of the server, at the administrators' address.
    Host,
    Person(Person),
}

impl<S: Send + Sync> FromRequestParts<S> for Administrator
where
    Arc<App>: FromRef<S>,
{
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let app = Arc::<App>::from_ref(state);
        if parts.extensions.get::<FromAdminAddress>().is_some() {
            // A page of another site must not reach this address under a name of its own.
            let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok());
            return match host.is_none_or(|host| app.config.allowed_hosts.allows(host)) {
                true => Ok(Self::Host),
                false => Err(Reason::OtherOrigin.into()),
            };
        }
        let Visitor(caller) = Visitor::from_request_parts(parts, state).await?;
        let caller: Caller = caller.ok_or(Reason::IdentityNeeded)?;
        caller.require(None)?;
        match app.store.status_of(caller.person.0).await?.role {
            Role::Administrator => Ok(Self::Person(caller.person)),
            Role::Player => Err(Reason::NotAnAdministrator.into()),
        }
    }
}

/// Does what an administrator wants.
pub(crate) async fn take_action(
    app: &Arc<App>,
    by: Administrator,
    action: AdminAction,
    reason: &str,
) -> Result<(), Refused> {
    let reason = match reason.trim() {
        "" => String::new(),
        reason => {
            let text = Text::new(reason)?.to_string();
            if text.chars().count() > MAX_REASON_CHARS {
                return Err(Reason::WordsTooLong.with_limit(MAX_REASON_CHARS));
            }
            text
        }
    };
    let log = AuditWriter { app, by, reason };
    match action {
        AdminAction::CloseReport { report } => log.close_report(report).await,
        AdminAction::RemoveMessage { game, message } => log.remove_message(game_id(&game)?, message).await,
        AdminAction::EndGame { game } => log.end_game(game_id(&game)?).await,
        AdminAction::DeleteGame { game } => log.delete_game(game_id(&game)?).await,
        AdminAction::Rename { handle, name } => log.rename(&handle, &name).await,
        AdminAction::Suspend { handle, days } => {
            if !(1..=MAX_SUSPENSION_DAYS).contains(&days) {
                return Err(Reason::TokenDays.with_limit(MAX_SUSPENSION_DAYS as usize));
            }
            log.suspend(&handle, app.now().seconds() + i64::from(days) * SECONDS_PER_DAY).await
        }
        AdminAction::Ban { handle } => log.suspend(&handle, FOR_EVER).await,
        AdminAction::Restore { handle } => log.restore(&handle).await,
        AdminAction::Grant { handle } => log.set_role(&handle, Role::Administrator).await,
        AdminAction::Revoke { handle } => log.set_role(&handle, Role::Player).await,
    }
}

/// One action of an administrator.
struct AuditWriter<'a> {
    app: &'a Arc<App>,
    by: Administrator,
    reason: String,
}

impl AuditWriter<'_> {
    /// Before the action, so that nothing is done without an entry.
    async fn write(&self, action: &str, about: Option<u64>, game: Option<GameId>) -> Result<(), Refused> {
        let by = match self.by {
            Administrator::Host => None,
            Administrator::Person(person) => Some(person.0),
        };
        let (at, action, reason) = (self.app.now().seconds(), action.to_owned(), self.reason.clone());
        Ok(self.app.store.add_audit(AuditRow { at, action, by, about, game, reason }).await?)
    }

    async fn tell(
        &self,
        person: u64,
        kind: &str,
        game: Option<GameId>,
        until: Option<i64>,
    ) -> Result<(), Refused> {
        let at = self.app.now().seconds();
        let notice =
            NoticeRow { person, kind: kind.to_owned(), at, game, reason: self.reason.clone(), until };
        self.app.store.add_notice(notice).await?;
        Ok(())
    }

    async fn close_report(&self, report: u64) -> Result<(), Refused> {
        let found = self.app.store.reports_after(report.saturating_sub(1), 1).await?;
        let (_, row) = found.into_iter().find(|(number, _)| *number == report).ok_or(Reason::NotFound)?;
        self.write("close_report", row.about, row.game).await?;
        let details = self.app.store.report_details(report).await?;
        let closed = Some(self.app.now().seconds());
        let details = store::ReportDetails { closed, ..details };
        self.app.store.set_report_details(report, details).await?;
        match row.by {
            Some(by) => self.tell(by, "report_closed", row.game, None).await,
            None => Ok(()),
        }
    }

    async fn remove_message(&self, id: GameId, message: usize) -> Result<(), Refused> {
        let live_game = self.app.live_game(id).await?;
        let game = live_game.game();
        let sender = game.message_at(message).ok_or(game::Refusal::NoSuchMessage)?.from;
        let author = match sender {
            Sender::Seat(seat) => game.person_at(seat),
            Sender::Master => game.charter().settings().master.map(|master| master.who),
        };
        self.write("remove_message", author.map(|who| who.0), Some(id)).await?;
        live_game.execute(self.app, Actor::Host, Command::RemoveMessage { message }, None).await?;
        match author {
            Some(author) => self.tell(author.0, "message_removed", Some(id), None).await,
            None => Ok(()),
        }
    }

    async fn end_game(&self, id: GameId) -> Result<(), Refused> {
        let live_game = self.app.live_game(id).await?;
        let game = live_game.game();
        if game.ending().is_some() {
            return Err(game::Refusal::AlreadyOver.into());
        }
        let people = game.people();
        self.write("end_game", None, Some(id)).await?;
        live_game.execute(self.app, Actor::Host, Command::Close, None).await?;
        for person in people {
            self.tell(person.0, "game_ended", Some(id), None).await?;
        }
        Ok(())
    }

    async fn delete_game(&self, id: GameId) -> Result<(), Refused> {
        let people = self.app.live_game(id).await?.game().people();
        self.write("delete_game", None, Some(id)).await?;
        self.app.store.delete_game(id).await?;
        wipe_deleted(self.app).await?;
        self.app.remove_live_game(id);
        for person in people {
            self.tell(person.0, "game_deleted", None, None).await?;
        }
        Ok(())
    }

    async fn rename(&self, handle: &str, name: &str) -> Result<(), Refused> {
        let row = person(self.app, handle).await?;
        let name = check_name(name)?.to_string();
        self.write("rename", Some(row.id), None).await?;
        let before = row.name.clone();
        let id = row.id;
        self.app.store.update_person(PersonRow { name: name.clone(), ..row }).await?;
        replace_name(self.app, Person(id), Some(before), &name).await?;
        wipe_deleted(self.app).await?;
        self.tell(id, "renamed", None, None).await
    }

    async fn suspend(&self, handle: &str, until: i64) -> Result<(), Refused> {
        let row = person(self.app, handle).await?;
        self.write(if until == FOR_EVER { "ban" } else { "suspend" }, Some(row.id), None).await?;
        let status = self.app.store.status_of(row.id).await?;
        let status = PersonStatus { suspended_until: Some(until), ..status };
        self.app.store.set_status(row.id, status).await?;
        end_keys(self.app, Person(row.id), |_| true).await?;
        self.tell(row.id, "suspended", None, (until != FOR_EVER).then_some(until)).await
    }

    async fn restore(&self, handle: &str) -> Result<(), Refused> {
        let row = person(self.app, handle).await?;
        self.write("restore", Some(row.id), None).await?;
        let status = self.app.store.status_of(row.id).await?;
        self.app.store.set_status(row.id, PersonStatus { suspended_until: None, ..status }).await?;
        self.tell(row.id, "restored", None, None).await
    }

    async fn set_role(&self, handle: &str, role: Role) -> Result<(), Refused> {
        if self.by != Administrator::Host {
            return Err(game::Refusal::OnlyTheHost.into());
        }
        let row = person(self.app, handle).await?;
        let action = match role {
            Role::Administrator => "grant",
            Role::Player => "revoke",
        };
        self.write(action, Some(row.id), None).await?;
        let status = self.app.store.status_of(row.id).await?;
        self.app.store.set_status(row.id, PersonStatus { role, ..status }).await?;
        Ok(())
    }
}

async fn person(app: &App, handle: &str) -> Result<PersonRow, Refused> {
    let row = app.store.person_by_handle(&normalize_handle(handle)).await?;
    row.ok_or(Reason::NoSuchPerson.into())
}

fn game_id(text: &str) -> Result<GameId, Refused> {
    text.parse().map_err(|_| Reason::NoSuchGame.into())
}

/// A person as administrators see them. None if they were deleted.
pub(crate) async fn person_ref(app: &App, person: Option<u64>) -> Result<Option<PersonRef>, Refused> {
    let Some(id) = person else { return Ok(None) };
    let Some(row) = app.store.person(id).await? else { return Ok(None) };
    let suspended_until = app.store.status_of(id).await?.suspended_until;
    Ok(Some(PersonRef { handle: row.handle, name: row.name, suspended_until }))
}
