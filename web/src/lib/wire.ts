// Made from crates/server/openapi.json by `cargo test -p server --lib description`: do not edit.
export type AbandonedKey = "nobody_came" | "cancelled" | "everybody_left" | "agreed" | "by_the_master";
export type AbsenceBody = {
  /** Which bot stands in. */
  bot?: string | null;
  grace: number;
  graces: number;
  then: AfterGraceKey;
  /** How long a stand-in or a replacement is waited for. */
  within?: number;
};
export type AdjustmentOptions = {
  /** Places where it can build an army, and where a fleet. */
  armies: Array<string>;
  /** How many it can build. */
  builds: number;
  /** What is removed if nothing is said. */
  by_default: Array<string>;
  fleets: Array<string>;
  /** How many more units than it has the power should have; below zero it must remove. */
  owed: number;
  power: string;
  /** Provinces of the units that it may remove. */
  removals: Array<string>;
};
export type AdjustmentView = { because: string; deed: Deed; long: string; outcome: string; power: string; sentence: string; short: string };
/** A position, as a game shows it, and who wants advice. */
export type AdviceBody = {
  /**
   * How much is thought, in work units: one is a position judged and weighed. 70,000 if left out: about
   * a tenth of a second, several times that on a board full of units.
   */
  budget?: number | null;
  /** Powers that nobody plays: their units hold. */
  disorder?: Array<string>;
  /** `2000`, `2023` or `datc`; the first if left out. */
  edition?: string | null;
  /** How many sheets are shown at most: three if left out. */
  most?: number | null;
  /** Players with several powers; a power that is in none of these lists has a player of its own. */
  players?: Array<Array<string>>;
  position: PositionView;
  /** The power that is advised, together with the others of its player. */
  power: string;
  /** The same question with the same seed gets the same answer. */
  seed?: number | null;
};
export type AdviceView = {
  /** What the others may do, in movement phases. */
  expected: Array<ExpectedView>;
  /** The powers that are advised: those of the player that are not in disorder. */
  powers: Array<string>;
  /** The best first; none if there is nothing to order. */
  suggestions: Array<SuggestionView>;
};
export type AfterGraceKey = "disorder" | "stand_in" | "replacement";
export type AllocationKey = "lot" | "preference" | "chosen";
export type AuthorityKey = "master" | "vote" | "clock";
export type BallotKey = "yes" | "no";
export type BallotsKey = "secret" | "open";
/** The drawing of a board in one language. */
export type BoardAsset = {
  /** Border lines, each once: the first point, then the way from one point to the next. */
  arcs: Array<Array<number>>;
  /** Powers that are easy to play, for people who play for the first time. */
  beginners: Array<string>;
  /** How many supply centres there are. */
  centres: number;
  /** How many of them win. */
  centres_to_win: number;
  /** The letters of coasts. */
  coasts: Record<string, string>;
  /** Land and water that nobody enters: rings of border lines. */
  nobodys: Record<string, Array<Array<number>>>;
  /** Those of them that are water; the others are land. */
  nobodys_water: Array<string>;
  /** Rivers, borders and lakes, ready to be drawn. */
  over: string;
  /** The powers in the order of the board: the number of a power is its place here. */
  power_order: Array<string>;
  powers: Record<string, PowerAsset>;
  provinces: Record<string, ProvinceAsset>;
  /** Units and signs, ready to be used by their ids. */
  shapes: string;
  /** Width and height in units of the board. */
  size: [number, number];
  /** Style sheets by palette and shade. */
  styles: Record<string, string>;
  /** Who plays what, for every number of players that there is a table for, in growing order. */
  tables: Array<TableAsset>;
  /** The key of the variant: `standard`. */
  variant: string;
  /** Ways that do not go straight: from, to, and the corners between. */
  ways: Array<[string, string, Array<number>]>;
};
/** A sheet in the box, for a game master who may look. */
export type Boxed = { seat: number; sheet: Array<SheetLine> };
/** A game in a list. */
export type Card = {
  bots: number;
  due: number | null;
  id: string;
  /** For lists of one's own games: something is to be done. */
  needs_me: boolean;
  phase: string | null;
  players: number;
  /** The caller's powers there. */
  powers: Array<string>;
  press: PressKey;
  state: CardState;
  /** Seats that are taken, by people or bots. */
  taken: number;
  title: string;
  version: number;
};
export type CardState = "gathering" | "underway" | "over";
/** What a listener is told: something that it may see has changed. */
export type Change = {
  /** How many messages the listener can read. */
  messages: number;
  /** How many phases have been resolved. */
  records: number;
  state: StateView;
  /** How many events the game has seen. */
  version: number;
};
/** Everything but orders. `nonce` makes a repeated request count once. */
export type CommandBody = 
  | { do: "join"; wish?: WishBody | null }
  | { bot: string; do: "seat_bot" }
  | { do: "check_in" }
  | { do: "cancel" }
  | { do: "leave" }
  | { do: "take"; seat: number }
  | { do: "offer"; to: string }
  | { do: "return" }
  | { do: "take_back" }
  | { do: "stand"; stance: StanceKey }
  | { do: "whisper"; sketch?: Sketch | null; text: string; to: Array<number> }
  | { do: "announce"; sketch?: Sketch | null; text: string }
  | { do: "keep_sketch"; sketch: Sketch; slot: number }
  | { do: "drop_sketch"; slot: number }
  | { do: "propose"; motion: Motion }
  | { ballot: BallotKey; do: "vote"; question: number }
  | { do: "pause"; seconds: number }
  | { do: "resume" }
  | { do: "extend"; seconds: number }
  | { do: "force" }
  | { do: "roll_back"; to: number }
  | { do: "replace"; seat: number; with: ReplaceWith }
  | { do: "correct"; owners: Record<string, string | null>; units: Record<string, Array<string>> }
  | { do: "toss"; winner: number }
  | { do: "stop" };
