// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.
import type {
  AllocationKey,
  BallotsKey,
  ClockStagesKey,
  DrawsKey,
  EarlierTalkKey,
  GoalOfKey,
  NamesKey,
  PressKey,
  SightKey,
  TalkAfterEndKey,
  VenueKey,
  VerdictKey,
} from '../wire';

export type AbsenceBody = {
  /** The bot that is the stand-in. */ bot?: string | null;
  grace: number;
  graces: number;
  then: AfterGraceKey;
  /** How long the game waits for a stand-in or a replacement. */ within?: number;
};
export type AfterGraceKey = "disorder" | "stand_in" | "replacement" | "put_aside";
export type GoalBody = { centres: number; of: GoalOfKey };
/** The days and the time at which deadlines may be. */
export type HoursBody = {
  /** `19:30`. None: any time of the day. */ at?: string | null;
  /** Monday first. */ days: Array<boolean>;
  /** Whether the time is for movement only, or also for retreats and builds. */ stages?: ClockStagesKey;
  /** `Europe/Amsterdam`. */ zone: string;
};
/** When the game ends at the latest. Either `year` or `after`. */
export type LimitBody = { after?: number | null; verdict: VerdictKey; year?: number | null };
/** The creator of the game is the game master and does not play. */
export type MasterBody = { sight: SightKey };
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
/** Who plays which powers with this number of players. */
export type PlayerTableView = {
  /** The default goal. */ goal?: GoalBody | null;
  /** The powers of each seat. */ seats: Array<Array<string>>;
};
/** A ready-made set of settings. */
export type Preset = { about: string; key: string; name: string; settings: SettingsBody };
export type Presets = {
  /** What each setting means, by its key, in the caller's language. */ about: Record<string, string>;
  /** The bots that can play, the weakest first. */ bots: Array<string>;
  presets: Array<Preset>;
  /** The variants that can be played, the standard one first. */ variants: Array<VariantSummary>;
};
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
/** A variant that can be played. */
export type VariantSummary = {
  /** Powers that are easy to play. */ beginners: Array<string>;
  /** How many supply centres there are. */ centres: number;
  key: string;
  /** In the caller's language. */ name: string;
  /** One for each possible number of players, the smallest first. */ tables: Array<PlayerTableView>;
};
export type WatchingKey = "anybody" | "players_only";
