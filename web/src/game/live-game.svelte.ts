// One game as this page knows it: what the server sent, kept up to date.

import { boardMapOf, type BoardMap } from '../board/board-map';
import { api, ApiError, describeError, type Reader } from '../lib/api';
import { takeCreatedGame } from '../lib/created-game';
import { i18n } from '../lib/i18n.svelte';
import { loadLate } from '../lib/load-late';
import { palette } from '../lib/palette.svelte';
import type { CommandBody, GameView, MessageView, OptionsView, RecordSummary, RecordView } from '../lib/wire';
import { subscribe, type ConnectionState } from './game-events';
import { lostOrders } from './lost-orders';
import { OrderEditor, type OrdersAtPhaseEnd } from './order-editor.svelte';

export class LiveGame {
  view: GameView | null = $state.raw(null);
  boardMap: BoardMap | null = $state.raw(null);
  options: OptionsView | null = $state.raw(null);
  records: RecordSummary[] = $state.raw([]);
  messages: MessageView[] = $state.raw([]);
  connection: ConnectionState = $state('connecting');
  /** Why the game cannot be shown at all. */
  loadError: ApiError | null = $state.raw(null);
  /** The error of the last command. */
  errorText = $state('');
  /** The number of a record that has just arrived and is to be replayed. */
  newRecord: number | null = $state(null);
  /** The server's clock minus ours, in seconds. */
  clockOffset = $state(0);
  /** Whether it was measured to some milliseconds. */
  isClockExact = $state(false);
  /** Measures it exactly, at a table. */
  #endClock: (() => void) | null = null;
  editor: OrderEditor;

  #refreshing: Promise<void> | null = null;
  #refreshAgain = false;
  /** The latest version that was announced during a load. */
  #announced: number | null = null;
  #recordCache = new Map<string, Promise<RecordView>>();
  #mapLanguage = '';
  #isFirstLoad = true;
  #unsubscribe: () => void = () => undefined;

  /** `as`: what the page may see, whoever uses this browser. */
  constructor(
    readonly id: string,
    readonly as?: Reader,
  ) {
    this.editor = new OrderEditor(
      id,
      () => this.refresh(),
      (errorText) => (this.errorText = errorText),
    );
  }

  start(): () => void {
    void this.refresh();
    this.subscribe();
    return () => {
      this.#unsubscribe();
      this.#endClock?.();
      this.editor.stop();
    };
  }