/** One entry of a sheet. Units are named by their province, destinations by place (`stp/sc`). */
export type Deed = 
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
export type DeskView = {
  /** Not in. */
  draft: Array<SheetLine> | null;
  /** Provinces of units that have neither. */
  missing: Array<string>;
  sheet: Array<SheetLine> | null;
  stance: StanceKey;
};
export type Device = {
  /** To end it by. */
  id: string;
  /** `browser`, `program` or `link`. */
  kind: string;
  label: string;
  made: number;
};
export type Diagram = { id: string; records: Array<RecordView> };
export type DislodgedView = UnitView & { open: Array<string> };
/** The answer to orders. */
export type Done = {
  /** What became of each line of a text; of a list, the entries that do not count. */
  lines: Array<ReadLine>;
  /** False: nothing has changed, because no line counts, or not all of them with `all_or_nothing`. */
  taken: boolean;
  version: number;
};
export type DrawnByKey = "agreement" | "limit";
export type DrawsKey = "survivors" | "any_coalition";
export type EndingView = 
  | { by: VictoryKey; ending: "won"; seat: number }
  | { between: Array<number>; by: DrawnByKey; ending: "drawn" }
  | { ending: "abandoned"; how: AbandonedKey };
export type ExpectedView = {
  /** The likeliest first. */
  plans: Array<PlanView>;
  /** Of one player. */
  powers: Array<string>;
};
export type GameList = {
  games: Array<Card>;
  /** Where the next page begins. */
  next: string | null;
};
/** Everything that the caller may know of a game, but for its history and its talk. */
export type GameView = {
  /** The caller's own sheet and notes. */
  desk: DeskView | null;
  id: string;
  /** The newest entries of the public log, the oldest first. */
  log: Array<LogEntry>;
  /** How many messages the caller can read. */
  messages: number;
  /** The server's clock. */
  now: number;
  position: PositionView | null;
  questions: Array<QuestionView>;
  /** How many phases have been resolved. */
  records: number;
  /** Empty before the game. */
  seats: Array<SeatView>;
  settings: SettingsBody;
  /** For a game master who sees orders. */
  sheets: Array<Boxed>;
  sketches: Array<OwnSketch>;
  state: StateView;
  /** The powers of each seat, also before the game. */
  table: Array<Array<string>>;
  talk: TalkOpen;
  /** Powers that nobody plays. */
  unplayed: Array<string>;
  /** Share it to invite. */
  url: string;
  variant: string;
  version: number;
  viewer: ViewerView;
};
export type GoalBody = { centres: number; of: GoalOfKey };
export type GoalOfKey = "one_power" | "one_player";
/** When in the week a deadline may fall. */
export type HoursBody = {
  /** `19:30`; none: any time of the day. */
  at?: string | null;
  /** Monday first. */
  days: Array<boolean>;
  /** `Europe/Amsterdam`. */
  zone: string;
};
/** One of `year` and `after`. */
export type LimitBody = { after?: number | null; verdict: VerdictKey; year?: number | null };
export type LineView = 
  | SheetLine & { how: string } & { result: "taken" }
  | { message: string; problem: string; result: "refused"; suggestions: Array<SheetLine> };
