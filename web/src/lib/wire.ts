// What goes over HTTP: the shapes of crates/server/src/wire, as ts-rs writes them.

export type Problem = { id: string; message: string; most?: number };
export type Change = { version: number; records: number; messages: number; state: StateView };

// People.
export type Me = { handle: string; name: string; language: string; has_passphrase: boolean; has_recovery_code: boolean };
export type NewName = { name: string; language?: string };
export type RecoveryCode = { code: string };
export type Link = { url: string; expires: number };
export type Passphrase = { passphrase: string };
export type SignIn =
  | { with: 'recovery_code'; code: string }
  | { with: 'link'; token: string }
  | { with: 'passphrase'; handle: string; passphrase: string };
export type NewToken = { label: string };
export type Token = { token: string; label: string };
export type Tokens = { tokens: Array<Device> };
export type Device = { id: string; label: string; kind: string; made: number };
export type ShunKey = 'none' | 'mute' | 'block';
export type ShunBody = { shun: ShunKey };
export type Report = { seat?: number; text: string };

// Settings.
export type AllocationKey = 'lot' | 'preference' | 'chosen';
export type NamesKey = 'shown' | 'hidden';
export type WatchingKey = 'anybody' | 'players_only';
export type PressKey = 'rulebook' | 'full' | 'public_only' | 'none';
export type AfterGraceKey = 'disorder' | 'stand_in' | 'replacement';
export type BallotsKey = 'secret' | 'open';
export type DrawsKey = 'survivors' | 'any_coalition';
export type GoalOfKey = 'one_power' | 'one_player';
export type VerdictKey = 'most_centres' | 'shared';
export type SightKey = 'blind' | 'sees_orders';
export type TimetableBody = {
  first: number;
  diplomacy: number | null;
  writing: number;
  resolution: number | null;
  retreats: number;
  adjustments: number;
  hours: HoursBody | null;
};
export type HoursBody = {
  zone: string;
  at: string | null;
  days: [boolean, boolean, boolean, boolean, boolean, boolean, boolean];
};
export type AbsenceBody = { grace: number; graces: number; then: AfterGraceKey; within: number; bot?: string };
export type GoalBody = { centres: number; of: GoalOfKey };
export type LimitBody = { year?: number; after?: number; verdict: VerdictKey };
export type MasterBody = { sight: SightKey };
export type SettingsBody = {
  title: string;
  players: number;
  edition: string;
  allocation: AllocationKey;
  names: NamesKey;
  watching: WatchingKey;
  watching_delay: number;
  press: PressKey;
  timetable: TimetableBody;
  gather_within: number;
  check_in: number | null;
  absence: AbsenceBody;
  ballots: BallotsKey;
  draws: DrawsKey;
  goal: GoalBody;
  limit: LimitBody | null;
  master: MasterBody | null;
  delay: number;
};
export type NewGame = {
  preset: string;
  title?: string;
  players?: number;
  settings?: SettingsBody;
  listed: boolean;
  bots: Array<string>;
  join: boolean;
  power?: string;
};
export type Preset = { key: string; name: string; about: string; settings: SettingsBody };
export type Presets = { presets: Array<Preset>; about: { [key in string]?: string }; bots: Array<string> };

// Games.
export type StageKey = 'diplomacy' | 'writing' | 'resolution' | 'retreats' | 'adjustments';
export type CardState = 'gathering' | 'underway' | 'over';
export type ViewerKind = 'seat' | 'master' | 'member' | 'spectator' | 'stranger';
export type Sheet = 'not_needed' | 'not_in' | 'in';
export type GameView = {
  id: string;
  version: number;
  variant: string;
  viewer: ViewerView;
  settings: SettingsBody;
  state: StateView;
  seats: Array<SeatView>;
  table: Array<Array<string>>;
  unplayed: Array<string>;
  position: PositionView | null;
  desk: DeskView | null;
  sheets: Array<Boxed>;
  sketches: Array<OwnSketch>;
  questions: Array<QuestionView>;
  records: number;
  messages: number;
  talk: TalkOpen;
  log: Array<LogEntry>;
  now: number;
  url: string;
};
export type ViewerView = {
  kind: ViewerKind;
  seat: number | null;
  powers: Array<string>;
  maker: boolean;
  may_return: boolean;
};
export type StateView =
  | { state: 'gathering'; members: Array<MemberView>; check_in: number | null; until: number }
  | {
      state: 'underway';
      phase: string;
      stage: StageKey;
      opened: number;
      due: number;
      paused_until: number | null;
      delay_left: number;
    }
  | { state: 'over'; ending: EndingView };
export type MemberView = { who: OccupantView; seat: number | null };
export type OccupantView =
  | { is: 'person'; name: string | null }
  | { is: 'bot'; bot: string; stands_in: boolean }
  | { is: 'nobody' };
