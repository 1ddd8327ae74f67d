// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.
export type AbandonedKey = "nobody_came" | "cancelled" | "everybody_left" | "agreed" | "by_the_master" | "by_the_host";
export type AbsenceBody = {
  /** The bot that is the stand-in. */ bot?: string | null;
  grace: number;
  graces: number;
  then: AfterGraceKey;
  /** How long the game waits for a stand-in or a replacement. */ within?: number;
};
export type AdjustmentOptions = {
  /** Where it can build an army. */ armies: Array<string>;
  /** How many it can build. */ builds: number;
  /** The units that are removed if the player orders no removals. */ by_default: Array<string>;
  /** Where it can build a fleet. */ fleets: Array<string>;
  /** Centres minus units: how many units to build, or below zero to remove. */ owed: number;
  power: string;
  /** Provinces of the units that it may remove. */ removals: Array<string>;
};
export type AdjustmentView = { because: string; deed: OrderEntry; long: string; outcome: string; power: string; sentence: string; short: string };
export type AdminAction = 
  | { do: "close_report"; report: number }
  | { do: "remove_message"; game: string; message: number }
  | { do: "end_game"; game: string }
  | { do: "delete_game"; game: string }
  | { do: "rename"; handle: string; name: string }
  | { days: number; do: "suspend"; handle: string }
  | { do: "ban"; handle: string }
  | { do: "restore"; handle: string }
  | { do: "grant"; handle: string }
  | { do: "revoke"; handle: string };
/** What an administrator wants to do, and why. Those concerned can read the reason. */
export type AdminBody = { action: AdminAction; reason?: string };
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
export type AfterGraceKey = "disorder" | "stand_in" | "replacement" | "put_aside";
export type AllocationKey = "lot" | "preference" | "chosen";
export type ArrowKindKey = "move" | "support" | "convoy";
/** The seats of a private conversation, including the sender's. */
export type Audience = { circle: Array<number> } | { seats_and_master: Array<number> } | "everybody";
export type AuditLog = { entries: Array<AuditView> };
/** Something that an administrator did. */
export type AuditView = {
  about: PersonRef | null;
  action: string;
  at: number;
  /** None: the host of the server. */ by: PersonRef | null;
  game: string | null;
  number: number;
  reason: string;
};
export type AuthorityKey = "master" | "vote" | "clock";
/** What a power may build or must remove, or why it builds nothing. */
export type BalanceView = { power: string; sentence: string };
export type BallotKey = "yes" | "no";
export type BallotsKey = "secret" | "open" | "vetoes";
/** The drawing of a board in one language. */
export type BoardAsset = {
  /** Border lines, each once: the first point, then the difference of each point to the one before. */ arcs: Array<Array<number>>;
  /** Powers that are easy for beginners. */ beginners: Array<string>;
  /** How many supply centres there are. */ centres: number;
  /** How many centres win the game. */ centres_to_win: number;
  /** The abbreviation of each coast. */ coasts: Record<string, string>;
  /** Impassable areas: rings of border lines. */ nobodys: Record<string, Array<Array<number>>>;
  /** The impassable areas that are water. The others are land. */ nobodys_water: Array<string>;
  /** SVG of rivers, borders and lakes. */ over: string;
  /** The shapes of the pieces, by the kind of unit. */ pieces: Record<string, PieceAsset>;
  /** The powers in the order of the board. The number of a power is its index here. */ power_order: Array<string>;
  powers: Record<string, PowerAsset>;
  provinces: Record<string, ProvinceAsset>;
  /** The patterns along the rims of the pieces, by the number of the power. */ rims: Array<RimAsset>;
  /** Width and height in board units. */ size: [number, number];
  /** Style sheets by palette and shade. */ styles: Record<string, string>;
  /** Who plays which powers, for each possible number of players in ascending order. */ tables: Array<TableAsset>;
  /** The key of the variant: `standard`. */ variant: string;
  /** Paths of moves that are not straight: from, to, and the corners between them. */ ways: Array<[string, string, Array<number>]>;
};
/** A unit of this power is there. */
export type BoardFactBody = { at: string; fact: "held_by"; power: string } | { at: string; fact: "empty" } | { at: string; fact: "own_unit" };
/** A live event: something that the listener may see has changed. */
export type Change = {
  /** How many messages the listener may read. */ messages: number;
  /** How many phases have been resolved. */ records: number;
  state: StateView;
  /** How many events the game has. For spectators: how many that they can see. */ version: number;
};
/** The server's clock. Deadlines follow it. */
export type Clock = {
  /** Milliseconds since 1970. */ now_ms: number;
};
/** Which stages end at the time of day. */
export type ClockStagesKey = "all" | "movement";
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
/** The result of a command or of an order sheet. */
export type CommandResult = {
  /** For a text, the result of each line. For a list, only the refused entries. */ lines: Array<LineResult>;
  /** False if nothing changed: all lines were refused, or some were and `all_or_nothing` was set. */ taken: boolean;
  version: number;
};
/** One part of a condition, about the last published position. */
export type ConditionBody = BoardFactBody & { is: NegationKey };
/** Whether a player agrees that the game master puts their orders right. */
export type ConsentKey = "not_asked" | "given";
/** The fleets of one convoy route. */
export type ConvoyRoute = { fleets: Array<string> };
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
export type Diagram = { id: string; records: Array<RecordView> };
export type DislodgedView = UnitView & { open: Array<string> };
export type DrawnByKey = "agreement" | "limit";
export type DrawsKey = "survivors" | "any_coalition";
/** Whether somebody who takes over a seat may read its earlier private talk. */
export type EarlierTalkKey = "hidden" | "shown";
export type EndingView = 
  | { by: VictoryKey; ending: "won"; seat: number }
  | { between: Array<number>; by: DrawnByKey; ending: "drawn" }
  | { ending: "abandoned"; how: AbandonedKey };