/** A link that works once, for another device. */
export type Link = { expires: number; url: string };
export type LogEntry = NoticeView & { at: number };
/** The maker leads the game and does not play. */
export type MasterBody = { sight: SightKey };
/** The caller, as the server knows them. */
export type Me = {
  /** Short and public: with a passphrase it is the way in on another device. */
  handle: string;
  has_passphrase: boolean;
  has_recovery_code: boolean;
  /** `en`, `nl`, `fr`, `es` or `de`. */
  language: string;
  name: string;
};
export type MemberView = { seat: number | null; who: OccupantView };
export type MessageView = {
  at: number;
  from: Voice;
  /** The caller has muted the speaker; the text is left out. */
  muted: boolean;
  /** Counted from 1 among those that the caller can read. */
  number: number;
  phase: string;
  sketch?: Sketch | null;
  text: string;
  to: Whose;
};
export type Messages = { messages: Array<MessageView> };
export type Motion = 
  | { between: Array<number>; motion: "draw" }
  | { motion: "concede"; to: number }
  | { motion: "abandon" }
  | { motion: "pause"; seconds: number }
  | { motion: "resume" }
  | { motion: "extend"; seconds: number };
export type NamesKey = "shown" | "hidden";
/** A game to be made: a preset, with anything else than its values. */
export type NewGame = {
  /** Which bots take seats at once: `novice`, `amateur`, `strong`, … */
  bots?: Array<string>;
  /** Whether the maker takes a seat at once. */
  join?: boolean;
  /** Whether it is shown to everybody who looks for a game. Else only by its link. */
  listed?: boolean;
  players?: number | null;
  /** The maker's wish for a seat, by its first power. */
  power?: string | null;
  /** `evening`, `daily`, `correspondence` or `bots`. */
  preset: string;
  /** All settings, instead of the preset's. */
  settings?: SettingsBody | null;
  title?: string | null;
  /** The map, by its key; else `standard`. */
  variant?: string | null;
};
export type NewHolderKey = "person" | "bot" | "nobody";
/** A visitor picks a name, or somebody changes theirs. */
export type NewName = {
  language?: string | null;
  /** At most 40 characters. */
  name: string;
};
/** A name for a program's token. */
export type NewToken = { label: string };
export type NoticeView = 
  | { notice: "somebody_joined" }
  | { bot: string; notice: "bot_joined" }
  | { notice: "somebody_withdrew" }
  | { notice: "check_in_opened"; until: number }
  | { notice: "somebody_checked_in" }
  | { by: number; notice: "check_in_missed" }
  | { notice: "started" }
  | { due: number; notice: "opened"; stage: StageKey }
  | { notice: "sheet_in"; seat: number }
  | { notice: "sheet_taken_back"; seat: number }
  | { notice: "stood"; seat: number; stance: StanceKey }
  | { notice: "ruled"; phase: string; record: number }
  | { due: number; notice: "grace_given"; to: Array<number> }
  | { notice: "fell_into_disorder"; seat: number }
  | { notice: "left_disorder"; seat: number }
  | { bot: string; notice: "bot_stood_in"; seat: number }
  | { notice: "vacated"; seat: number }
  | { due: number; notice: "relief_awaited" }
  | { notice: "left"; seat: number }
  | { notice: "taken"; seat: number }
  | { notice: "offered"; seat: number }
  | { notice: "returned"; seat: number }
  | { notice: "coin_tossed"; winner: number }
  | { notice: "neutral_joined"; power: string; seat: number }
  | { by: number | null; motion: Motion; notice: "proposed"; number: number }
  | { motion: Motion; notice: "carried"; number: number }
  | { notice: "lapsed"; number: number }
  | { by: AuthorityKey; notice: "paused"; until: number }
  | { by: AuthorityKey; due: number; notice: "resumed" }
  | { by: AuthorityKey; due: number; notice: "extended" }
  | { notice: "forced" }
  | { notice: "rolled_back"; to: number }
  | { by: NewHolderKey; notice: "replaced"; seat: number }
  | { notice: "corrected" }
  | { ending: EndingView; notice: "ended" };