  /** Subscribes again: a subscription keeps the identity that the person had when it began. */
  subscribe(): void {
    this.#unsubscribe();
    this.#unsubscribe = subscribe(
      () => api.eventsUrl(this.id, this.as),
      (change) => {
        if (change === null) void this.refresh();
        else this.#announce(change.version);
      },
      (state) => {
        this.connection = state;
        if (state === 'live') this.editor.retrySave();
      },
    );
  }

  /** A version of the game exists. A load that runs may bring it. */
  #announce(version: number): void {
    if (this.#refreshing) this.#announced = version;
    else if (version !== this.view?.version) void this.refresh();
  }

  now(): number {
    return Date.now() / 1000 + this.clockOffset;
  }

  /** Loads everything that may have changed. Calls during a load cause one more load. */
  refresh(): Promise<void> {
    if (this.#refreshing) {
      this.#refreshAgain = true;
      return this.#refreshing;
    }
    this.#refreshing = this.#fetch().finally(() => {
      this.#refreshing = null;
      const isBehind = this.#announced !== null && this.#announced > (this.view?.version ?? 0);
      const again = this.#refreshAgain || isBehind;
      this.#refreshAgain = false;
      this.#announced = null;
      if (again) void this.refresh();
    });
    return this.#refreshing;
  }

  async #fetch(): Promise<void> {
    try {
      const created = this.as === undefined ? takeCreatedGame(this.id) : null;
      const view = created ?? (await api.game(this.id, this.as));
      await this.#loadBoardMap(view.variant);
      this.#setClock(view);
      const before = this.view;
      const isNewPhase =
        phaseOf(before) !== phaseOf(view) ||
        stageOf(before) !== stageOf(view) ||
        before?.viewer.seat !== view.viewer.seat ||
        before?.records !== view.records;
      const isOtherViewer =
        before !== null &&
        (before.viewer.kind !== view.viewer.kind || before.viewer.seat !== view.viewer.seat);
      const mayOrder = view.viewer.kind === 'seat' && view.state.state === 'underway';
      const [options, records, messages] = await Promise.all([
        mayOrder && (isNewPhase || this.options === null)
          ? api.options(this.id)
          : mayOrder
            ? this.options
            : null,
        view.records !== this.records.length
          ? api.records(this.id, this.as).then((answer) => answer.records)
          : this.records,
        view.messages > this.messages.length ? this.#newMessages() : this.messages,
      ]);
      const count = this.records.length;
      this.options = options;
      this.records = records;
      this.messages = messages;
      this.view = view;
      if (isOtherViewer) this.subscribe();
      const atPhaseEnd = this.editor.applyView(view, options);
      if (atPhaseEnd) void this.#reportLostOrders(atPhaseEnd);
      // If several arrive at once, such as moves and retreats, the first one: it has the player's orders.
      if (!this.#isFirstLoad && records.length > count) this.newRecord = records[count]?.number ?? null;
      this.#isFirstLoad = false;
      this.loadError = null;
      // The event stream may have survived; then nothing else reports that we are online again.
      if (this.connection === 'offline' && navigator.onLine) {
        this.connection = 'live';
        this.editor.retrySave();
      }
    } catch (error) {
      if (error instanceof ApiError && error.status === 0) this.connection = 'offline';
      else if (this.view === null)
        this.loadError = error instanceof ApiError ? error : new ApiError('broken', describeError(error), 0);
      else this.errorText = describeError(error);
    }
  }

  /** Players round one table compare their clocks; elsewhere a second is enough. */
  #setClock(view: GameView): void {
    if (view.settings.venue !== 'table') {
      this.clockOffset = view.now - Date.now() / 1000;
      return;
    }
    if (this.#endClock) return;
    this.clockOffset = view.now - Date.now() / 1000;
    let isEnded = false;
    this.#endClock = () => (isEnded = true);
    void loadLate(() => import('../lib/server-clock')).then(({ followServerClock }) => {
      if (isEnded) return;
      this.#endClock = followServerClock((milliseconds) => {
        this.clockOffset = milliseconds / 1000;
        this.isClockExact = true;
      });
    });
  }

  /** Reports the orders that did not count. Another tab may have handed in, so the record decides. */
  async #reportLostOrders(atPhaseEnd: OrdersAtPhaseEnd): Promise<void> {
    const ended = this.records.findLast((record) => record.phase === atPhaseEnd.phase && !record.undone);
    if (!ended) return;
    const record = await this.record(ended.number).catch(() => null);
    if (record)
      this.editor.lostOrders = lostOrders(
        atPhaseEnd,
        record,
        (deed) => this.editor.textOf(deed)?.long ?? null,
      );
  }

  async #newMessages(): Promise<MessageView[]> {
    let messages = this.messages;
    for (;;) {
      const answer = await api.messages(this.id, messages.at(-1)?.number ?? 0, this.as);
      const seen = new Set(messages.map((message) => message.number));
      messages = [...messages, ...answer.messages.filter((message) => !seen.has(message.number))];
      if (!answer.more) return messages;
    }
  }

  async #loadBoardMap(variant: string): Promise<void> {
    if (this.boardMap && this.#mapLanguage === i18n.language) return;
    const language = i18n.language;
    palette.use(variant);
    const boardMap = boardMapOf(await api.board(variant));
    this.boardMap = boardMap;
    this.#mapLanguage = language;
  }

  /** Loads all texts again in another language. */
  async reloadTexts(): Promise<void> {
    this.#recordCache.clear();
    this.messages = [];
    await this.refresh();
  }

  record(number: number): Promise<RecordView> {
    const key = `${i18n.language} ${number}`;
    const cached = this.#recordCache.get(key);
    if (cached) return cached;
    const request = api.record(this.id, number, this.as);
    this.#recordCache.set(key, request);
    request.catch(() => this.#recordCache.delete(key));
    return request;
  }

  /** Sends a command; returns whether it succeeded. The error is in `errorText`. */
  async command(body: CommandBody): Promise<boolean> {
    this.errorText = '';
    try {
      await api.sendCommand(this.id, body);
      await this.refresh();
      return true;
    } catch (error) {
      this.errorText = describeError(error);
      return false;
    }
  }
}

const stageOf = (view: GameView | null) => (view?.state.state === 'underway' ? view.state.stage : null);

export function phaseOf(view: GameView | null): string {
  return view?.state.state === 'underway' ? view.state.phase : (view?.state.state ?? '');
}
