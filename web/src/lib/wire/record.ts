// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.
import type {
  OrderEntry,
  Sketch,
  UnitKindKey,
} from '../wire';

export type AdjustmentView = { because: string; deed: OrderEntry; long: string; outcome: string; power: string; sentence: string; short: string };
/** The seats of a private conversation, including the sender's. */
export type Audience = { circle: Array<number> } | { seats_and_master: Array<number> } | "everybody";
/** What a power may build or must remove, or why it builds nothing. */
export type BalanceView = { power: string; sentence: string };
export type DislodgedView = UnitView & { open: Array<string> };
export type MessageView = {
  at: number;
  from: Sender;
  /** Whether the caller has muted the sender. Then the text is left out. */ muted: boolean;
  /** Counted from 1 among the messages that the caller may read. */ number: number;
  phase: string;
  /** Whether the host of the server has removed the words. Then the text is left out. */ removed: boolean;
  sketch?: Sketch | null;
  text: string;
  to: Audience;
};
export type Messages = {
  messages: Array<MessageView>;
  /** Whether there are further messages. Ask again with `after` the last number. */ more: boolean;
};
export type PositionView = {
  dislodged: Array<DislodgedView>;
  /** The owner of each centre that has one. */ owners: Record<string, string>;
  phase: string;
  units: Array<UnitView>;
};
export type RecordSummary = {
  at: number;
  /** The centres of each power after the phase. */ centres: Record<string, number>;
  number: number;
  phase: string;
  /** Whether a roll-back undid it. */ undone: boolean;
};
/** One resolved phase. */
export type RecordView = {
  adjustments: Array<AdjustmentView>;
  after: PositionView;
  at: number;
  /** Before an adjustment phase: the powers that do not have as many units as centres. */ balances: Array<BalanceView>;
  before: PositionView;
  number: number;
  phase: string;
  /** Orders with their rulings, sorted by power and location. */ ruled: Array<RulingView>;
  /** The order in which a person works the phase out. A dislodged unit is in two sections. */ sections: Array<SectionView>;
  /** "Spring 1901: moves" */ title: string;
  undone: boolean;
};
/** The phases that have been resolved. */
export type Records = { records: Array<RecordSummary> };
export type RulingView = UnitView & { because: string; cause: string | null; deed: OrderEntry | null; dislodged_from: string | null; dislodged_sentence: string | null; lesson: string | null; long: string; outcome: string; rule: number | null; rule_text: string | null; sentence: string; short: string };
/** One step of working a phase out: cut supports, standoffs, moves that succeed. */
export type SectionView = {
  /** The provinces of the units, each in `ruled`. */ at: Array<string>;
  title: string;
};
export type Sender = { seat: number } | "master";
export type UnitView = {
  /** The location of the unit, with its coast. */ at: string;
  kind: UnitKindKey;
  power: string;
};
