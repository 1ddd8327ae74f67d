// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.
import type {
  BallotKey,
  EndingView,
  GameStateKey,
  LogEntry,
  Motion,
  PlanBody,
  PositionView,
  PressKey,
  ReadinessKey,
  SettingsBody,
  SheetLine,
  SheetStatusKey,
  Sketch,
  StageKey,
  SubmittedByKey,
} from '../wire';

/** A seat that anybody may take over. */
export type FreeSeat = {
  /** Whether a bot plays it until the end of the phase. */ has_bot: boolean;
  /** The names of its powers in the language of the request. Only in a list of games with such seats. */ power_names: Array<string>;
  seat: number;
};
export type GameList = {
  games: Array<GameSummary>;
  /** Where the next page begins. */ next: string | null;
};
/** The summary of a game in a list. */
export type GameSummary = {
  bots: number;
  /** When any player may fill the table with bots. */ bots_from: number | null;
  /** The centres of the caller's powers. Only in the list of the caller's games. */ centres: number | null;
  /** None also where the game is only put aside then. */ due: number | null;
  /** Seats of a game in progress that anybody may take over. */ free_seats: Array<FreeSeat>;
  /** Whether only players see the board. */ hides_board: boolean;
  id: string;
  /** The language that the players talk, by its two letters. */ language: string | null;
  /** Whether the game waits for the caller. Only in the list of the caller's games. */ needs_me: boolean;
  /** What the caller owes the game, the most urgent first. Only in the list of the caller's games. */ owed: Array<OwedKey>;
  phase: string | null;
  players: number;
  /** Their names in the language of the request. */ power_names: Array<string>;
  /** The caller's powers. Only in the list of the caller's games. */ powers: Array<string>;
  press: PressKey;
  /** Whether the game was put aside and waits until one of its players continues it. */ put_aside: boolean;
  /** How a finished game ended for the caller. Only in the list of the caller's games, and only of the newest. */ result: OwnResultKey | null;
  state: GameStateKey;
  /** Seats that are taken, by people or bots. */ taken: number;
  title: string;
  /** How long a turn lasts after the first one: talk and orders. 0 if that is not known. */ turn_seconds: number;
  version: number;
};
/** Everything that the caller may see of a game, except its history and messages. */
export type GameView = {
  /** The short code of a game at a table, to say aloud. */ code: string | null;
  /** The caller's own sheet and draft. */ desk: SeatOrdersView | null;
  id: string;
  /** The newest entries of the public log, the oldest first. */ log: Array<LogEntry>;
  /** How many messages the caller may read. */ messages: number;
  /** The neutral power of a game for two. */ neutral: NeutralView | null;
  /** After the end, for players and the game master: the game in which the same people play once more. */ next_game: string | null;
  /** The server's time. */ now: number;
  position: PositionView | null;
  questions: Array<QuestionView>;
  /** How many phases have been resolved. */ records: number;
  /** Empty before the game starts. */ seats: Array<SeatView>;
  settings: SettingsBody;
  /** The submitted sheets, for a game master who may see orders. */ sheets: Array<SubmittedSheet>;
  sketches: Array<OwnSketch>;
  state: StateView;
  /** The powers of each seat, also before the game starts. */ table: Array<Array<string>>;
  talk: TalkOpen;
  /** Powers that nobody plays. */ unplayed: Array<string>;
  /** The address of the game, to invite people. */ url: string;
  variant: string;
  version: number;
  viewer: ViewerView;
};
export type MemberView = {
  /** Whether this is the caller. */ is_you: boolean;
  /** To take this member out. */ number: number;
  /** The seats that the caller wishes for, the best first. Empty for all others. */ own_ranking: Array<number>;
  seat: number | null;
  who: OccupantView;
};
/** An alternative draft. */
export type NamedDraft = { lines: Array<SheetLine>; name: string };
/** A power that nobody plays at first, whose land nobody may enter (K5). */
export type NeutralView = {
  power: string;
  /** After the Fall of this year a coin decides who plays it from the next Spring on. */ toss_year: number;
  /** The seat that has won the toss. */ winner: number | null;
};
export type OccupantView = { is: "person"; name: string | null } | { bot: string; is: "bot"; stands_in: boolean } | { is: "nobody" };
/** What somebody owes a game. */
export type OwedKey = "check_in" | "orders" | "talk" | "vote";
/** How a game ended for somebody. `none`: it was abandoned. */
export type OwnResultKey = "won" | "drawn" | "lost" | "none";
export type OwnSketch = { sketch: Sketch; slot: number };
/** What became of the plans for a movement. */
export type PlanResult = {
  /** The provinces whose orders could not be given. */ dropped: Array<string>;
  phase: string;
  /** Which plan counted, from 0. None: no condition was true. */ plan: number | null;
};
export type QuestionView = {
  /** The ballot of each seat, if ballots are open. */ ballots: Array<BallotKey | null> | null;
  by: number | null;
  electors: Array<number>;
  /** How many electors have not voted. If none, and the question is still open, there is no agreement. */ missing: number;
  motion: Motion;
  needed: number;
  number: number;
  own: BallotKey | null;
  /** 0 as long as only the number of vetoes is shown, at the end. */ yes: number;
};
export type SeatOrdersView = {
  /** Saved, but not submitted. */ draft: Array<SheetLine> | null;
  /** Provinces of units without an order in the sheet, or else in the draft. */ missing: Array<string>;
  /** Alternative drafts by name. */ named_drafts: Array<NamedDraft>;
  /** What became of the last plans. */ plan_result: PlanResult | null;
  /** Plans for the next movement. */ plans: Array<PlanBody>;
  sheet: Array<SheetLine> | null;
  stance: ReadinessKey;
  /** Who submitted the sheet. */ submitted_by: SubmittedByKey;
};
export type SeatView = {
  /** When its player is away: from and until. */ absences: Array<[number, number]>;
  /** How many seconds of the time bank are left. */ bank_left: number;
  /** How many seconds of the calendar are left. */ calendar_left: number;
  in_disorder: boolean;
  /** Anybody may take it: its player left, or a bot stands in. */ is_free: boolean;
  /** Its player offers it to somebody. To whom is not public. */ is_offered: boolean;
  /** Until when somebody plays it for its owner. */ lent_until: number | null;
  /** Its player would lend it to somebody until then. To whom is not public. */ loan_offered_until: number | null;
  occupant: OccupantView;
  powers: Array<string>;
  score: number;
  seat: number;
  sheet: SheetStatusKey;
  stance: ReadinessKey;
  /** Who takes it over from its bot at the end of the phase. */ successor: OccupantView | null;
};
export type StateView = 
  | { bots_from: number | null; check_in: number | null; members: Array<MemberView>; state: "gathering"; until: number }
  | { delay_left: number; due: number; opened: number; paused_until: number | null; phase: string; put_aside: boolean; stage: StageKey; state: "underway"; waits_for: Array<number> }
  | { ending: EndingView; state: "over" };
/** A submitted sheet, for a game master who may see orders. */
export type SubmittedSheet = { seat: number; sheet: Array<SheetLine> };
/** Whether the caller may send messages now. */
export type TalkOpen = {
  /** To the game master, which is always possible where there is one. */ master: boolean;
  private: boolean;
  public: boolean;
};
export type ViewerKind = "seat" | "master" | "member" | "spectator" | "stranger";
export type ViewerView = {
  /** The seat that the caller takes over at the end of the phase. */ claims: number | null;
  kind: ViewerKind;
  /** The seat that the caller has lent to somebody. */ lends: number | null;
  /** Whether the caller created the game. */ maker: boolean;
  /** Whether a bot is a stand-in for the caller, who may return. */ may_return: boolean;
  powers: Array<string>;
  seat: number | null;
};
