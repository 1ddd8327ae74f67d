// The orders that the player writes by map, menu or text, saved as they change.

import { api, ApiError, describeError, isServerUnable } from '../lib/api';
import { i18n } from '../lib/i18n.svelte';
import { readStorage, writeStorage } from '../lib/storage';
import type { OrderEntry, GameView, OptionsView, LineResult, SheetLine, ReadinessKey } from '../lib/wire';
import { IDLE, type TapState } from './order-by-tap';
import { keyInGame, phaseInGame } from './phase';
import {
  canonicalText,
  EMPTY_SHEET,
  isPossible,
  isSameSheet,
  sheetOf,
  withOrder,
  withoutOrder,
  type OrderSheet,
} from './order-sheet';

export type SaveState = 'saved' | 'saving' | 'unsaved';

/** What the player had written when a phase ended. */
export type OrdersAtPhaseEnd = { phase: string; deeds: OrderEntry[]; text: string | null };

/** `seat`: two people may share a phone, and neither gets what the other has written. */
type Backup = {
  seat: number | null;
  phase: string;
  deeds: OrderEntry[];
  text: string | null;
  unsaved: boolean;
};

const SAVE_DELAY_MS = 350;
/** How long to wait before saving again after the server could not: it is busy, or its disk is full. */
const SAVE_RETRY_MS = 15_000;
const READ_DELAY_MS = 300;
const MAX_UNDO = 100;

export class OrderEditor {
  sheet: OrderSheet = $state.raw(EMPTY_SHEET);
  tapState: TapState = $state.raw(IDLE);
  /** What the player typed; null while the text is made from the sheet. */
  typedText: string | null = $state(null);
  readLines: LineResult[] = $state.raw([]);
  saveState: SaveState = $state('saved');
  errorText = $state('');
  /** Own fleets that can carry an army that was just ordered over sea. */
  convoyProposal: { deeds: OrderEntry[]; fleets: string[]; army: string } | null = $state.raw(null);
  busy = $state(false);
  /** Whether the player was asked about units without orders. The next press hands in. */
  isConfirming = $state(false);
  canUndo = $state(false);
  canRedo = $state(false);
  /** The orders that did not count in the phase that ended. */
  lostOrders: { phase: string; lines: string[] } | null = $state.raw(null);

  #texts: Map<string, SheetLine> = $state.raw(new Map());
  #handedIn: OrderSheet | null = $state.raw(null);
  /** The draft that the server has. */
  #draftOnServer: OrderSheet = EMPTY_SHEET;
  #undoStack: OrderSheet[] = [];
  #redoStack: OrderSheet[] = [];
  #phase = '';
  #options: OptionsView | null = null;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the error on the page is that the server could not save. */
  #saveFailed = false;
  #readTimer: ReturnType<typeof setTimeout> | undefined;
  #sending = false;
  #seat: number | null = null;
  /** The game's version at our last save. Older responses that arrive late are ignored. */
  #minVersion = 0;

  constructor(
    readonly id: string,
    private readonly refresh: () => Promise<void>,
    /** Shows errors that concern more than the sheet: a player who lost the seat sees no sheet. */
    private readonly reportError: (errorText: string) => void,
  ) {}

  /** How many typed lines contain no order. */
  get rejectedLineCount(): number {
    return this.typedText === null ? 0 : this.readLines.filter((line) => line.result === 'refused').length;
  }

  get phase(): string {
    return this.#phase;
  }

