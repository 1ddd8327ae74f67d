// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.
export type AdminAction = 
  | { do: "close_report"; report: number }
  | { do: "remove_message"; game: string; message: number }
  | { do: "end_game"; game: string }
  | { do: "delete_game"; game: string }
  | { do: "rename"; handle: string; name: string }
  | { days: number; do: "suspend"; handle: string }
  | { do: "ban"; handle: string }
  | { do: "restore"; handle: string }
  | { do: "grant"; handle: string }
  | { do: "revoke"; handle: string };
/** What an administrator wants to do, and why. Those concerned can read the reason. */
export type AdminBody = { action: AdminAction; reason?: string };
export type AuditLog = { entries: Array<AuditView> };
/** Something that an administrator did. */
export type AuditView = {
  about: PersonRef | null;
  action: string;
  at: number;
  /** None: the host of the server. */ by: PersonRef | null;
  game: string | null;
  number: number;
  reason: string;
};
/** Which texts the host of the server has published. */
export type HostTexts = { imprint: boolean; privacy: boolean };
/** Somebody, as administrators see them. */
export type PersonRef = {
  handle: string;
  name: string;
  /** Until when they may not sign in. */ suspended_until: number | null;
};
/** What administrators tell the caller. */
export type PersonalNotice = {
  at: number;
  game: string | null;
  /** In the caller's language. */ message: string;
  number: number;
  /** What the administrator wrote. */ reason: string;
  until: number | null;
};
export type PersonalNotices = { notices: Array<PersonalNotice> };
/** A report of somebody about a game, a player or a message. */
export type ReportView = { about: PersonRef | null; at: number; by: PersonRef | null; closed: number | null; game: string | null; message: ReportedMessage | null; number: number; text: string; title: string | null };
/** The words that a report is about. */
export type ReportedMessage = {
  at: number;
  /** Its place among all messages of the game. */ number: number;
  removed: boolean;
  text: string;
};
export type Reports = { reports: Array<ReportView> };