export type OccupantView = 
  | { is: "person"; name: string | null }
  | { bot: string; is: "bot"; stands_in: boolean }
  | { is: "nobody" };
/** What the caller's units may be ordered to do. */
export type OptionsView = {
  /** In an adjustment phase, one for each of the caller's powers. */
  adjustments: Array<AdjustmentOptions>;
  phase: string;
  units: Array<UnitOptions>;
  version: number;
};
/** A whole sheet: it replaces the one before. Text, or entries, not both. */
export type OrdersBody = {
  /** True: if any line cannot be taken, nothing is. */
  all_or_nothing?: boolean;
  deeds?: Array<Deed> | null;
  /** True: only a private note; the sheet that is in stays as it is. */
  draft?: boolean;
  /** The language of the text; else the caller's. */
  language?: string | null;
  /**
   * The phase that the orders are for, `S1901M`: if it is over, they are refused and cannot fall into
   * the next one.
   */
  phase?: string | null;
  stance?: StanceKey | null;
  text?: string | null;
};
export type OwnSketch = { sketch: Sketch; slot: number };
export type Passphrase = {
  /** From 8 to 200 characters. */
  passphrase: string;
};
export type PlanView = {
  /** How likely, of 1. */
  share: number;
  sheet: Array<SheetLine>;
};
/** Who plays what with so many players. */
export type PlayerTableView = {
  /** What wins, if nothing else is agreed on. */
  goal?: GoalBody | null;
  /** By seat: its powers. */
  seats: Array<Array<string>>;
};
export type PositionView = {
  dislodged: Array<DislodgedView>;
  /** The owner of each centre that has one. */
  owners: Record<string, string>;
  phase: string;
  units: Array<UnitView>;
};
export type PowerAsset = { name: string; short: string };
/** A ready-made set of choices. */
export type Preset = { about: string; key: string; name: string; settings: SettingsBody };
export type Presets = {
  /** What each setting means, by its key, in the caller's language. */
  about: Record<string, string>;
  /** The bots that can be seated, the weakest first. */
  bots: Array<string>;
  presets: Array<Preset>;
  /** The maps that can be played, the standard one first. */
  variants: Array<VariantCard>;
};
export type PressKey = "rulebook" | "full" | "public_only" | "none";
/** What is answered when something cannot be done. Nothing has changed then. */
export type Problem = {
  /**
   * What was sent and is wrong, where it is one of many: a place, a power, a phase; for a body that is
   * not what was expected, what is wrong with it and where.
   */
  about?: string | null;
  /** Stable: programs may depend on it. */
  id: string;
  /** A sentence in the caller's language. */
  message: string;
  /** The most that would have been taken, where there is a bound. */
  most?: number | null;
};
export type ProvinceAsset = {
  /** Where a dislodged unit stands. */
  aside: [number, number];
  /** Where a dislodged fleet stands, by coast. */
  asides?: Record<string, [number, number]>;
  /** Where the short name goes, and the largest size that fits. */
  at: [number, number, number];
  centre?: [number, number];
  /** Where a fleet stands, by coast. */
  coasts?: Record<string, [number, number]>;
  home?: string;
  /** Where the name goes, its size and its lines. */
  label?: [number, number, number, Array<string>];
  name: string;
  /** Whose homeland it is, though it has no centre. */
  nation?: string;
  /** Numbers of border lines; `!n` for one walked backwards. */
  rings: Array<Array<number>>;
  short: string;
  unit: [number, number];
  /** Left out for land. */
  water?: boolean;
};
export type QuestionView = {
  /** By seat, where ballots are open. */
  ballots: Array<BallotKey | null> | null;
  by: number | null;
  electors: Array<number>;
  motion: Motion;
  needed: number;
  number: number;
  own: BallotKey | null;
  yes: number;
};
/** The lines of a text that was only read. */
export type ReadAnswer = { lines: Array<ReadLine> };
/** A text that is only read. */
export type ReadBody = { language?: string | null; text: string };
/** What became of an order in a text, or of an entry of a list. */
export type ReadLine = LineView & { end: number; line: number; start: number };
export type RecordSummary = {
  at: number;
  /** Centres of each power afterwards. */
  centres: Record<string, number>;
  number: number;
  phase: string;
  /** Undone by a roll-back. */
  undone: boolean;
};
/** One phase, revealed. */
export type RecordView = {
  adjustments: Array<AdjustmentView>;
  after: PositionView;
  at: number;
  before: PositionView;
  number: number;
  phase: string;
  /** Orders with their rulings, power by power in the order of the board. */
  ruled: Array<RuledView>;
  /** "Spring 1901: moves" */
  title: string;
  undone: boolean;
};
/** The phases that have been resolved. */
export type Records = { records: Array<RecordSummary> };
/** A code to write down: whoever has it is this person. Asking for a new one ends the old one. */
export type RecoveryCode = { code: string };
/** By handle. */
export type ReplaceWith = 
  | { person: string }
  | { bot: string }
  | "nobody";