export type ExpectedView = {
  /** The most likely first. */ plans: Array<PlanView>;
  /** The powers of one player. */ powers: Array<string>;
};
/** What becomes of a unit and its order, in the course. */
export type FateKey = "arrives" | "stays" | "dislodged" | "counts" | "does_not_count" | "carries" | "does_not_carry";
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
export type GameStateKey = "gathering" | "underway" | "over";
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
  result: OwnResultKey | null;
  /** What the caller owes the game, the most urgent first. Only in the list of the caller's games. */ owed: Array<OwedKey>;
  phase: string | null;
  players: number;
  /** Their names in the language of the request. */ power_names: Array<string>;
  /** The caller's powers. Only in the list of the caller's games. */ powers: Array<string>;
  press: PressKey;
  /** Whether the game was put aside and waits until one of its players continues it. */ put_aside: boolean;
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
export type GoalBody = { centres: number; of: GoalOfKey };
export type GoalOfKey = "one_power" | "one_player";
/** How a seat came to a new holder. */
export type HandOverKey = "master" | "offer" | "vacancy" | "stand_in";
/** An order with the reason for it. */
export type HintLine = SheetLine & { place: string | null; reason: HintReasonKey };
/** Why a hint suggests an order. */
export type HintReasonKey = "takes_free_centre" | "takes_centre" | "attacks" | "heads_for_centre" | "guards_centre" | "moves_up" | "helps_move" | "helps_hold" | "carries" | "waits" | "retreats_to_centre" | "saves_unit" | "gives_up" | "builds_army" | "builds_fleet" | "waives" | "removes";
/** What a strong bot would order. */
export type HintView = { lines: Array<HintLine>; phase: string };
/** Which texts the host of the server has published. */
export type HostTexts = { imprint: boolean; privacy: boolean };
/** The days and the time at which deadlines may be. */
export type HoursBody = {
  /** `19:30`. None: any time of the day. */ at?: string | null;
  /** Monday first. */ days: Array<boolean>;
  /** Whether the time is for movement only, or also for retreats and builds. */ stages?: ClockStagesKey;
  /** `Europe/Amsterdam`. */ zone: string;
};
/** Whether all parts of a condition must be true, or one of them. */
export type JoinKey = "all" | "any";
export type KeyInfo = {
  /** Whether this request was made with it. */ current: boolean;
  expires: number | null;
  /** For ending the key. */ id: string;
  /** `browser`, `program` or `link`. */ kind: string;
  label: string;
  made: number;
  /** What a token may do. */ scope: ScopeKey | null;
  /** When it was last used, to the hour. */ used: number | null;
};
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
/** When the game ends at the latest. Either `year` or `after`. */
export type LimitBody = { after?: number | null; verdict: VerdictKey; year?: number | null };
/** The result of one order in a text, or of one entry of a list. */
export type LineResult = LineStatus & { end: number; line: number; start: number };
export type LineStatus = SheetLine & { how: string } & { result: "taken" } | { message: string; problem: string; result: "refused"; suggestions: Array<SheetLine> };
/** A sign-in link for another device. It works once. */
export type Link = { expires: number; url: string };
export type LogEntry = NoticeView & { at: number };
/** The creator of the game is the game master and does not play. */
export type MasterBody = { sight: SightKey };
/** The caller. */
export type Me = {
  /** Whether the caller may keep order on this server. */ administrator: boolean;
  /** Short and public. With a passphrase it signs in on another device. */ handle: string;
  has_passphrase: boolean;
  has_recovery_code: boolean;
  /** `en`, `nl`, `fr`, `es` or `de`. */ language: string;
  name: string;
  /** The name of a second person in this browser, who shares the device (`POST /api/me/switch`). */ other: string | null;
};
export type MemberView = {
  /** Whether this is the caller. */ is_you: boolean;
  /** To take this member out. */ number: number;
  /** The seats that the caller wishes for, the best first. Empty for all others. */ own_ranking: Array<number>;
  seat: number | null;
  who: OccupantView;
};
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
/** An alternative draft. */
export type NamedDraft = { lines: Array<SheetLine>; name: string };
export type NamesKey = "shown" | "hidden";
/** Whether a part of a condition is meant the other way round. */
export type NegationKey = "as_is" | "not";
/** A power that nobody plays at first, whose land nobody may enter (K5). */
export type NeutralView = {
  power: string;
  /** After the Fall of this year a coin decides who plays it from the next Spring on. */ toss_year: number;
  /** The seat that has won the toss. */ winner: number | null;
};
/** A new game: a preset, and what differs from it. */
export type NewGame = {
  /** A game that is over, whose players the new game is for: they see it there, and its game master leads this one too. */ after?: string | null;
  /** The bots that take seats at once: `novice`, `amateur`, `strong`, … */ bots?: Array<string>;
  /** Whether the creator takes a seat at once. */ join?: boolean;
  /** Whether the game is in the public list. Otherwise only people with its link find it. */ listed?: boolean;
  players?: number | null;
  /** The power that the creator prefers. */ power?: string | null;
  /** `evening`, `daily`, `correspondence`, `bots`, `table` or `tournament`. */ preset: string;
  /** All settings, instead of the preset's. */ settings?: SettingsBody | null;
  title?: string | null;
  /** The key of the variant. `standard` if left out. */ variant?: string | null;
};
export type NewHolderKey = "person" | "bot" | "nobody";
/** The name of a new caller, or a changed name. */
export type NewName = {
  language?: string | null;
  /** At most 40 characters. */ name: string;
};
/** A new token: its label, what it may do (`play` if left out), and how many days it lasts (365 if left out). */
export type NewToken = { days?: number | null; label: string; scope?: ScopeKey | null };
export type NoticeView = 
  | { notice: "somebody_joined" }
  | { bot: string; notice: "bot_joined" }
  | { notice: "somebody_withdrew" }
  | { notice: "somebody_removed" }
  | { notice: "check_in_opened"; until: number }
  | { notice: "somebody_checked_in" }
  | { by: number; notice: "check_in_missed" }
  | { notice: "started" }
  | { due: number; notice: "opened"; stage: StageKey }
  | { notice: "sheet_in"; seat: number }
  | { notice: "sheet_entered"; seat: number }
  | { notice: "sheet_corrected"; seat: number }
  | { notice: "sheet_taken_back"; seat: number }
  | { notice: "stood"; seat: number; stance: ReadinessKey }
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
  | { name: string | null; notice: "claimed"; seat: number }
  | { notice: "claim_dropped"; seat: number }
  | { from: number; notice: "away"; seat: number; until: number }
  | { from: number; notice: "away_cancelled"; seat: number }
  | { due: number; notice: "time_bank_used"; seat: number; seconds: number }
  | { away: Array<number>; due: number; notice: "calendar_moved" }
  | { notice: "loan_offered"; seat: number; until: number }
  | { name: string | null; notice: "lent"; seat: number; talk: EarlierTalkKey; until: number }
  | { notice: "loan_ended"; seat: number }
  | { notice: "voted_out"; seat: number }
  | { notice: "coin_tossed"; winner: number }
  | { notice: "neutral_joined"; power: string; seat: number }
  | { by: number | null; motion: Motion; notice: "proposed"; number: number }
  | { motion: Motion; notice: "carried"; number: number }
  | { motion: Motion; notice: "vetoed"; number: number; vetoes: number }
  | { notice: "lapsed"; number: number }
  | { by: AuthorityKey; notice: "paused"; until: number }
  | { by: AuthorityKey; due: number; notice: "resumed" }
  | { due: number; notice: "continued"; seat: number }
  | { by: AuthorityKey; due: number; notice: "extended" }
  | { due: number; notice: "clock_corrected" }
  | { by: AuthorityKey; due: number; notice: "timetable_changed"; timetable: TimetableBody }
  | { notice: "forced" }
  | { notice: "rolled_back"; to: number }
  | { by: NewHolderKey; notice: "replaced"; seat: number }
  | { by: HandOverKey; name: string | null; notice: "handed_over"; seat: number; talk: EarlierTalkKey; to: NewHolderKey }
  | { notice: "corrected" }
  | { ending: EndingView; notice: "ended" };
