// The orders that the player is writing, by map, menu or text, saved as they change.

import { api, Refused, sentence } from '../lib/api';
import { i18n, recall, remember } from '../lib/i18n.svelte';
import type { Deed, GameView, OptionsView, ReadLine, SheetLine, StanceKey } from '../lib/wire';
import { IDLE, type Pick } from './pick';
import { EMPTY, isPossible, isSame, name, sheetOf, withDeed, without, type Sheet } from './sheet';

export type Saved = 'saved' | 'saving' | 'unsaved';
/** The phase alone, as the server writes it. */
const turn = (phase: string): string => phase.split(' ')[0] ?? '';

/** What was on the desk when a phase ended. */
export type Left = { phase: string; deeds: Deed[]; text: string | null };

type Backup = { phase: string; deeds: Deed[]; text: string | null; unsaved: boolean };

const PAUSE = 350;
const READING_PAUSE = 300;
const MOST_UNDO = 100;

export class Desk {
  sheet: Sheet = $state.raw(EMPTY);
  pick: Pick = $state.raw(IDLE);
  /** What is typed; null while the text is written from the sheet. */
  typed: string | null = $state(null);
  readings: ReadLine[] = $state.raw([]);
  saved: Saved = $state('saved');
  trouble = $state('');
  /** Own fleets that could carry an army that has just been ordered over sea. */
  proposal: { deeds: Deed[]; fleets: string[]; army: string } | null = $state.raw(null);
  busy = $state(false);
  /** Handing in with units without orders has been asked about. */
  sure = $state(false);
  canUndo = $state(false);
  /** What did not count in the phase that has ended, line by line. */
  ended: { phase: string; lines: string[] } | null = $state.raw(null);

  #words: Map<string, SheetLine> = $state.raw(new Map());
  #handedIn: Sheet | null = $state.raw(null);
  /** The draft as the server has it. */
  #onServer: Sheet = EMPTY;
  #past: Sheet[] = [];
  #phase = '';
  #options: OptionsView | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reader: ReturnType<typeof setTimeout> | undefined;
  #sending = false;
  /** What the server had seen when it took our last sheet: an older answer that comes late is not listened to. */
  #least = 0;

  constructor(
    readonly id: string,
    private readonly refresh: () => Promise<void>,
    /** Takes what concerns more than the sheet: whoever lost their seat has no desk to read it on. */
    private readonly tell: (trouble: string) => void,
  ) {}

  /** How many typed lines give no order. */
  get refused(): number {
    return this.typed === null ? 0 : this.readings.filter((line) => line.result === 'refused').length;
  }

  get phase(): string {
    return this.#phase;
  }

