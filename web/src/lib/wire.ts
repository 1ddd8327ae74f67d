// Made from the server's own types by `cargo test -p server typescript`: do not edit.
export type AbandonedKey = "nobody_came" | "cancelled" | "everybody_left" | "agreed" | "by_the_master";
export type AbsenceBody = { grace: number, graces: number, then: AfterGraceKey, 
/**
 * How long a stand-in or a replacement is waited for.
 */
within: number, 
/**
 * Which bot stands in.
 */
bot?: string, };
export type AdjustmentOptions = { power: string, 
/**
 * How many more units than it has the power should have; below zero it must remove.
 */
owed: number, 
/**
 * How many it can build.
 */
builds: number, 
/**
 * Places where it can build an army, and where a fleet.
 */
armies: Array<string>, fleets: Array<string>, 
/**
 * Provinces of the units that it may remove.
 */
removals: Array<string>, 
/**
 * What is removed if nothing is said.
 */
by_default: Array<string>, };
export type AdjustmentView = { power: string, deed: Deed, long: string, short: string, outcome: string, because: string, sentence: string, };
export type AdviceBody = { position: PositionView, 
/**
 * The power that is advised, together with the others of its player.
 */
power: string, 
/**
 * Players with several powers; a power that is in none of these lists has a player of its own.
 */
players?: Array<Array<string>>, 
/**
 * Powers that nobody plays: their units hold.
 */
disorder?: Array<string>, 
/**
 * `2000`, `2023` or `datc`; the first if left out.
 */
edition?: string, 
/**
 * How many sheets are shown at most: three if left out.
 */
most?: number, 
/**
 * How much is thought, in work units: one is a position judged and weighed. 70,000 if left out: about
 * a tenth of a second, several times that on a board full of units.
 */
budget?: number, 
/**
 * The same question with the same seed gets the same answer.
 */
seed?: number, };
export type AdviceView = { 
/**
 * The powers that are advised: those of the player that are not in disorder.
 */
powers: Array<string>, 
/**
 * The best first; none if there is nothing to order.
 */
suggestions: Array<SuggestionView>, 
/**
 * What the others may do, in movement phases.
 */
expected: Array<ExpectedView>, };
export type AfterGraceKey = "disorder" | "stand_in" | "replacement";
export type AllocationKey = "lot" | "preference" | "chosen";
export type AuthorityKey = "master" | "vote" | "clock";
export type BallotKey = "yes" | "no";
export type BallotsKey = "secret" | "open";
export type Boxed = { seat: number, sheet: Array<SheetLine>, };
export type Card = { id: string, title: string, state: CardState, players: number, 
/**
 * Seats that are taken, by people or bots.
 */
taken: number, bots: number, press: PressKey, phase: string | null, due: number | null, 
/**
 * For lists of one's own games: something is to be done.
 */
needs_me: boolean, 
/**
 * The caller's powers there.
 */
powers: Array<string>, version: number, };
export type CardState = "gathering" | "underway" | "over";
export type Change = { 
/**
 * How many events the game has seen.
 */
version: number, 
/**
 * How many phases have been resolved.
 */
records: number, 
/**
 * How many messages the listener can read.
 */
messages: number, state: StateView, };
export type CommandBody = { "do": "join", wish?: WishBody, } | { "do": "seat_bot", bot: string, } | { "do": "check_in" } | { "do": "cancel" } | { "do": "leave" } | { "do": "take", seat: number, } | { "do": "offer", to: string, } | { "do": "return" } | { "do": "take_back" } | { "do": "stand", stance: StanceKey, } | { "do": "whisper", to: Array<number>, text: string, sketch?: Sketch, } | { "do": "announce", text: string, sketch?: Sketch, } | { "do": "keep_sketch", slot: number, sketch: Sketch, } | { "do": "drop_sketch", slot: number, } | { "do": "propose", motion: Motion, } | { "do": "vote", question: number, ballot: BallotKey, } | { "do": "pause", seconds: number, } | { "do": "resume" } | { "do": "extend", seconds: number, } | { "do": "force" } | { "do": "roll_back", to: number, } | { "do": "replace", seat: number, with: ReplaceWith, } | { "do": "correct", units: { [key in string]: Array<string> }, owners: { [key in string]: string | null }, } | { "do": "toss", winner: number, } | { "do": "stop" };
export type Deed = { "order": "hold", at: string, } | { "order": "move", at: string, to: string, 
/**
 * "By convoy" is written.
 */
by_convoy: boolean, } | { "order": "support_hold", at: string, of: string, } | { "order": "support_move", at: string, from: string, to: string, } | { "order": "convoy", at: string, from: string, to: string, } | { "order": "retreat", at: string, to: string, } | { "order": "disband", at: string, } | { "order": "build", power: string, kind: UnitKindKey, at: string, } | { "order": "remove", at: string, } | { "order": "waive", power: string, };
export type DeskView = { 
/**
 * Not in.
 */
draft: Array<SheetLine> | null, sheet: Array<SheetLine> | null, stance: StanceKey, 
/**
 * Provinces of units that have neither.
 */
missing: Array<string>, };
export type Device = { 
/**
 * To end it by.
 */
id: string, label: string, 
/**
 * `browser`, `program` or `link`.
 */
kind: string, made: number, };
export type Diagram = { id: string, records: Array<RecordView>, };
export type DislodgedView = { 
/**
 * Where it may retreat.
 */
open: Array<string>, power: string, kind: UnitKindKey, 
/**
 * Where it stands, with its coast.
 */
at: string, };
export type Done = { version: number, 
/**
 * False: nothing has changed, because no line counts, or not all of them with `all_or_nothing`.
 */
taken: boolean, 
/**
 * What became of each line of a text; of a list, the entries that do not count.
 */
lines: Array<ReadLine>, };
export type DrawnByKey = "agreement" | "limit";
export type DrawsKey = "survivors" | "any_coalition";
export type EndingView = { "ending": "won", seat: number, by: VictoryKey, } | { "ending": "drawn", between: Array<number>, by: DrawnByKey, } | { "ending": "abandoned", how: AbandonedKey, };
export type ExpectedView = { 
/**
 * Of one player.
 */
powers: Array<string>, 
/**
 * The likeliest first.
 */
plans: Array<PlanView>, };
export type GameList = { games: Array<Card>, 
/**
 * Where the next page begins.
 */
next: string | null, };
export type GameView = { id: string, version: number, variant: string, viewer: ViewerView, settings: SettingsBody, state: StateView, 
/**
 * Empty before the game.
 */
seats: Array<SeatView>, 
/**
 * The powers of each seat, also before the game.
 */
table: Array<Array<string>>, 
/**
 * Powers that nobody plays.
 */
unplayed: Array<string>, position: PositionView | null, 
/**
 * The caller's own sheet and notes.
 */
desk: DeskView | null, 
/**
 * For a game master who sees orders.
 */
sheets: Array<Boxed>, sketches: Array<OwnSketch>, questions: Array<QuestionView>, 
/**
 * How many phases have been resolved.
 */
records: number, 
/**
 * How many messages the caller can read.
 */
messages: number, talk: TalkOpen, 
/**
 * The newest entries of the public log, the oldest first.
 */
log: Array<LogEntry>, 
/**
 * The server's clock.
 */
now: number, 
/**
 * Share it to invite.
 */
url: string, };
export type GoalBody = { centres: number, of: GoalOfKey, };
export type GoalOfKey = "one_power" | "one_player";
export type HoursBody = { 
/**
 * `Europe/Amsterdam`.
 */
zone: string, 
/**
 * `19:30`; none: any time of the day.
 */
at: string | null, 
/**
 * Monday first.
 */
days: [boolean, boolean, boolean, boolean, boolean, boolean, boolean], };
export type LimitBody = { year?: number, after?: number, verdict: VerdictKey, };
export type LineView = { "result": "taken", 
/**
 * `plain`, `foreign`, `incomplete`, `filled_in` (from other lines) or `guessed`.
 */
how: string, deed: Deed, 
/**
 * "Army Paris moves to Burgundy"
 */
long: string, 
/**
 * "A Par - Bur"
 */
short: string, } | { "result": "refused", 
/**
 * Stable.
 */
problem: string, message: string, 
/**
 * Legal orders that may have been meant.
 */
suggestions: Array<SheetLine>, };
export type Link = { url: string, expires: number, };
export type LogEntry = { at: number, } & ({ "notice": "somebody_joined" } | { "notice": "bot_joined", bot: string, } | { "notice": "somebody_withdrew" } | { "notice": "check_in_opened", until: number, } | { "notice": "somebody_checked_in" } | { "notice": "check_in_missed", by: number, } | { "notice": "started" } | { "notice": "opened", stage: StageKey, due: number, } | { "notice": "sheet_in", seat: number, } | { "notice": "sheet_taken_back", seat: number, } | { "notice": "stood", seat: number, stance: StanceKey, } | { "notice": "ruled", record: number, phase: string, } | { "notice": "grace_given", to: Array<number>, due: number, } | { "notice": "fell_into_disorder", seat: number, } | { "notice": "left_disorder", seat: number, } | { "notice": "bot_stood_in", seat: number, bot: string, } | { "notice": "vacated", seat: number, } | { "notice": "relief_awaited", due: number, } | { "notice": "left", seat: number, } | { "notice": "taken", seat: number, } | { "notice": "offered", seat: number, } | { "notice": "returned", seat: number, } | { "notice": "coin_tossed", winner: number, } | { "notice": "neutral_joined", seat: number, power: string, } | { "notice": "proposed", number: number, by: number | null, motion: Motion, } | { "notice": "carried", number: number, motion: Motion, } | { "notice": "lapsed", number: number, } | { "notice": "paused", by: AuthorityKey, until: number, } | { "notice": "resumed", by: AuthorityKey, due: number, } | { "notice": "extended", by: AuthorityKey, due: number, } | { "notice": "forced" } | { "notice": "rolled_back", to: number, } | { "notice": "replaced", seat: number, by: NewHolderKey, } | { "notice": "corrected" } | { "notice": "ended", ending: EndingView, });
export type MasterBody = { sight: SightKey, };
export type Me = { 
/**
 * Short and public: with a passphrase it is the way in on another device.
 */
handle: string, name: string, 
/**
 * `en`, `nl`, `fr`, `es` or `de`.
 */
language: string, has_passphrase: boolean, has_recovery_code: boolean, };
export type MemberView = { who: OccupantView, seat: number | null, };
export type MessageView = { 
/**
 * Counted from 1 among those that the caller can read.
 */
number: number, at: number, phase: string, from: Voice, to: Whose, text: string, sketch?: Sketch, 
/**
 * The caller has muted the speaker; the text is left out.
 */
muted: boolean, };
export type Messages = { messages: Array<MessageView>, };
export type Motion = { "motion": "draw", between: Array<number>, } | { "motion": "concede", to: number, } | { "motion": "abandon" } | { "motion": "pause", seconds: number, } | { "motion": "resume" } | { "motion": "extend", seconds: number, };
export type NamesKey = "shown" | "hidden";
export type NewGame = { 
/**
 * `evening`, `daily`, `correspondence` or `bots`.
 */
preset: string, title?: string, players?: number, 
/**
 * All settings, instead of the preset's.
 */
settings?: SettingsBody, 
/**
 * Whether it is shown to everybody who looks for a game. Else only by its link.
 */
listed: boolean, 
/**
 * Which bots take seats at once: `novice`, `amateur`, `strong`, …
 */
bots: Array<string>, 
/**
 * Whether the maker takes a seat at once.
 */
join: boolean, 
/**
 * The maker's wish for a seat, by its first power.
 */
power?: string, };
export type NewHolderKey = "person" | "bot" | "nobody";
export type NewName = { 
/**
 * At most 40 characters.
 */
name: string, language?: string, };
export type NewToken = { label: string, };
export type NoticeView = { "notice": "somebody_joined" } | { "notice": "bot_joined", bot: string, } | { "notice": "somebody_withdrew" } | { "notice": "check_in_opened", until: number, } | { "notice": "somebody_checked_in" } | { "notice": "check_in_missed", by: number, } | { "notice": "started" } | { "notice": "opened", stage: StageKey, due: number, } | { "notice": "sheet_in", seat: number, } | { "notice": "sheet_taken_back", seat: number, } | { "notice": "stood", seat: number, stance: StanceKey, } | { "notice": "ruled", record: number, phase: string, } | { "notice": "grace_given", to: Array<number>, due: number, } | { "notice": "fell_into_disorder", seat: number, } | { "notice": "left_disorder", seat: number, } | { "notice": "bot_stood_in", seat: number, bot: string, } | { "notice": "vacated", seat: number, } | { "notice": "relief_awaited", due: number, } | { "notice": "left", seat: number, } | { "notice": "taken", seat: number, } | { "notice": "offered", seat: number, } | { "notice": "returned", seat: number, } | { "notice": "coin_tossed", winner: number, } | { "notice": "neutral_joined", seat: number, power: string, } | { "notice": "proposed", number: number, by: number | null, motion: Motion, } | { "notice": "carried", number: number, motion: Motion, } | { "notice": "lapsed", number: number, } | { "notice": "paused", by: AuthorityKey, until: number, } | { "notice": "resumed", by: AuthorityKey, due: number, } | { "notice": "extended", by: AuthorityKey, due: number, } | { "notice": "forced" } | { "notice": "rolled_back", to: number, } | { "notice": "replaced", seat: number, by: NewHolderKey, } | { "notice": "corrected" } | { "notice": "ended", ending: EndingView, };
export type OccupantView = { "is": "person", name: string | null, } | { "is": "bot", bot: string, stands_in: boolean, } | { "is": "nobody" };
export type OptionsView = { version: number, phase: string, units: Array<UnitOptions>, 
/**
 * In an adjustment phase, one for each of the caller's powers.
 */
adjustments: Array<AdjustmentOptions>, };
export type OrdersBody = { text?: string, 
/**
 * The language of the text; else the caller's.
 */
language?: string, deeds?: Array<Deed>, 
/**
 * The phase that the orders are for, `S1901M`: if it is over, they are refused and cannot fall into
 * the next one.
 */
phase?: string, 
/**
 * True: only a private note; the sheet that is in stays as it is.
 */
draft: boolean, stance?: StanceKey, 
/**
 * True: if any line cannot be taken, nothing is.
 */
all_or_nothing: boolean, };
export type OwnSketch = { slot: number, sketch: Sketch, };
export type Passphrase = { 
/**
 * From 8 to 200 characters.
 */
passphrase: string, };
export type PlanView = { 
/**
 * How likely, of 1.
 */
share: number, sheet: Array<SheetLine>, };
export type PositionView = { phase: string, units: Array<UnitView>, dislodged: Array<DislodgedView>, 
/**
 * The owner of each centre that has one.
 */
owners: { [key in string]: string }, };
export type Preset = { key: string, name: string, about: string, settings: SettingsBody, };
export type Presets = { presets: Array<Preset>, 
/**
 * What each setting means, by its key, in the caller's language.
 */
about: { [key in string]: string }, 
/**
 * The bots that can be seated, the weakest first.
 */
bots: Array<string>, };
export type PressKey = "rulebook" | "full" | "public_only" | "none";
export type Problem = { 
/**
 * Stable: programs may depend on it.
 */
id: string, 
/**
 * A sentence in the caller's language.
 */
message: string, 
/**
 * The most that would have been taken, where there is a bound.
 */
most?: bigint, 
/**
 * What was sent and is wrong, where it is one of many: a place, a power, a phase; for a body that is
 * not what was expected, what is wrong with it and where.
 */
about?: string, };
export type QuestionView = { number: number, motion: Motion, by: number | null, electors: Array<number>, yes: number, needed: number, own: BallotKey | null, 
/**
 * By seat, where ballots are open.
 */
ballots: Array<BallotKey | null> | null, };
export type ReadAnswer = { lines: Array<ReadLine>, };
export type ReadBody = { text: string, language?: string, };
export type ReadLine = { 
/**
 * From 1.
 */
line: number, 
/**
 * Where in the text, in UTF-16 code units as browsers count; 0 in a list.
 */
start: number, end: number, } & ({ "result": "taken", 
/**
 * `plain`, `foreign`, `incomplete`, `filled_in` (from other lines) or `guessed`.
 */
how: string, deed: Deed, 
/**
 * "Army Paris moves to Burgundy"
 */
long: string, 
/**
 * "A Par - Bur"
 */
short: string, } | { "result": "refused", 
/**
 * Stable.
 */
problem: string, message: string, 
/**
 * Legal orders that may have been meant.
 */
suggestions: Array<SheetLine>, });
export type RecordSummary = { number: number, phase: string, at: number, 
/**
 * Undone by a roll-back.
 */
undone: boolean, 
/**
 * Centres of each power afterwards.
 */
centres: { [key in string]: number }, };
export type RecordView = { number: number, phase: string, 
/**
 * "Spring 1901: moves"
 */
title: string, at: number, undone: boolean, before: PositionView, after: PositionView, 
/**
 * Orders with their rulings, power by power in the order of the board.
 */
ruled: Array<RuledView>, adjustments: Array<AdjustmentView>, };
export type Records = { records: Array<RecordSummary>, };
export type RecoveryCode = { code: string, };
export type ReplaceWith = { "person": string } | { "bot": string } | "nobody";
export type Report = { seat?: number, text: string, };
export type Route = { fleets: Array<string>, };
export type RulePage = { number: number, text: string, diagrams: Array<Diagram>, };
export type RuleText = { number: number, text: string, };
export type RuledView = { 
/**
 * None: no order was given.
 */
deed: Deed | null, 
/**
 * The order in words; holding if none was given.
 */
long: string, short: string, 
/**
 * `succeeds`, `fails` or `void`.
 */
outcome: string, 
/**
 * The reason's stable key.
 */
because: string, 
/**
 * The province that caused it.
 */
cause: string | null, 
/**
 * One of the 22 rules.
 */
rule: number | null, rule_text: string | null, 
/**
 * The reason as a sentence.
 */
sentence: string, 
/**
 * Where the attacker came from, if the unit was dislodged.
 */
dislodged_from: string | null, dislodged_sentence: string | null, power: string, kind: UnitKindKey, 
/**
 * Where it stands, with its coast.
 */
at: string, };
export type SeatView = { seat: number, powers: Array<string>, occupant: OccupantView, in_disorder: boolean, sheet: Sheet, stance: StanceKey, score: number, };
export type SettingsBody = { title: string, players: number, 
/**
 * `2000`, `2023` or `datc`.
 */
edition: string, allocation: AllocationKey, names: NamesKey, watching: WatchingKey, 
/**
 * How long spectators see the game later than the players, in seconds.
 */
watching_delay: number, press: PressKey, timetable: TimetableBody, gather_within: number, check_in: number | null, absence: AbsenceBody, ballots: BallotsKey, draws: DrawsKey, goal: GoalBody, limit: LimitBody | null, master: MasterBody | null, delay: number, };
export type Sheet = "not_needed" | "not_in" | "in";
export type SheetLine = { deed: Deed, 
/**
 * "Army Paris moves to Burgundy"
 */
long: string, 
/**
 * "A Par - Bur"
 */
short: string, };
export type ShunBody = { shun: ShunKey, };
export type ShunKey = "none" | "mute" | "block";
export type SightKey = "blind" | "sees_orders";
export type SignIn = { "with": "recovery_code", code: string, } | { "with": "link", token: string, } | { "with": "passphrase", handle: string, passphrase: string, };
export type Sketch = { units: Array<SketchUnit>, arrows: Array<Stroke>, 
/**
 * Spots of colour by province.
 */
marks: Array<[string, number]>, caption?: string, };
export type SketchUnit = { power: string, kind: UnitKindKey, at: string, };
export type StageKey = "diplomacy" | "writing" | "resolution" | "retreats" | "adjustments";
export type StanceKey = "undecided" | "ready" | "waiting";
export type StateView = { "state": "gathering", members: Array<MemberView>, check_in: number | null, until: number, } | { "state": "underway", 
/**
 * `S1901M`
 */
phase: string, stage: StageKey, opened: number, due: number, paused_until: number | null, delay_left: number, } | { "state": "over", ending: EndingView, };
export type Stroke = { from: string, to: string, kind: StrokeKind, };
export type StrokeKind = "move" | "support" | "convoy";
export type SuggestionView = { sheet: Array<SheetLine>, 
/**
 * In centres two years from now. A game won counts a hundred and more, one that somebody else wins
 * less than nothing. None if too little was thought to tell, or nobody would be left to order.
 */
worth: number | null, 
/**
 * How far the worth may be off, over what the others may do and over what other searches expect of
 * them; in movement phases, from 15,000 work units.
 */
doubt: number | null, 
/**
 * In movement phases: how often it would be played, of 1, by somebody who does not want to be read.
 */
share: number | null, };
export type TalkOpen = { private: boolean, public: boolean, };
export type TimetableBody = { first: number, 
/**
 * None: one deadline for talking and writing.
 */
diplomacy: number | null, writing: number, resolution: number | null, retreats: number, adjustments: number, hours: HoursBody | null, };
export type Token = { token: string, label: string, };
export type Tokens = { tokens: Array<Device>, };
export type UnitKindKey = "army" | "fleet";
export type UnitOptions = { 
/**
 * The province.
 */
at: string, 
/**
 * Where exactly the unit stands.
 */
place: string, power: string, kind: UnitKindKey, 
/**
 * Places that it can go to by itself.
 */
moves: Array<string>, 
/**
 * Places that it can reach with a convoy, of which some may also be in `moves`.
 */
by_convoy: Array<string>, 
/**
 * By the province of the unit that is helped: the places that its move can be supported to;
 * its own province means support in place.
 */
supports: { [key in string]: Array<string> }, 
/**
 * By the province of the army: where it can be carried.
 */
convoys: { [key in string]: Array<string> }, 
/**
 * In a retreat phase.
 */
retreats: Array<string>, };
export type UnitView = { power: string, kind: UnitKindKey, 
/**
 * Where it stands, with its coast.
 */
at: string, };
export type VerdictKey = "most_centres" | "shared";
export type VictoryKey = "centres" | "concession" | "most_centres";
export type ViewerKind = "seat" | "master" | "member" | "spectator" | "stranger";
export type ViewerView = { kind: ViewerKind, seat: number | null, powers: Array<string>, 
/**
 * Whether the caller made the game.
 */
maker: boolean, 
/**
 * Whether a bot plays in the caller's place, who may return.
 */
may_return: boolean, };
export type Voice = { "seat": number } | "master";
export type WatchingKey = "anybody" | "players_only";
export type Whose = { "circle": Array<number> } | "everybody";
export type WishBody = { "ranked": Array<number> } | { "this": number };
