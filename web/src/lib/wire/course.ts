// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.
import type {
  FateKey,
  OptionsView,
  OrderEntry,
  PositionView,
  RecordView,
  UnitView,
} from '../wire';

export type CourseLesson = { about: string; key: string; steps: Array<CourseStep>; title: string };
/** A lesson of the course in a list. */
export type CourseLessonTitle = {
  /** What it is about. */ about: string;
  /** `support` */ key: string;
  /** How many steps it has. */ steps: number;
  title: string;
};
/** How far somebody got in the course. */
export type CourseProgress = {
  /** How many steps are done, by the key of a lesson. */ lessons: Record<string, number>;
};
/** One step of a lesson: its text, what is on the board, and what the learner does. */
export type CourseStep = {
  /** What is said when the step is done. */ done: string | null;
  /** The id of the example on the board, and which of its phases it is. */ example: string | null;
  key: string;
  phase: number;
  /** The units on the board. */ position: PositionView | null;
  /** The phase with the orders of the example, judged. */ record: RecordView | null;
  task: CourseTask;
  text: string;
};
/** What the learner does in a step. */
export type CourseTask = 
  | { kind: "touch"; provinces: Array<string> }
  | { goal: Array<UnitView>; kind: "order"; options: OptionsView; power: string; predictions: Array<PredictionView>; solution: Array<OrderEntry> }
  | { kind: "predict"; predictions: Array<PredictionView> }
  | { answers: Array<string>; kind: "quiz"; right: number };
/** An example with what can be ordered in each of its phases. */
export type PlayableExample = {
  id: string;
  /** One per record: the legal orders of all powers. */ options: Array<OptionsView>;
  records: Array<RecordView>;
};
/** What becomes of a unit. */
export type PredictionView = {
  /** Its province. */ at: string;
  /** What the learner chooses from. */ choices: Array<FateKey>;
  fate: FateKey;
};
/** Something that the rulebooks say, in our words, with an example that can be played with. */
export type ReferenceEntry = {
  example: string | null;
  /** The number of the rule, or the key of the lesson that says it. */ key: string;
  kind: ReferenceKind;
  text: string;
  /** What it belongs to: a lesson or a topic. Empty for a rule. */ topic: string;
};
/** Where an entry of the reference comes from. */
export type ReferenceKind = "rule" | "course" | "example";
/** Orders to judge in an example. */
export type TryBody = {
  deeds: Array<OrderEntry>;
  /** The phase of the example, from 0. */ phase?: number;
  /** The power whose orders are replaced. All powers if left out. */ power?: string | null;
};