/** A word to whoever runs the server. */
export type Report = { seat?: number | null; text: string };
/** The fleets of one way over sea. */
export type Route = { fleets: Array<string> };
/** A rule and the rulebook's diagrams that show it. */
export type RulePage = { diagrams: Array<Diagram>; number: number; text: string };
/** One of the 22 rules in our own words. */
export type RuleText = { number: number; text: string };
export type RuledView = UnitView & { because: string; cause: string | null; deed: Deed | null; dislodged_from: string | null; dislodged_sentence: string | null; long: string; outcome: string; rule: number | null; rule_text: string | null; sentence: string; short: string };
export type SeatView = { in_disorder: boolean; occupant: OccupantView; powers: Array<string>; score: number; seat: number; sheet: Sheet; stance: StanceKey };
/** Everything that was agreed. */
export type SettingsBody = {
  absence: AbsenceBody;
  allocation: AllocationKey;
  ballots: BallotsKey;
  check_in?: number | null;
  delay: number;
  draws: DrawsKey;
  /** `2000`, `2023` or `datc`. */
  edition: string;
  gather_within: number;
  goal: GoalBody;
  limit?: LimitBody | null;
  master?: MasterBody | null;
  names: NamesKey;
  players: number;
  press: PressKey;
  timetable: TimetableBody;
  title: string;
  watching: WatchingKey;
  /** How long spectators see the game later than the players, in seconds. */
  watching_delay?: number;
};
/** Whether a sheet is in. */
export type Sheet = "not_needed" | "not_in" | "in";
/** An entry with its words in the caller's language. */
export type SheetLine = {
  deed: Deed;
  /** "Army Paris moves to Burgundy" */
  long: string;
  /** "A Par - Bur" */
  short: string;
};
export type ShunBody = { shun: ShunKey };
export type ShunKey = "none" | "mute" | "block";
export type SightKey = "blind" | "sees_orders";
/** The ways back to an identity. */
export type SignIn = 
  | { code: string; with: "recovery_code" }
  | { token: string; with: "link" }
  | { handle: string; passphrase: string; with: "passphrase" };
