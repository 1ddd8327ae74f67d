// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.
import type {
  PositionView,
  SheetLine,
} from '../wire';

/** A position in the form in which games show it, and the power that wants advice. */
export type AdviceBody = {
  /** How much the bot thinks, in work units: one unit is one position that is judged and evaluated. 70,000 if left out, which takes about 0.1 s, or several times that on a board full of units. */
  budget?: number | null;
  /** Powers in civil disorder: nobody plays them and their units hold. */ disorder?: Array<string>;
  /** `2000`, `2023` or `datc`. `2000` if left out. */ edition?: string | null;
  /** The largest number of sheets in the response. Three if left out. */ most?: number | null;
  /** Players with several powers. A power in none of these lists has its own player. */ players?: Array<Array<string>>;
  position: PositionView;
  /** The power that gets advice, together with the other powers of its player. */ power: string;
  /** The same request with the same seed gets the same response. */ seed?: number | null;
};
export type AdviceView = {
  /** The expected orders of the others, in movement phases. */ expected: Array<ExpectedView>;
  /** The powers that get advice: those of the player that are not in disorder. */ powers: Array<string>;
  /** The best first. Empty if there is nothing to order. */ suggestions: Array<SuggestionView>;
};
export type ExpectedView = {
  /** The most likely first. */ plans: Array<PlanView>;
  /** The powers of one player. */ powers: Array<string>;
};
export type PlanView = {
  /** How likely it is, from 0 to 1. */ share: number;
  sheet: Array<SheetLine>;
};
/** One suggested order sheet. */
export type SuggestionView = {
  /** How far the worth may be wrong, because the others may order something else and because other searches expect something else. Only in movement phases and from 15,000 work units. */
  doubt: number | null;
  /** In movement phases: how often, from 0 to 1, a player should choose it to stay unpredictable. */ share: number | null;
  sheet: Array<SheetLine>;
  /** The expected centres in two years. 100 or more is a won game, below 0 a game that another player wins. None if the budget was too small, or if no unit would be left. */
  worth: number | null;
};
