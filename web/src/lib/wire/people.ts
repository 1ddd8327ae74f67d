// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.
import type {
  ScopeKey,
} from '../wire';

export type KeyInfo = {
  /** Whether this request was made with it. */ current: boolean;
  expires: number | null;
  /** For ending the key. */ id: string;
  /** `browser`, `program` or `link`. */ kind: string;
  label: string;
  made: number;
  /** What a token may do. */ scope: ScopeKey | null;
  /** When it was last used, to the hour. */ used: number | null;
};
/** A sign-in link for another device. It works once. */
export type Link = { expires: number; url: string };
/** The caller. */
export type Me = {
  /** Whether the caller may keep order on this server. */ administrator: boolean;
  /** Short and public. With a passphrase it signs in on another device. */ handle: string;
  has_passphrase: boolean;
  has_recovery_code: boolean;
  /** `en`, `nl`, `fr`, `es` or `de`. */ language: string;
  name: string;
  /** The name of a second person in this browser, who shares the device (`POST /api/me/switch`). */ other: string | null;
};
/** The name of a new caller, or a changed name. */
export type NewName = {
  language?: string | null;
  /** At most 40 characters. */ name: string;
};
/** A new token: its label, what it may do (`play` if left out), and how many days it lasts (365 if left out). */
export type NewToken = { days?: number | null; label: string; scope?: ScopeKey | null };
export type Passphrase = {
  /** From 8 to 200 characters. */ passphrase: string;
};
/** A code to write down. Whoever has it can sign in as this person. A new code replaces the old one. */
export type RecoveryCode = { code: string };
/** A report to the administrator of the server. */
export type Report = {
  /** The number of the message that it is about. */ message?: number | null;
  seat?: number | null;
  text: string;
};
export type RestrictionBody = { shun: RestrictionKey };
export type RestrictionKey = "none" | "mute" | "block";
/** The ways to sign in. */
export type SignIn = { code: string; with: "recovery_code" } | { token: string; with: "link" } | { handle: string; passphrase: string; with: "passphrase" };
/** A new token. It is shown once. Send it as `Authorization: Bearer …`. */
export type Token = { expires: number; label: string; scope: ScopeKey; token: string };
/** All keys that sign in as this person. */
export type Tokens = { tokens: Array<KeyInfo> };