/** A conference map. */
export type Sketch = {
  arrows?: Array<Stroke>;
  caption?: string | null;
  /** Spots of colour by province. */
  marks?: Array<[string, number]>;
  units?: Array<SketchUnit>;
};
export type SketchUnit = { at: string; kind: UnitKindKey; power: string };
export type StageKey = "diplomacy" | "writing" | "resolution" | "retreats" | "adjustments";
export type StanceKey = "undecided" | "ready" | "waiting";
export type StateView = 
  | { check_in: number | null; members: Array<MemberView>; state: "gathering"; until: number }
  | { delay_left: number; due: number; opened: number; paused_until: number | null; phase: string; stage: StageKey; state: "underway" }
  | { ending: EndingView; state: "over" };
export type Stroke = { from: string; kind: StrokeKind; to: string };
export type StrokeKind = "move" | "support" | "convoy";
/** One way to go on. */
export type SuggestionView = {
  /**
   * How far the worth may be off, over what the others may do and over what other searches expect of
   * them; in movement phases, from 15,000 work units.
   */
  doubt: number | null;
  /** In movement phases: how often it would be played, of 1, by somebody who does not want to be read. */
  share: number | null;
  sheet: Array<SheetLine>;
  /**
   * In centres two years from now. A game won counts a hundred and more, one that somebody else wins
   * less than nothing. None if too little was thought to tell, or nobody would be left to order.
   */
  worth: number | null;
};
/** Who plays what when there are so many players. */
export type TableAsset = {
  players: number;
  /** By seat: its powers. */
  seats: Array<Array<string>>;
};
/** Whether the caller may talk now. */
export type TalkOpen = { private: boolean; public: boolean };
/** Lengths are in seconds. */
export type TimetableBody = {
  adjustments: number;
  /** None: one deadline for talking and writing. */
  diplomacy?: number | null;
  first: number;
  hours?: HoursBody | null;
  resolution?: number | null;
  retreats: number;
  writing: number;
};
/** A token as it is shown once: `Authorization: Bearer …`. */
export type Token = { label: string; token: string };
/** Everything with which somebody can come in as this person. */
export type Tokens = { tokens: Array<Device> };
export type UnitKindKey = "army" | "fleet";
export type UnitOptions = {
  /** The province. */
  at: string;
  /** Places that it can reach with a convoy, of which some may also be in `moves`. */
  by_convoy: Array<string>;
  /** By the province of the army: where it can be carried. */
  convoys: Record<string, Array<string>>;
  kind: UnitKindKey;
  /** Places that it can go to by itself. */
  moves: Array<string>;
  /** Where exactly the unit stands. */
  place: string;
  power: string;
  /** In a retreat phase. */
  retreats: Array<string>;
  /**
   * By the province of the unit that is helped: the places that its move can be supported to;
   * its own province means support in place.
   */
  supports: Record<string, Array<string>>;
};
export type UnitView = {
  /** Where it stands, with its coast. */
  at: string;
  kind: UnitKindKey;
  power: string;
};
/** A map that can be played. */
export type VariantCard = {
  /** Powers that are easy to play. */
  beginners: Array<string>;
  /** How many supply centres there are. */
  centres: number;
  key: string;
  /** In the caller's language. */
  name: string;
  /** One for each number of players, the fewest first. */
  tables: Array<PlayerTableView>;
};
export type VerdictKey = "most_centres" | "shared";
export type VictoryKey = "centres" | "concession" | "most_centres";
export type ViewerKind = "seat" | "master" | "member" | "spectator" | "stranger";
export type ViewerView = {
  kind: ViewerKind;
  /** Whether the caller made the game. */
  maker: boolean;
  /** Whether a bot plays in the caller's place, who may return. */
  may_return: boolean;
  powers: Array<string>;
  seat: number | null;
};
export type Voice = 
  | { seat: number }
  | "master";
