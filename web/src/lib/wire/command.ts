// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.
import type {
  ArrowKindKey,
  BallotKey,
  PlanBody,
  ReadinessKey,
  TimetableBody,
  UnitKindKey,
} from '../wire';

/** A command to a game. Orders are sent to their own route. */
export type CommandBody = 
  | { do: "join"; wish?: SeatPreferenceBody | null }
  | { bot: string; do: "seat_bot" }
  | { do: "fill_with_bots" }
  | { do: "check_in" }
  | { do: "remove"; member: number }
  | { do: "cancel" }
  | { do: "leave" }
  | { do: "take"; seat: number }
  | { do: "offer"; to: string }
  | { do: "return" }
  | { do: "say_away"; from: number; until: number }
  | { do: "cancel_away"; from: number }
  | { do: "use_time_bank"; seconds: number }
  | { do: "lend"; to: string; until: number }
  | { do: "delete_draft"; name: string }
  | { do: "plan_ahead"; plans: Array<PlanBody> }
  | { do: "take_back" }
  | { do: "stand"; stance: ReadinessKey }
  | { do: "whisper"; sketch?: Sketch | null; text: string; to: Array<number> }
  | { do: "write_to_master"; sketch?: Sketch | null; text: string }
  | { do: "announce"; sketch?: Sketch | null; text: string }
  | { do: "keep_sketch"; sketch: Sketch; slot: number }
  | { do: "drop_sketch"; slot: number }
  | { do: "propose"; motion: Motion }
  | { ballot: BallotKey; do: "vote"; question: number }
  | { do: "seat_guest"; name: string }
  | { do: "stand_for"; seat: number; stance: ReadinessKey }
  | { do: "pause"; seconds: number }
  | { do: "resume" }
  | { do: "extend"; seconds: number }
  | { do: "set_timetable"; timetable: TimetableBody }
  | { do: "force" }
  | { do: "roll_back"; to: number }
  | { do: "replace"; seat: number; with: ReplaceWith }
  | { do: "correct"; owners: Record<string, string | null>; units: Record<string, Array<string>> }
  | { do: "toss"; winner: number }
  | { do: "stop" };
export type Motion = 
  | { between: Array<number>; motion: "draw" }
  | { motion: "concede"; to: number }
  | { motion: "most_centres" }
  | { motion: "abandon" }
  | { motion: "pause"; seconds: number }
  | { motion: "resume" }
  | { motion: "extend"; seconds: number }
  | { motion: "remove"; seat: number }
  | { motion: "timetable"; timetable: TimetableBody };
/** By handle. */
export type ReplaceWith = { person: string } | { bot: string } | "nobody";
/** The best first. */
export type SeatPreferenceBody = { ranked: Array<number> } | { this: number };
/** A sketch on the map: units, arrows and marks. */
export type Sketch = {
  arrows?: Array<SketchArrow>;
  caption?: string | null;
  /** The position that it was drawn on. */ drawn_on?: SketchPosition | null;
  /** Coloured marks: province and colour. */ marks?: Array<[string, number]>;
  units?: Array<SketchUnit>;
};
export type SketchArrow = { from: string; kind: ArrowKindKey; to: string };
/** The phase and the centres of the position that a sketch was drawn on. Its units are those of the sketch. */
export type SketchPosition = {
  /** The owner of each centre. */ owners: Record<string, string>;
  phase: string;
};
export type SketchUnit = { at: string; kind: UnitKindKey; power: string };
