// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.
import type {
  StateView,
} from '../wire';

/** A live event: something that the listener may see has changed. */
export type Change = {
  /** How many messages the listener may read. */ messages: number;
  /** How many phases have been resolved. */ records: number;
  state: StateView;
  /** How many events the game has. For spectators: how many that they can see. */ version: number;
};
/** What a notification is about. */
export type NotificationKind = "your_turn" | "deadline_near" | "check_in" | "results" | "message" | "proposal" | "answer" | "seat_offered" | "seat_open" | "game_over" | "channel" | "channel_lost";
/** The response to a refused request. Nothing has changed. */
export type Problem = {
  /** The part of the request that is wrong, where there are several: a place, a power, a phase. For an invalid body: what is wrong with it and where. */ about?: string | null;
  /** Stable; clients may depend on it. */ id: string;
  /** A sentence in the caller's language. */ message: string;
  /** The limit that was exceeded, if there is one. */ most?: number | null;
};
