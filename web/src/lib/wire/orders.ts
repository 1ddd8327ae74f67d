// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.
import type {
  ConsentKey,
  HintReasonKey,
  JoinKey,
  NegationKey,
  ReadinessKey,
  UnitKindKey,
} from '../wire';

export type AdjustmentOptions = {
  /** Where it can build an army. */ armies: Array<string>;
  /** How many it can build. */ builds: number;
  /** The units that are removed if the player orders no removals. */ by_default: Array<string>;
  /** Where it can build a fleet. */ fleets: Array<string>;
  /** Centres minus units: how many units to build, or below zero to remove. */ owed: number;
  power: string;
  /** Provinces of the units that it may remove. */ removals: Array<string>;
};
/** A unit of this power is there. */
export type BoardFactBody = { at: string; fact: "held_by"; power: string } | { at: string; fact: "empty" } | { at: string; fact: "own_unit" };
/** The result of a command or of an order sheet. */
export type CommandResult = {
  /** For a text, the result of each line. For a list, only the refused entries. */ lines: Array<LineResult>;
  /** False if nothing changed: all lines were refused, or some were and `all_or_nothing` was set. */ taken: boolean;
  version: number;
};
/** One part of a condition, about the last published position. */
export type ConditionBody = BoardFactBody & { is: NegationKey };
/** The fleets of one convoy route. */
export type ConvoyRoute = { fleets: Array<string> };
/** An order with the reason for it. */
export type HintLine = SheetLine & { place: string | null; reason: HintReasonKey };
/** What a strong bot would order. */
export type HintView = { lines: Array<HintLine>; phase: string };
/** The result of one order in a text, or of one entry of a list. */
export type LineResult = LineStatus & { end: number; line: number; start: number };
export type LineStatus = SheetLine & { how: string } & { result: "taken" } | { message: string; problem: string; result: "refused"; suggestions: Array<SheetLine> };
/** The legal orders of the caller's units. */
export type OptionsView = {
  /** One for each of the caller's powers, in an adjustment phase. */ adjustments: Array<AdjustmentOptions>;
  phase: string;
  units: Array<UnitOptions>;
  version: number;
};
/** One order of a sheet. Units are named by their province, destinations by their location (`stp/sc`). */
export type OrderEntry = 
  | { at: string; order: "hold" }
  | { at: string; by_convoy?: boolean; order: "move"; to: string }
  | { at: string; of: string; order: "support_hold" }
  | { at: string; from: string; order: "support_move"; to: string }
  | { at: string; from: string; order: "convoy"; to: string }
  | { at: string; order: "retreat"; to: string }
  | { at: string; order: "disband" }
  | { at: string; kind: UnitKindKey; order: "build"; power: string }
  | { at: string; order: "remove" }
  | { order: "waive"; power: string };
/** A complete order sheet. It replaces the previous one. Either text or a list, not both. */
export type OrdersBody = {
  /** If true, one refused line refuses the whole sheet. */ all_or_nothing?: boolean;
  /** Whether the player agrees that the game master puts right what is in already. Everybody can read it in the log. At a table nothing is put right without. */
  consent?: ConsentKey;
  deeds?: Array<OrderEntry> | null;
  /** If true, this is a private draft, and the submitted sheet does not change. */ draft?: boolean;
  /** The language of the text. The caller's language if left out. */ language?: string | null;
  /** The name of an alternative draft. Without it, the draft is the one that the page shows. */ name?: string | null;
  /** The phase of the orders, `S1901M`. If that phase is over, the orders are refused, so they never count for the next one. */ phase?: string | null;
  /** The seat that the orders are for. Only the game master may enter a sheet for somebody else. */ seat?: number | null;
  /** Whether the player is ready; for another seat, whether the game master says so. */ stance?: ReadinessKey | null;
  text?: string | null;
};
/** A plan for the next movement: orders, and what must be true of the position for them to count. The orders are checked when the movement opens. */
export type PlanBody = {
  deeds: Array<OrderEntry>;
  join: JoinKey;
  /** Empty: always. */ when: Array<ConditionBody>;
};
/** A text to read without submitting it. */
export type ReadBody = {
  language?: string | null;
  /** The seat that the orders are for, if the game master writes them. */ seat?: number | null;
  text: string;
};
/** The result of reading a text. */
export type ReadResponse = { lines: Array<LineResult> };
/** An order with its text in the caller's language. */
export type SheetLine = {
  deed: OrderEntry;
  /** "Army Paris moves to Burgundy" */ long: string;
  /** "A Par - Bur" */ short: string;
};
export type UnitOptions = {
  /** The province of the unit. */ at: string;
  /** Locations that it can reach by convoy. Some may also be in `moves`. */ by_convoy: Array<string>;
  /** By the province of the army: the provinces to which it can be convoyed. */ convoys: Record<string, Array<string>>;
  kind: UnitKindKey;
  /** Locations that it can move to without a convoy. */ moves: Array<string>;
  /** The location of the unit, with its coast. */ place: string;
  power: string;
  /** Locations that it can retreat to, in a retreat phase. */ retreats: Array<string>;
  /** By the province of the supported unit: the locations to which its move can be supported. Its own province means support to hold. */ supports: Record<string, Array<string>>;
};
