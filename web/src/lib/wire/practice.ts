// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.
import type {
  OptionsView,
  OrderEntry,
  PositionView,
  RecordView,
  SheetLine,
} from '../wire';

/** An answer: orders, or the chosen places. */
export type PuzzleAnswer = { deeds?: Array<OrderEntry>; places?: Array<string> };
/** These units are needed. */
export type PuzzleHint = 
  | { at: Array<string>; hint: "units" }
  | { hint: "order"; line: SheetLine }
  | { count: number; hint: "count" }
  | { at: string; hint: "not_there" };
/** What a puzzle asks. */
export type PuzzleKind = "take" | "save" | "cut" | "fear" | "retreat" | "hold";
/** What became of an answer, with the reasons of the judge. */
export type PuzzleReview = {
  /** The solution. */ explained: Array<RecordView>;
  /** What the answer leads to. */ given: Array<RecordView>;
  /** The orders that every solution has. */ key: Array<SheetLine>;
  /** The right places: supports, centres, or the safe retreat. */ places: Array<string>;
  solved: boolean;
};
/** A puzzle. The kinds `take`, `save` and `cut` show the orders of all others; `fear`, `retreat` and `hold` must be solved whatever the others do. */
export type PuzzleView = {
  /** How many orders must be seen at once: 1, 2 or 3. */ grade: number;
  /** From little help to more. */ hints: Array<PuzzleHint>;
  kind: PuzzleKind;
  number: number;
  /** The units that the solver orders, with their legal orders. */ options: OptionsView;
  /** The places to choose from, for `cut` and `fear`. */ places: Array<string>;
  position: PositionView;
  /** The power of the solver. */ power: string;
  /** The orders that are known. Units without an order hold. */ shown: Array<SheetLine>;
  /** The province that is asked about. */ target: string | null;
  /** The phase in words. */ title: string;
};