export type SeatView = {
  seat: number;
  powers: Array<string>;
  occupant: OccupantView;
  in_disorder: boolean;
  sheet: Sheet;
  stance: StanceKey;
  score: number;
};
export type DeskView = {
  draft: Array<SheetLine> | null;
  sheet: Array<SheetLine> | null;
  stance: StanceKey;
  missing: Array<string>;
};
export type Boxed = { seat: number; sheet: Array<SheetLine> };
export type OwnSketch = { slot: number; sketch: Sketch };
export type QuestionView = {
  number: number;
  motion: Motion;
  by: number | null;
  electors: Array<number>;
  yes: number;
  needed: number;
  own: BallotKey | null;
  ballots: Array<BallotKey | null> | null;
};
export type TalkOpen = { private: boolean; public: boolean };
export type MasterView = { sight: SightKey };
export type Card = {
  id: string;
  title: string;
  state: CardState;
  players: number;
  taken: number;
  bots: number;
  press: PressKey;
  phase: string | null;
  due: number | null;
  needs_me: boolean;
  powers: Array<string>;
  version: number;
};
export type GameList = { games: Array<Card>; next: string | null };

// The public log.
export type VictoryKey = 'centres' | 'concession' | 'most_centres';
export type DrawnByKey = 'agreement' | 'limit';
export type AbandonedKey = 'nobody_came' | 'cancelled' | 'everybody_left' | 'agreed' | 'by_the_master';
export type AuthorityKey = 'master' | 'vote' | 'clock';
export type NewHolderKey = 'person' | 'bot' | 'nobody';
export type EndingView =
  | { ending: 'won'; seat: number; by: VictoryKey }
  | { ending: 'drawn'; between: Array<number>; by: DrawnByKey }
  | { ending: 'abandoned'; how: AbandonedKey };
export type LogEntry = { at: number } & NoticeView;
export type NoticeView =
  | { notice: 'somebody_joined' }
  | { notice: 'bot_joined'; bot: string }
  | { notice: 'somebody_withdrew' }
  | { notice: 'check_in_opened'; until: number }
  | { notice: 'somebody_checked_in' }
  | { notice: 'check_in_missed'; by: number }
  | { notice: 'started' }
  | { notice: 'opened'; stage: StageKey; due: number }
  | { notice: 'sheet_in'; seat: number }
  | { notice: 'sheet_taken_back'; seat: number }
  | { notice: 'stood'; seat: number; stance: StanceKey }
  | { notice: 'ruled'; record: number; phase: string }
  | { notice: 'grace_given'; to: Array<number>; due: number }
  | { notice: 'fell_into_disorder'; seat: number }
  | { notice: 'left_disorder'; seat: number }
  | { notice: 'bot_stood_in'; seat: number; bot: string }
  | { notice: 'vacated'; seat: number }
  | { notice: 'relief_awaited'; due: number }
  | { notice: 'left'; seat: number }
  | { notice: 'taken'; seat: number }
  | { notice: 'offered'; seat: number }
  | { notice: 'returned'; seat: number }
  | { notice: 'coin_tossed'; winner: number }
  | { notice: 'neutral_joined'; seat: number; power: string }
  | { notice: 'proposed'; number: number; by: number | null; motion: Motion }
  | { notice: 'carried'; number: number; motion: Motion }
  | { notice: 'lapsed'; number: number }
  | { notice: 'paused'; by: AuthorityKey; until: number }
  | { notice: 'resumed'; by: AuthorityKey; due: number }
  | { notice: 'extended'; by: AuthorityKey; due: number }
  | { notice: 'forced' }
  | { notice: 'rolled_back'; to: number }
  | { notice: 'replaced'; seat: number; by: NewHolderKey }
  | { notice: 'corrected' }
  | { notice: 'ended'; ending: EndingView };

// Commands.
export type StanceKey = 'undecided' | 'ready' | 'waiting';
export type BallotKey = 'yes' | 'no';
export type StrokeKind = 'move' | 'support' | 'convoy';
export type CommandBody =
  | { do: 'join'; wish?: WishBody }
  | { do: 'seat_bot'; bot: string }
  | { do: 'check_in' }
  | { do: 'cancel' }
  | { do: 'leave' }
  | { do: 'take'; seat: number }
  | { do: 'offer'; to: string }
  | { do: 'return' }
  | { do: 'take_back' }
  | { do: 'stand'; stance: StanceKey }
  | { do: 'whisper'; to: Array<number>; text: string; sketch?: Sketch }
  | { do: 'announce'; text: string; sketch?: Sketch }
  | { do: 'keep_sketch'; slot: number; sketch: Sketch }
  | { do: 'drop_sketch'; slot: number }
  | { do: 'propose'; motion: Motion }
  | { do: 'vote'; question: number; ballot: BallotKey }
  | { do: 'pause'; seconds: number }
  | { do: 'resume' }
  | { do: 'extend'; seconds: number }
  | { do: 'force' }
  | { do: 'roll_back'; to: number }
  | { do: 'replace'; seat: number; with: ReplaceWith }
  | {
      do: 'correct';
      units: { [key in string]?: Array<string> };
      owners: { [key in string]?: string | null };
    }
  | { do: 'toss'; winner: number }
  | { do: 'stop' };
