// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.
import type {
  AbandonedKey,
  AuthorityKey,
  DrawnByKey,
  EarlierTalkKey,
  HandOverKey,
  Motion,
  ReadinessKey,
  StageKey,
  TimetableBody,
  VictoryKey,
} from '../wire';

export type EndingView = 
  | { by: VictoryKey; ending: "won"; seat: number }
  | { between: Array<number>; by: DrawnByKey; ending: "drawn" }
  | { ending: "abandoned"; how: AbandonedKey };
export type LogEntry = NoticeView & { at: number };
export type NewHolderKey = "person" | "bot" | "nobody";
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