  /** Whether the handed-in sheet equals the current one. */
  get handInState(): 'none' | 'in' | 'changed' {
    if (this.#handedIn === null) return 'none';
    return isSameSheet(this.#handedIn, this.sheet) ? 'in' : 'changed';
  }

  /**
   * Takes over the server's state; unsaved changes stay. After the end of a phase returns what was written.
   */
  applyView(view: GameView, options: OptionsView | null): OrdersAtPhaseEnd | null {
    let atPhaseEnd: OrdersAtPhaseEnd | null = null;
    const phase = view.state.state === 'underway' ? phaseInGame(view.state.phase, view.records) : '';
    const own = view.desk;
    this.#options = options;
    this.#seat = view.viewer.seat;
    this.#handedIn = own?.sheet ? sheetOf(own.sheet.map((line) => line.deed)) : null;
    this.#addTexts([...(own?.sheet ?? []), ...(own?.draft ?? [])]);
    const serverSheet = sheetOf((own?.draft ?? own?.sheet ?? []).map((line) => line.deed));
    if (view.version >= this.#minVersion) this.#draftOnServer = serverSheet;
    if (phase !== this.#phase) {
      const hasContent = this.sheet.size > 0 || (this.typedText ?? '').trim() !== '';
      if (this.#phase !== '' && hasContent)
        atPhaseEnd = { phase: keyInGame(this.#phase), deeds: [...this.sheet.values()], text: this.typedText };
      this.#phase = phase;
      this.#undoStack = [];
      this.#redoStack = [];
      this.canUndo = false;
      this.canRedo = false;
      this.tapState = IDLE;
      this.convoyProposal = null;
      this.readLines = [];
      this.typedText = null;
      this.errorText = '';
      this.isConfirming = false;
      clearTimeout(this.#saveTimer);
      const backup = this.#restoreBackup();
      const deeds = backup?.deeds.filter((deed) => options !== null && isPossible(deed, options));
      this.sheet = deeds && backup?.unsaved ? sheetOf(deeds) : serverSheet;
      this.saveState = backup?.unsaved ? 'unsaved' : 'saved';
      if (backup?.text) this.typeText(backup.text);
      else if (backup?.unsaved) this.#scheduleSave();
    } else if (
      this.saveState === 'saved' &&
      view.version >= this.#minVersion &&
      !isSameSheet(serverSheet, this.sheet) &&
      this.#isTextUnderstood
    ) {
      // Another tab of this player changed it.
      this.sheet = serverSheet;
      this.typedText = null;
      this.readLines = [];
    }
    return atPhaseEnd;
  }

  /** Whether every typed line was understood. */
  get #isTextUnderstood(): boolean {
    return (
      this.typedText === null ||
      (this.readLines.length > 0 && this.readLines.every((line) => line.result === 'taken'))
    );
  }

  stop(): void {
    clearTimeout(this.#saveTimer);
    clearTimeout(this.#readTimer);
  }

  /** Saves what a timer would save a little later. */
  async saveNow(): Promise<void> {
    if (this.saveState !== 'unsaved') return;
    clearTimeout(this.#saveTimer);
    await this.#save();
  }

  /** Called when the connection is back. */
  retrySave(): void {
    if (this.saveState !== 'unsaved') return;
    // The server has not read what was typed in the meantime.
    if (this.typedText !== null) void this.#readText();
    else this.#scheduleSave();
  }

  setOrder(deed: OrderEntry): void {
    this.#setSheet(withOrder(this.sheet, deed));
    this.convoyProposal = null;
    if (deed.order === 'move') void this.#proposeConvoy(deed);
  }

  /** Several orders in one step, for undo too. */
  setOrders(deeds: readonly OrderEntry[]): void {
    this.#setSheet(deeds.reduce(withOrder, this.sheet));
    this.convoyProposal = null;
  }

  /** These orders and no others, in one step. */
  replaceOrders(deeds: readonly OrderEntry[]): void {
    this.#setSheet(sheetOf(deeds));
    this.convoyProposal = null;
  }

  clearOrder(key: string): void {
    this.#setSheet(withoutOrder(this.sheet, key));
    this.convoyProposal = null;
  }

  acceptConvoy(): void {
    if (!this.convoyProposal) return;
    this.setOrders(this.convoyProposal.deeds);
  }

  undo(): void {
    const before = this.#undoStack.pop();
    if (!before) return;
    this.#redoStack.push(this.sheet);
    this.#restore(before);
  }

  redo(): void {
    const next = this.#redoStack.pop();
    if (!next) return;
    this.#undoStack.push(this.sheet);
    this.#restore(next);
  }

  #restore(sheet: OrderSheet): void {
    this.canUndo = this.#undoStack.length > 0;
    this.canRedo = this.#redoStack.length > 0;
    this.sheet = sheet;
    this.tapState = IDLE;
    this.typedText = null;
    this.readLines = [];
    this.convoyProposal = null;
    this.#scheduleSave();
  }

  /** Remembers the sheet for undo. */
  #remember(): void {
    this.#undoStack = [...this.#undoStack.slice(-MAX_UNDO), this.sheet];
    this.#redoStack = [];
    this.canUndo = true;
    this.canRedo = false;
  }

  #setSheet(sheet: OrderSheet): void {
    if (isSameSheet(sheet, this.sheet)) return;
    this.#remember();
    this.isConfirming = false;
    this.errorText = '';
    this.sheet = sheet;
    this.typedText = null;
    this.readLines = [];
    this.#scheduleSave();
  }

  // Text.

  /** The sheet in the server's short notation; an order whose text has not arrived is left out. */
  get sheetText(): string {
    return [...this.sheet.values()]
      .map((deed) => this.textOf(deed)?.short ?? '')
      .filter((line) => line !== '')
      .join('\n');
  }

  typeText(text: string): void {
    this.typedText = text;
    this.#setSaveState('unsaved');
    clearTimeout(this.#readTimer);
    this.#readTimer = setTimeout(() => void this.#readText(), READ_DELAY_MS);
  }

  async #readText(): Promise<void> {
    const text = this.typedText;
    if (text === null) return;
    try {
      const { lines } = await api.readOrders(this.id, { text, language: i18n.language });
      if (this.typedText !== text) return;
      this.readLines = lines;
      this.errorText = '';
      const taken = lines.flatMap((line) => (line.result === 'taken' ? [line] : []));
      this.#addTexts(taken);
      const sheet = sheetOf(taken.map((line) => line.deed));
      if (isSameSheet(sheet, this.sheet)) {
        if (isSameSheet(sheet, this.#draftOnServer)) this.#setSaveState('saved');
        else this.#scheduleSave();
        return;
      }
      this.#remember();
      this.sheet = sheet;
      this.#scheduleSave();
    } catch (error) {
      this.errorText = describeError(error);
    }
  }

  /** Replaces a typed line with a suggestion. */
  replaceLine(line: LineResult, suggestion: SheetLine): void {
    const text = this.typedText ?? '';
    this.typeText(text.slice(0, line.start) + suggestion.short + text.slice(line.end));
  }

  // Texts of orders.

  textOf(deed: OrderEntry): SheetLine | null {
    return this.#texts.get(canonicalText(deed)) ?? null;
  }

  clearTexts(): void {
    this.#texts = new Map();
    if (this.typedText !== null) this.typeText(this.typedText);
  }

  #addTexts(lines: readonly SheetLine[]): void {
    if (lines.length === 0) return;
    this.#texts = new Map([
      ...this.#texts,
      ...lines.map((line): [string, SheetLine] => [canonicalText(line.deed), line]),
    ]);
  }

  // Convoys.

  async #proposeConvoy(deed: OrderEntry & { order: 'move' }): Promise<void> {
    const options = this.#options;
    const unit = options?.units.find((unit) => unit.at === deed.at);
    if (!options || !unit || (unit.moves.includes(deed.to) && !deed.by_convoy)) return;
    try {
      const { fleets } = await api.convoyRoute(this.id, deed.at, deed.to);
      const own = fleets.filter((fleet) =>
        options.units.some((unit) => unit.at === fleet && unit.convoys[deed.at]?.includes(deed.to)),
      );
      const deeds = own
        .map((at): OrderEntry => ({ order: 'convoy', at, from: deed.at, to: deed.to }))
        .filter(
          (convoy) =>
            !isSameSheet(
              sheetOf([convoy]),
              sheetOf(
                [...this.sheet.values()].filter(
                  (other) => 'at' in other && 'at' in convoy && other.at === convoy.at,
                ),
              ),
            ),
        );
      if (deeds.length > 0 && this.sheet.get(deed.at) === deed)
        this.convoyProposal = { deeds, fleets, army: deed.at };
    } catch {
      // Without a proposal the player can still order the fleets one by one.
    }
  }

  // Saving.

  #scheduleSave(delayMs = SAVE_DELAY_MS): void {
    this.#setSaveState('unsaved');
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => void this.#save(), delayMs);
  }

  async #save(): Promise<void> {
    if (this.#sending) {
      this.#scheduleSave();
      return;
    }
    const [sheet, phase] = [this.sheet, this.#phase];
    this.#sending = true;
    this.saveState = 'saving';
    try {
      const { version } = await api.sendOrders(this.id, {
        deeds: [...sheet.values()],
        phase: keyInGame(phase),
        draft: true,
        all_or_nothing: false,
      });
      this.#minVersion = version;
      this.#draftOnServer = sheet;
      if (this.#saveFailed) this.errorText = '';
      this.#saveFailed = false;
      if (this.#phase === phase && this.sheet === sheet) this.#setSaveState('saved');
      await this.refresh();
    } catch (error) {
      if (this.#phase !== phase) return;
      this.#setSaveState('unsaved');
      // The page shows elsewhere that it is offline, and saves again when the connection is back.
      if (!(error instanceof ApiError && error.status === 0)) await this.#reportFailure(error, phase);
      if (isServerUnable(error) && this.#phase === phase) {
        this.#saveFailed = true;
        this.#scheduleSave(SAVE_RETRY_MS);
      }
    } finally {
      this.#sending = false;
    }
  }

  /** Hands in the sheet. */
  async handIn(stance: ReadinessKey): Promise<boolean> {
    clearTimeout(this.#saveTimer);
    clearTimeout(this.#readTimer);
    this.errorText = '';
    this.busy = true;
    const [sheet, phase] = [this.sheet, this.#phase];
    try {
      if (this.typedText !== null) {
        await this.#readText();
        clearTimeout(this.#saveTimer);
      }
      const { version } = await api.sendOrders(this.id, {
        deeds: [...this.sheet.values()],
        phase: keyInGame(phase),
        draft: false,
        stance,
        all_or_nothing: true,
      });
      this.#minVersion = version;
      if (this.#phase === phase && isSameSheet(this.sheet, sheet)) this.#setSaveState('saved');
      await this.refresh();
      return true;
    } catch (error) {
      await this.#reportFailure(error, phase);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Shows an error beside the sheet if `phase`, for which it was sent, still is played, else above the page. */
  async #reportFailure(error: unknown, phase: string): Promise<void> {
    const isOurs = !(error instanceof ApiError) || error.status === 0;
    if (!isOurs) await this.refresh();
    if (
      this.#phase !== phase ||
      (error instanceof ApiError && (error.status === 401 || error.status === 403))
    )
      this.reportError(describeError(error));
    else this.errorText = describeError(error);
  }

  // A copy in the browser, for a tab that is closed before the server answers.

  #setSaveState(saved: SaveState): void {
    this.saveState = saved;
    const backup: Backup = {
      seat: this.#seat,
      phase: this.#phase,
      deeds: [...this.sheet.values()],
      text: this.typedText,
      unsaved: saved !== 'saved',
    };
    writeStorage(
      `detente:sheet:${this.id}`,
      saved === 'saved' && this.typedText === null ? null : JSON.stringify(backup),
    );
  }

  #restoreBackup(): Backup | null {
    try {
      const backup = JSON.parse(readStorage(`detente:sheet:${this.id}`) ?? 'null') as Backup | null;
      const isOwn = backup?.seat === undefined || backup?.seat === this.#seat;
      return isOwn && backup?.phase === this.#phase && this.#phase !== '' ? backup : null;
    } catch {
      return null;
    }
  }
}