export type WishBody = { ranked: Array<number> } | { this: number };
export type ReplaceWith = { person: string } | { bot: string } | 'nobody';
export type Motion =
  | { motion: 'draw'; between: Array<number> }
  | { motion: 'concede'; to: number }
  | { motion: 'abandon' }
  | { motion: 'pause'; seconds: number }
  | { motion: 'resume' }
  | { motion: 'extend'; seconds: number };
export type Sketch = {
  units: Array<SketchUnit>;
  arrows: Array<Stroke>;
  marks: Array<[string, number]>;
  caption?: string;
};
export type SketchUnit = { power: string; kind: UnitKindKey; at: string };
export type Stroke = { from: string; to: string; kind: StrokeKind };

// Orders.
export type UnitKindKey = 'army' | 'fleet';
export type Deed =
  | { order: 'hold'; at: string }
  | { order: 'move'; at: string; to: string; by_convoy: boolean }
  | { order: 'support_hold'; at: string; of: string }
  | { order: 'support_move'; at: string; from: string; to: string }
  | { order: 'convoy'; at: string; from: string; to: string }
  | { order: 'retreat'; at: string; to: string }
  | { order: 'disband'; at: string }
  | { order: 'build'; power: string; kind: UnitKindKey; at: string }
  | { order: 'remove'; at: string }
  | { order: 'waive'; power: string };
export type OrdersBody = {
  text?: string;
  language?: string;
  deeds?: Array<Deed>;
  draft: boolean;
  stance?: StanceKey;
  all_or_nothing: boolean;
};
export type ReadBody = { text: string; language?: string };
export type ReadLine = { line: number; start: number; end: number } & LineView;
export type LineView =
  | ({ result: 'taken'; how: string } & SheetLine)
  | { result: 'refused'; problem: string; message: string; suggestions: Array<SheetLine> };
export type SheetLine = { deed: Deed; long: string; short: string };
export type Done = { version: number; lines: Array<ReadLine> };
export type OptionsView = {
  version: number;
  phase: string;
  units: Array<UnitOptions>;
  adjustments: Array<AdjustmentOptions>;
};
export type UnitOptions = {
  at: string;
  place: string;
  power: string;
  kind: UnitKindKey;
  moves: Array<string>;
  by_convoy: Array<string>;
  supports: { [key in string]?: Array<string> };
  convoys: { [key in string]?: Array<string> };
  retreats: Array<string>;
};
export type AdjustmentOptions = {
  power: string;
  owed: number;
  builds: number;
  armies: Array<string>;
  fleets: Array<string>;
  removals: Array<string>;
  by_default: Array<string>;
};
export type Route = { fleets: Array<string> };

// Positions, history, talk.
export type UnitView = { power: string; kind: UnitKindKey; at: string };
export type DislodgedView = { open: Array<string> } & UnitView;
export type PositionView = {
  phase: string;
  units: Array<UnitView>;
  dislodged: Array<DislodgedView>;
  owners: { [key in string]?: string };
};
export type Records = { records: Array<RecordSummary> };
export type RecordSummary = {
  number: number;
  phase: string;
  at: number;
  undone: boolean;
  centres: { [key in string]?: number };
};
export type RecordView = {
  number: number;
  phase: string;
  title: string;
  at: number;
  undone: boolean;
  before: PositionView;
  after: PositionView;
  ruled: Array<RuledView>;
  adjustments: Array<AdjustmentView>;
};
export type RuledView = {
  deed: Deed | null;
  long: string;
  short: string;
  outcome: string;
  because: string;
  cause: string | null;
  rule: number | null;
  rule_text: string | null;
  sentence: string;
  dislodged_from: string | null;
  dislodged_sentence: string | null;
} & UnitView;
export type AdjustmentView = {
  power: string;
  deed: Deed;
  long: string;
  short: string;
  outcome: string;
  because: string;
  sentence: string;
};
export type Voice = { seat: number } | 'master';
export type Whose = { circle: Array<number> } | 'everybody';
export type MessageView = {
  number: number;
  at: number;
  phase: string;
  from: Voice;
  to: Whose;
  text: string;
  sketch?: Sketch;
  muted: boolean;
};
export type Messages = { messages: Array<MessageView> };
