// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.
import type {
  RecordView,
} from '../wire';

export type Diagram = { id: string; records: Array<RecordView> };
/** What may be written in orders in one language. */
export type LanguageSigns = {
  /** `en` */ language: string;
  signs: Array<OrderSign>;
};
export type LessonExample = { id: string; records: Array<RecordView>; title: string };
export type LessonPage = LessonTitle & { examples: Array<LessonExample> };
/** A lesson with worked examples of the rulebooks. */
export type LessonTitle = {
  /** What it is about. */ introduction: string;
  /** `convoys` */ key: string;
  title: string;
};
/** A part of an order: a kind of unit, an action or a coast. */
export type OrderSign = {
  /** `army`, `support`, `nc`. */ key: string;
  /** The short form: `A`, `S`. */ sign: string;
  /** Everything that is understood. */ words: Array<string>;
};
/** The colours of a board as style sheets. */
export type PaletteView = {
  dark: string;
  /** `clear`, `dutch`, `french` or `german`. */ key: string;
  light: string;
};
export type PlaceNames = {
  /** Other names that are understood. */ also: Array<string>;
  full: string;
  short: string;
};
export type PlaceRow = {
  centre: boolean;
  /** The power whose home centre it is. */ home: string | null;
  key: string;
  /** By language. */ names: Record<string, PlaceNames>;
  terrain: TerrainKey;
};
/** The names of all places, and the signs of orders, in every language. */
export type PlaceTable = { languages: Array<LanguageSigns>; places: Array<PlaceRow> };
/** A rule and the rulebook's diagrams that show it. */
export type RulePage = { diagrams: Array<Diagram>; number: number; text: string };
/** One of the 22 rules in our own words. */
export type RuleText = { number: number; text: string };
export type TerrainKey = "inland" | "coastal" | "water";