  /** Whether the sheet in the box is the one on the desk. */
  get state(): 'none' | 'in' | 'changed' {
    if (this.#handedIn === null) return 'none';
    return isSame(this.#handedIn, this.sheet) ? 'in' : 'changed';
  }

  /** Takes over what the server has. What was not saved yet stays. If a phase has ended, says what lay on the desk. */
  adopt(view: GameView, options: OptionsView | null): Left | null {
    let left: Left | null = null;
    const phase = view.state.state === 'underway' ? `${view.state.phase} ${view.records}` : '';
    const desk = view.desk;
    this.#options = options;
    this.#handedIn = desk?.sheet ? sheetOf(desk.sheet.map((line) => line.deed)) : null;
    this.#learn([...(desk?.sheet ?? []), ...(desk?.draft ?? [])]);
    const kept = sheetOf((desk?.draft ?? desk?.sheet ?? []).map((line) => line.deed));
    if (view.version >= this.#least) this.#onServer = kept;
    if (phase !== this.#phase) {
      const isFilled = this.sheet.size > 0 || (this.typed ?? '').trim() !== '';
      if (this.#phase !== '' && isFilled) left = { phase: turn(this.#phase), deeds: [...this.sheet.values()], text: this.typed };
      this.#phase = phase;
      this.#past = [];
      this.canUndo = false;
      this.pick = IDLE;
      this.proposal = null;
      this.readings = [];
      this.typed = null;
      this.trouble = '';
      this.sure = false;
      clearTimeout(this.#timer);
      const backup = this.#restore();
      const deeds = backup?.deeds.filter((deed) => options !== null && isPossible(deed, options));
      this.sheet = deeds && backup?.unsaved ? sheetOf(deeds) : kept;
      this.saved = backup?.unsaved ? 'unsaved' : 'saved';
      if (backup?.text) this.type(backup.text);
      else if (backup?.unsaved) this.#later();
    } else if (this.saved === 'saved' && view.version >= this.#least && !isSame(kept, this.sheet) && this.#isUnderstood) {
      // Another tab of this player wrote it.
      this.sheet = kept;
      this.typed = null;
      this.readings = [];
    }
    return left;
  }

  /** Whether nothing is in the text that is not on the sheet. */
  get #isUnderstood(): boolean {
    return this.typed === null || (this.readings.length > 0 && this.readings.every((line) => line.result === 'taken'));
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#reader);
  }

  /** Once the connection is back. */
  retry(): void {
    if (this.saved !== 'unsaved') return;
    // What was typed meanwhile has not been read by anybody yet.
    if (this.typed !== null) void this.#read();
    else this.#later();
  }

  write(deed: Deed): void {
    this.#change(withDeed(this.sheet, deed));
    this.proposal = null;
    if (deed.order === 'move') void this.#propose(deed);
  }

  clear(key: string): void {
    this.#change(without(this.sheet, key));
    this.proposal = null;
  }

  accept(): void {
    if (!this.proposal) return;
    let sheet = this.sheet;
    for (const deed of this.proposal.deeds) sheet = withDeed(sheet, deed);
    this.proposal = null;
    this.#change(sheet);
  }

  undo(): void {
    const before = this.#past.pop();
    if (!before) return;
    this.canUndo = this.#past.length > 0;
    this.sheet = before;
    this.typed = null;
    this.readings = [];
    this.proposal = null;
    this.#later();
  }

  #change(sheet: Sheet): void {
    if (isSame(sheet, this.sheet)) return;
    this.#past = [...this.#past.slice(-MOST_UNDO), this.sheet];
    this.canUndo = true;
    this.sure = false;
    this.trouble = '';
    this.sheet = sheet;
    this.typed = null;
    this.readings = [];
    this.#later();
  }

  // Text.

  /** The sheet in the server's short words; null until they have all come. */
  get written(): string {
    return [...this.sheet.values()].map((deed) => this.words(deed)?.short ?? '').filter((line) => line !== '').join('\n');
  }

  type(text: string): void {
    this.typed = text;
    this.#keep('unsaved');
    clearTimeout(this.#reader);
    this.#reader = setTimeout(() => void this.#read(), READING_PAUSE);
  }

  async #read(): Promise<void> {
    const text = this.typed;
    if (text === null) return;
    try {
      const { lines } = await api.read(this.id, { text, language: i18n.language });
      if (this.typed !== text) return;
      this.readings = lines;
      this.trouble = '';
      const taken = lines.flatMap((line) => (line.result === 'taken' ? [line] : []));
      this.#learn(taken);
      const sheet = sheetOf(taken.map((line) => line.deed));
      if (isSame(sheet, this.sheet)) {
        if (isSame(sheet, this.#onServer)) this.#keep('saved');
        else this.#later();
        return;
      }
      this.#past = [...this.#past.slice(-MOST_UNDO), this.sheet];
      this.canUndo = true;
      this.sheet = sheet;
      this.#later();
    } catch (error) {
      this.trouble = sentence(error);
    }
  }

  /** Puts a suggestion in the place of what was typed. */
  replace(line: ReadLine, suggestion: SheetLine): void {
    const text = this.typed ?? '';
    this.type(text.slice(0, line.start) + suggestion.short + text.slice(line.end));
  }

  // Words.

  words(deed: Deed): SheetLine | null {
    return this.#words.get(name(deed)) ?? null;
  }

  forgetWords(): void {
    this.#words = new Map();
    if (this.typed !== null) this.type(this.typed);
  }

  #learn(lines: readonly SheetLine[]): void {
    if (lines.length === 0) return;
    this.#words = new Map([...this.#words, ...lines.map((line): [string, SheetLine] => [name(line.deed), line])]);
  }

  // Convoys.

  async #propose(deed: Deed & { order: 'move' }): Promise<void> {
    const options = this.#options;
    const unit = options?.units.find((unit) => unit.at === deed.at);
    if (!options || !unit || (unit.moves.includes(deed.to) && !deed.by_convoy)) return;
    try {
      const { fleets } = await api.route(this.id, deed.at, deed.to);
      const own = fleets.filter((fleet) => options.units.some((unit) => unit.at === fleet && unit.convoys[deed.at]?.includes(deed.to)));
      const deeds = own
        .map((at): Deed => ({ order: 'convoy', at, from: deed.at, to: deed.to }))
        .filter((convoy) => !isSame(sheetOf([convoy]), sheetOf([...this.sheet.values()].filter((other) => 'at' in other && 'at' in convoy && other.at === convoy.at))));
      if (deeds.length > 0 && this.sheet.get(deed.at) === deed) this.proposal = { deeds, fleets, army: deed.at };
    } catch {
      // Without a proposal the fleets can still be ordered one by one.
    }
  }

  // Saving.

  #later(): void {
    this.#keep('unsaved');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), PAUSE);
  }

  async #save(): Promise<void> {
    if (this.#sending) {
      this.#later();
      return;
    }
    const [sheet, phase] = [this.sheet, this.#phase];
    this.#sending = true;
    this.saved = 'saving';
    try {
      const { version } = await api.orders(this.id, { deeds: [...sheet.values()], phase: turn(phase), draft: true, all_or_nothing: false });
      this.#least = version;
      this.#onServer = sheet;
      if (this.#phase === phase && this.sheet === sheet) this.#keep('saved');
      await this.refresh();
    } catch (error) {
      if (this.#phase !== phase) return;
      this.#keep('unsaved');
      // Offline is said elsewhere, and saving is tried again once the connection is back.
      if (!(error instanceof Refused && error.status === 0)) await this.#fail(error);
    } finally {
      this.#sending = false;
    }
  }

  /** Puts the sheet into the box. */
  async handIn(stance: StanceKey): Promise<boolean> {
    clearTimeout(this.#timer);
    clearTimeout(this.#reader);
    this.trouble = '';
    this.busy = true;
    const [sheet, phase] = [this.sheet, this.#phase];
    try {
      if (this.typed !== null) {
        await this.#read();
        clearTimeout(this.#timer);
      }
      const { version } = await api.orders(this.id, { deeds: [...this.sheet.values()], phase: turn(phase), draft: false, stance, all_or_nothing: true });
      this.#least = version;
      if (this.#phase === phase && isSame(this.sheet, sheet)) this.#keep('saved');
      await this.refresh();
      return true;
    } catch (error) {
      await this.#fail(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Said where it is read: beside the sheet if there still is one, else above the table. */
  async #fail(error: unknown): Promise<void> {
    const isOurs = !(error instanceof Refused) || error.status === 0;
    const phase = this.#phase;
    if (!isOurs) await this.refresh();
    if (this.#phase !== phase || (error instanceof Refused && (error.status === 401 || error.status === 403))) this.tell(sentence(error));
    else this.trouble = sentence(error);
  }

  // The browser's own copy, for a tab that is closed before the server answers.

  #keep(saved: Saved): void {
    this.saved = saved;
    const backup: Backup = { phase: this.#phase, deeds: [...this.sheet.values()], text: this.typed, unsaved: saved !== 'saved' };
    remember(`detente:sheet:${this.id}`, saved === 'saved' && this.typed === null ? null : JSON.stringify(backup));
  }

  #restore(): Backup | null {
    try {
      const backup = JSON.parse(recall(`detente:sheet:${this.id}`) ?? 'null') as Backup | null;
      return backup?.phase === this.#phase && this.#phase !== '' ? backup : null;
    } catch {
      return null;
    }
  }
}