export type OccupantView = { is: "person"; name: string | null } | { bot: string; is: "bot"; stands_in: boolean } | { is: "nobody" };
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
/** A part of an order: a kind of unit, an action or a coast. */
export type OrderSign = {
  /** `army`, `support`, `nc`. */ key: string;
  /** The short form: `A`, `S`. */ sign: string;
  /** Everything that is understood. */ words: Array<string>;
};
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
/** What somebody owes a game. */
export type OwedKey = "check_in" | "orders" | "talk" | "vote";
/** How a finished game ended for the caller. */
export type OwnResultKey = "won" | "drawn" | "lost" | "none";
export type OwnSketch = { sketch: Sketch; slot: number };
/** The colours of a board as style sheets. */
export type PaletteView = {
  dark: string;
  /** `clear`, `dutch`, `french` or `german`. */ key: string;
  light: string;
};
export type Passphrase = {
  /** From 8 to 200 characters. */ passphrase: string;
};
/** Somebody, as administrators see them. */
export type PersonRef = {
  handle: string;
  name: string;
  /** Until when they may not sign in. */ suspended_until: number | null;
};
/** What administrators tell the caller. */
export type PersonalNotice = {
  at: number;
  game: string | null;
  /** In the caller's language. */ message: string;
  number: number;
  /** What the administrator wrote. */ reason: string;
  until: number | null;
};
export type PersonalNotices = { notices: Array<PersonalNotice> };
/** The SVG paths of a piece, for a box from -26 to 26. */
export type PieceAsset = {
  /** A wooden block: front, right side, lower side, and the line of its pattern. */ block: Array<string>;
  body: string;
  /** The picture on the body, filled with the rule "evenodd". */ mark: string;
  /** The line that has the pattern of the power. */ rim: string;
  /** A larger and simpler picture, for a small piece without a rim. */ small_mark: string;
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
/** A plan for the next movement: orders, and what must be true of the position for them to count. The orders are checked when the movement opens. */
export type PlanBody = {
  deeds: Array<OrderEntry>;
  join: JoinKey;
  /** Empty: always. */ when: Array<ConditionBody>;
};
/** What became of the plans for a movement. */
export type PlanResult = {
  /** The provinces whose orders could not be given. */ dropped: Array<string>;
  phase: string;
  /** Which plan counted, from 0. None: no condition was true. */ plan: number | null;
};
export type PlanView = {
  /** How likely it is, from 0 to 1. */ share: number;
  sheet: Array<SheetLine>;
};
/** An example with what can be ordered in each of its phases. */
export type PlayableExample = {
  id: string;
  /** One per record: the legal orders of all powers. */ options: Array<OptionsView>;
  records: Array<RecordView>;
};
/** Who plays which powers with this number of players. */
export type PlayerTableView = {
  /** The default goal. */ goal?: GoalBody | null;
  /** The powers of each seat. */ seats: Array<Array<string>>;
};
export type PositionView = {
  dislodged: Array<DislodgedView>;
  /** The owner of each centre that has one. */ owners: Record<string, string>;
  phase: string;
  units: Array<UnitView>;
};
export type PowerAsset = { name: string; short: string };
/** What becomes of a unit. */
export type PredictionView = {
  /** Its province. */ at: string;
  /** What the learner chooses from. */ choices: Array<FateKey>;
  fate: FateKey;
};
/** A ready-made set of settings. */
export type Preset = { about: string; key: string; name: string; settings: SettingsBody };
export type Presets = {
  /** What each setting means, by its key, in the caller's language. */ about: Record<string, string>;
  /** The bots that can play, the weakest first. */ bots: Array<string>;
  presets: Array<Preset>;
  /** The variants that can be played, the standard one first. */ variants: Array<VariantSummary>;
};
export type PressKey = "rulebook" | "full" | "public_only" | "none";
/** The response to a refused request. Nothing has changed. */
export type Problem = {
  /** The part of the request that is wrong, where there are several: a place, a power, a phase. For an invalid body: what is wrong with it and where. */ about?: string | null;
  /** Stable; clients may depend on it. */ id: string;
  /** A sentence in the caller's language. */ message: string;
  /** The limit that was exceeded, if there is one. */ most?: number | null;
};
export type ProvinceAsset = {
  /** Where a dislodged unit is drawn. */ aside: [number, number];
  /** Where a dislodged fleet is drawn, by coast. */ asides?: Record<string, [number, number]>;
  /** The position of the short name, and the largest size that fits. */ at: [number, number, number];
  centre?: [number, number];
  /** Where a fleet is drawn, by coast. */ coasts?: Record<string, [number, number]>;
  home?: string;
  /** The position of the name, its size and its lines. */ label?: [number, number, number, Array<string>];
  name: string;
  /** The power whose homeland includes it although it has no centre. */ nation?: string;
  /** Indexes of border lines. `!n` (bitwise not) means line n in reverse. */ rings: Array<Array<number>>;
  short: string;
  /** Where a unit is drawn. */ unit: [number, number];
  /** Whether it is water. Left out for land. */ water?: boolean;
};
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
/** The text of a QR code. */
export type QrCodeBody = {
  /** At most 300 bytes. */ text: string;
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
/** Why no address for phones is known. */
export type ReachProblemKey = "loopback_only" | "no_network";
/** How phones in the same network reach this server. */
export type ReachView = {
  /** What is missing if there is none. */ problem: ReachProblemKey | null;
  /** The best first: `http://192.168.1.7:1901`. */ urls: Array<string>;
};
/** A text to read without submitting it. */
export type ReadBody = {
  language?: string | null;
  /** The seat that the orders are for, if the game master writes them. */ seat?: number | null;
  text: string;
};
/** The result of reading a text. */
export type ReadResponse = { lines: Array<LineResult> };
export type ReadinessKey = "undecided" | "ready" | "waiting";
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
/** A code to write down. Whoever has it can sign in as this person. A new code replaces the old one. */
export type RecoveryCode = { code: string };
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
/** By handle. */
export type ReplaceWith = { person: string } | { bot: string } | "nobody";
/** A report to the administrator of the server. */
export type Report = {
  /** The number of the message that it is about. */ message?: number | null;
  seat?: number | null;
  text: string;
};
/** A report of somebody about a game, a player or a message. */
export type ReportView = { about: PersonRef | null; at: number; by: PersonRef | null; closed: number | null; game: string | null; message: ReportedMessage | null; number: number; text: string; title: string | null };
/** The words that a report is about. */
export type ReportedMessage = {
  at: number;
  /** Its place among all messages of the game. */ number: number;
  removed: boolean;
  text: string;
};
export type Reports = { reports: Array<ReportView> };
export type RestrictionBody = { shun: RestrictionKey };
export type RestrictionKey = "none" | "mute" | "block";
/** A pattern along a rim, in 24ths of its length. */
export type RimAsset = {
  /** The lengths of a dash and of a gap. Left out for a whole line. */ dashes?: [number, number];
  /** The width of the line; 0 if there is none. */ width: number;
};
/** A rule and the rulebook's diagrams that show it. */
export type RulePage = { diagrams: Array<Diagram>; number: number; text: string };
/** One of the 22 rules in our own words. */
export type RuleText = { number: number; text: string };
export type RulingView = UnitView & { because: string; cause: string | null; deed: OrderEntry | null; dislodged_from: string | null; dislodged_sentence: string | null; lesson: string | null; long: string; outcome: string; rule: number | null; rule_text: string | null; sentence: string; short: string };
/** What a token may do: read; also make and play games; also change the name, mute, block and report. */
export type ScopeKey = "read" | "play" | "manage";
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
/** The best first. */
export type SeatPreferenceBody = { ranked: Array<number> } | { this: number };
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
/** One step of working a phase out: cut supports, standoffs, moves that succeed. */
export type SectionView = {
  /** The provinces of the units, each in `ruled`. */ at: Array<string>;
  title: string;
};
export type Sender = { seat: number } | "master";
/** All settings of a game. */
export type SettingsBody = {
  absence: AbsenceBody;
  allocation: AllocationKey;
  ballots: BallotsKey;
  /** After this many seconds without a full table, any player may fill it with bots. */ bots_after?: number | null;
  /** How long a player may be away by the calendar, in the whole game. 0: there is no calendar. */ calendar?: number;
  check_in?: number | null;
  delay: number;
  draws: DrawsKey;
  earlier_talk?: EarlierTalkKey;
  /** `2000`, `2023` or `datc`. */ edition: string;
  gather_within: number;
  goal: GoalBody;
  /** The language that the players talk, by its two letters: `nl`. None: whichever they like. */ language?: string | null;
  limit?: LimitBody | null;
  master?: MasterBody | null;
  names: NamesKey;
  players: number;
  press: PressKey;
  /** The game starts at this time, in seconds since 1970, if it is full then. None: as soon as it is full. */ starts_at?: number | null;
  talk_after_end?: TalkAfterEndKey;
  /** How much more time a player may take, in the whole game. 0: there is no time bank. */ time_bank?: number;
  timetable: TimetableBody;
  title: string;
  venue?: VenueKey;
  watching: WatchingKey;
  /** The delay with which spectators see the game, in seconds. */ watching_delay?: number;
};
/** An order with its text in the caller's language. */
export type SheetLine = {
  deed: OrderEntry;
  /** "Army Paris moves to Burgundy" */ long: string;
  /** "A Par - Bur" */ short: string;
};
/** Whether a sheet was submitted. */
export type SheetStatusKey = "not_needed" | "not_in" | "in";
export type SightKey = "blind" | "sees_orders";
/** The ways to sign in. */
export type SignIn = { code: string; with: "recovery_code" } | { token: string; with: "link" } | { handle: string; passphrase: string; with: "passphrase" };
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
export type StageKey = "diplomacy" | "writing" | "resolution" | "retreats" | "adjustments";
export type StateView = 
  | { bots_from: number | null; check_in: number | null; members: Array<MemberView>; state: "gathering"; until: number }
  | { delay_left: number; due: number; opened: number; paused_until: number | null; phase: string; put_aside: boolean; stage: StageKey; state: "underway"; waits_for: Array<number> }
  | { ending: EndingView; state: "over" };
export type SubmittedByKey = "player" | "master" | "predecessor";
/** A submitted sheet, for a game master who may see orders. */
export type SubmittedSheet = { seat: number; sheet: Array<SheetLine> };
/** One suggested order sheet. */
export type SuggestionView = {
  /** How far the worth may be wrong, because the others may order something else and because other searches expect something else. Only in movement phases and from 15,000 work units. */
  doubt: number | null;
  /** In movement phases: how often, from 0 to 1, a player should choose it to stay unpredictable. */ share: number | null;
  sheet: Array<SheetLine>;
  /** The expected centres in two years. 100 or more is a won game, below 0 a game that another player wins. None if the budget was too small, or if no unit would be left. */
  worth: number | null;
};
/** Who plays which powers with this number of players. */
export type TableAsset = {
  players: number;
  /** The powers of each seat. */ seats: Array<Array<string>>;
};
/** The game with a short code. */
export type TableView = { id: string };
/** Whether everybody may read all talk when the game is over. */
export type TalkAfterEndKey = "private" | "opened";
/** Whether the caller may send messages now. */
export type TalkOpen = {
  /** To the game master, which is always possible where there is one. */ master: boolean;
  private: boolean;
  public: boolean;
};
export type TerrainKey = "inland" | "coastal" | "water";
/** The lengths of the stages in seconds, and when deadlines may be. */
export type TimetableBody = {
  adjustments: number;
  /** None: one deadline for talking and writing orders. */ diplomacy?: number | null;
  first: number;
  hours?: HoursBody | null;
  resolution?: number | null;
  retreats: number;
  writing: number;
};
/** A new token. It is shown once. Send it as `Authorization: Bearer …`. */
export type Token = { expires: number; label: string; scope: ScopeKey; token: string };
/** All keys that sign in as this person. */
export type Tokens = { tokens: Array<KeyInfo> };
/** Orders to judge in an example. */
export type TryBody = {
  deeds: Array<OrderEntry>;
  /** The phase of the example, from 0. */ phase?: number;
  /** The power whose orders are replaced. All powers if left out. */ power?: string | null;
};
export type UnitKindKey = "army" | "fleet";
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
export type UnitView = {
  /** The location of the unit, with its coast. */ at: string;
  kind: UnitKindKey;
  power: string;
};
/** A variant that can be played. */
export type VariantSummary = {
  /** Powers that are easy to play. */ beginners: Array<string>;
  /** How many supply centres there are. */ centres: number;
  key: string;
  /** In the caller's language. */ name: string;
  /** One for each possible number of players, the smallest first. */ tables: Array<PlayerTableView>;
};
/** Where the players are: anywhere, or at one table with a big screen. */
export type VenueKey = "anywhere" | "table";
export type VerdictKey = "most_centres" | "shared";
export type VictoryKey = "centres" | "concession" | "most_centres";
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
export type WatchingKey = "anybody" | "players_only";
export type NotificationKind =
  | 'your_turn'
  | 'deadline_near'
  | 'check_in'
  | 'results'
  | 'message'
  | 'proposal'
  | 'answer'
  | 'seat_offered'
  | 'seat_open'
  | 'game_over'
  | 'channel';
export type NotificationView = {
  number: number;
  at: number;
  kind: NotificationKind;
  game: string | null;
  title: string;
  text: string;
  path: string;
  is_read: boolean;
};
export type NotificationList = { notifications: NotificationView[]; unread: number };
export type QuietHours = { from: string; until: string };
export type KindChoice = {
  kind: NotificationKind;
  page: boolean;
  push: boolean;
  email: boolean;
  webhook: boolean;
};
export type NotificationSettings = {
  zone?: string;
  quiet: QuietHours | null;
  digest_at?: string;
  remind_minutes?: number;
  choices?: KindChoice[];
};
export type ChannelKindKey = 'email' | 'push' | 'webhook';
export type ChannelStateKey = 'unconfirmed' | 'active' | 'given_up' | 'stopped';
export type ContentKey = 'brief' | 'full';
export type TimingKey = 'at_once' | 'digest';
export type WebhookForm = 'json' | 'discord' | 'slack';
export type ChannelOptions = { content?: ContentKey; timing?: TimingKey };
export type ChannelView = {
  number: number;
  kind: ChannelKindKey;
  label: string;
  endpoint: string | null;
  form: WebhookForm | null;
  state: ChannelStateKey;
  options: ChannelOptions;
  made: number;
  sent: number | null;
  failing_since: number | null;
  problem: string | null;
};
export type ChannelOffKey = 'not_built' | 'not_set_up' | 'not_secure';
export type ChannelOffer = { is_on: boolean; off: ChannelOffKey | null; reason: string | null };
export type ChannelOffers = {
  email: ChannelOffer;
  push: ChannelOffer;
  webhook: ChannelOffer;
  push_key: string | null;
};
export type NotificationOverview = {
  settings: NotificationSettings;
  channels: ChannelView[];
  offers: ChannelOffers;
  has_feed: boolean;
};
export type NewChannelBody =
  | { kind: 'email'; address: string }
  | { kind: 'push'; endpoint: string; p256dh: string; auth: string; label: string }
  | { kind: 'webhook'; url: string; form: WebhookForm };
export type AddedChannel = { channel: ChannelView; secret: string | null };
export type FeedAddresses = { calendar: string; notifications: string };
export type ReliabilityKey = 'unknown' | 'excellent' | 'good' | 'fair' | 'poor';
export type ReliabilityView = {
  word: ReliabilityKey;
  phases: number;
  missed: number;
  left: number;
  games: number;
  percent: number | null;
  min_phases: number;
};