export type WatchingKey = "anybody" | "players_only";
/** A conversation is its set of seats, the speaker's included. */
export type Whose = 
  | { circle: Array<number> }
  | "everybody";
/** The best first. */
export type WishBody = 
  | { ranked: Array<number> }
  | { this: number };
/** Every route: what it takes, and what it answers if that is JSON. */
export type Routes = {
  'POST /api/advice': { body: AdviceBody; answer: AdviceView };
  'GET /api/board': { query?: { variant?: string }; answer: BoardAsset };
  'GET /api/games': { query?: { state?: CardState; after?: string }; answer: GameList };
  'POST /api/games': { body: NewGame; answer: GameView };
  'GET /api/games/{id}': { path: { id: string }; answer: GameView };
  'POST /api/games/{id}/commands': { path: { id: string }; body: CommandBody; answer: Done };
  'GET /api/games/{id}/events': { path: { id: string } };
  'GET /api/games/{id}/export/log': { path: { id: string } };
  'GET /api/games/{id}/export/python': { path: { id: string } };
  'GET /api/games/{id}/messages': { path: { id: string }; query?: { after?: number }; answer: Messages };
  'GET /api/games/{id}/options': { path: { id: string }; answer: OptionsView };
  'POST /api/games/{id}/orders': { path: { id: string }; body: OrdersBody; answer: Done };
  'GET /api/games/{id}/picture.png': { path: { id: string }; query?: { record?: number; shade?: string; width?: number } };
  'GET /api/games/{id}/picture.svg': { path: { id: string }; query?: { record?: number; shade?: string; width?: number } };
  'POST /api/games/{id}/read': { path: { id: string }; body: ReadBody; answer: ReadAnswer };
  'GET /api/games/{id}/records': { path: { id: string }; answer: Records };
  'GET /api/games/{id}/records/{number}': { path: { id: string; number: number }; answer: RecordView };
  'GET /api/games/{id}/report.txt': { path: { id: string }; query: { record: number } };
  'POST /api/games/{id}/reports': { path: { id: string }; body: Report; answer: null };
  'GET /api/games/{id}/route': { path: { id: string }; query: { from: string; to: string }; answer: Route };
  'PUT /api/games/{id}/seats/{number}/shun': { path: { id: string; number: number }; body: ShunBody; answer: null };
  'GET /api/learn/rules/{number}': { path: { number: number }; answer: RulePage };
  'GET /api/learn/sample': { answer: Array<RecordView> };
  'DELETE /api/me': { answer: null };
  'GET /api/me': { answer: Me | null };
  'POST /api/me': { body: NewName; answer: Me };
  'GET /api/me/games': { answer: GameList };
  'POST /api/me/link': { answer: Link };
  'PUT /api/me/passphrase': { body: Passphrase; answer: Me };
  'POST /api/me/recovery': { answer: RecoveryCode };
  'POST /api/me/sign-in': { body: SignIn; answer: Me };
  'POST /api/me/sign-out': { answer: null };
  'GET /api/me/tokens': { answer: Tokens };
  'POST /api/me/tokens': { body: NewToken; answer: Token };
  'DELETE /api/me/tokens/{token}': { path: { token: string }; answer: null };
  'GET /api/presets': { answer: Presets };
  'GET /api/rules': { answer: Array<RuleText> };
};
