// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.
import type {
  ReachProblemKey,
  UnitView,
} from '../wire';

/** The server's clock. Deadlines follow it. */
export type Clock = {
  /** Milliseconds since 1970. */ now_ms: number;
};
/** To a place that is free by then, except for a unit that lies down there. */
export type PieceStepKind = 
  | { step: "move"; to: string; unit: UnitView }
  | { step: "lift"; unit: UnitView }
  | { step: "put_down"; to: string; unit: UnitView }
  | { step: "lay_down"; unit: UnitView }
  | { step: "remove"; unit: UnitView }
  | { step: "build"; unit: UnitView }
  | { centre: string; owner: string | null; step: "mark" };
/** One thing to do with a piece, with a sentence. Units are named as they were before the phase. */
export type PieceStepView = PieceStepKind & { sentence: string };
/** What to do with the pieces of a wooden board that shows the position before a phase, in this order. */
export type PieceSteps = { steps: Array<PieceStepView> };
/** How phones in the same network reach this server. */
export type ReachView = {
  /** What is missing if there is none. */ problem: ReachProblemKey | null;
  /** The best first: `http://192.168.1.7:1901`. */ urls: Array<string>;
};
/** The game with a short code. */
export type TableView = { id: string };
