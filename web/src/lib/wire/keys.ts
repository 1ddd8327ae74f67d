// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.
export type AbandonedKey = "nobody_came" | "cancelled" | "everybody_left" | "agreed" | "by_the_master" | "by_the_host";
export type AllocationKey = "lot" | "preference" | "chosen";
export type ArrowKindKey = "move" | "support" | "convoy";
export type AuthorityKey = "master" | "vote" | "clock";
export type BallotKey = "yes" | "no";
export type BallotsKey = "secret" | "open" | "vetoes";
export type ChannelKindKey = "email" | "push" | "webhook";
/** Whether a channel is used: `given_up` after too many failures, `stopped` by a link in a message. */
export type ChannelStateKey = "unconfirmed" | "active" | "given_up" | "stopped";
/** Which stages end at the time of day. */
export type ClockStagesKey = "all" | "movement";
/** Whether a player agrees that the game master puts their orders right. */
export type ConsentKey = "not_asked" | "given";
export type DrawnByKey = "agreement" | "limit";
export type DrawsKey = "survivors" | "any_coalition";
/** Whether somebody who takes over a seat may read its earlier private talk. */
export type EarlierTalkKey = "hidden" | "shown";
/** What becomes of a unit and its order, in the course. */
export type FateKey = "arrives" | "stays" | "dislodged" | "counts" | "does_not_count" | "carries" | "does_not_carry";
export type GameStateKey = "gathering" | "underway" | "over";
export type GoalOfKey = "one_power" | "one_player";
/** How a seat came to a new holder. */
export type HandOverKey = "master" | "offer" | "vacancy" | "stand_in";
/** Why a hint suggests an order. */
export type HintReasonKey = "takes_free_centre" | "takes_centre" | "attacks" | "heads_for_centre" | "guards_centre" | "moves_up" | "helps_move" | "helps_hold" | "carries" | "waits" | "retreats_to_centre" | "saves_unit" | "gives_up" | "builds_army" | "builds_fleet" | "waives" | "removes";
/** Whether all parts of a condition must be true, or one of them. */
export type JoinKey = "all" | "any";
export type NamesKey = "shown" | "hidden";
/** Whether a part of a condition is meant the other way round. */
export type NegationKey = "as_is" | "not";
export type PressKey = "rulebook" | "full" | "public_only" | "none";
/** Why no address for phones is known. */
export type ReachProblemKey = "loopback_only" | "no_network";
export type ReadinessKey = "undecided" | "ready" | "waiting";
/** What a token may do: read; also make and play games; also change the name, mute, block and report. */
export type ScopeKey = "read" | "play" | "manage";
/** Whether a sheet was submitted. */
export type SheetStatusKey = "not_needed" | "not_in" | "in";
export type SightKey = "blind" | "sees_orders";
export type StageKey = "diplomacy" | "writing" | "resolution" | "retreats" | "adjustments";
export type SubmittedByKey = "player" | "master" | "predecessor";
/** Whether everybody may read all talk when the game is over. */
export type TalkAfterEndKey = "private" | "opened";
export type UnitKindKey = "army" | "fleet";
/** Where the players are: anywhere, or at one table with a big screen. */
export type VenueKey = "anywhere" | "table";
export type VerdictKey = "most_centres" | "shared";
export type VictoryKey = "centres" | "concession" | "most_centres";
