// One game as this page knows it: what the server showed, kept up to date.

import { boardMapOf, type BoardMap } from '../board/board-map';
import { api, ApiError, describeError } from '../lib/api';
import { i18n } from '../lib/i18n.svelte';
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
  /** What the last command came to grief on. */
  errorText = $state('');
  /** The record that has just come, to be read out. */
  newRecord: number | null = $state(null);
  /** The server's clock less ours, in seconds. */
  #clockOffset = 0;
  editor: OrderEditor;

  #refreshing: Promise<void> | null = null;
  #refreshAgain = false;
  #recordCache = new Map<string, Promise<RecordView>>();
  #mapLanguage = '';
  #isFirstLoad = true;
  #unsubscribe: () => void = () => undefined;

  constructor(readonly id: string) {
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
      this.editor.stop();
    };
  }

  /** Listens anew: a listener hears as who they were when they began. */
  subscribe(): void {
    this.#unsubscribe();
    this.#unsubscribe = subscribe(
      () => api.eventsUrl(this.id),
      (change) => {
        if (change === null || change.version !== this.view?.version) void this.refresh();
      },
      (link) => {
        this.connection = link;
        if (link === 'live') this.editor.retrySave();
      },
    );
  }

  now(): number {
    return Date.now() / 1000 + this.#clockOffset;
  }

  /** Asks for everything that may have changed; calls in between count as one. */
  refresh(): Promise<void> {
    if (this.#refreshing) {
      this.#refreshAgain = true;
      return this.#refreshing;
    }
    this.#refreshing = this.#fetch().finally(() => {
      this.#refreshing = null;
      if (this.#refreshAgain) {
        this.#refreshAgain = false;
        void this.refresh();
      }
    });
    return this.#refreshing;
  }

  async #fetch(): Promise<void> {
    try {
      const view = await api.game(this.id);
      await this.#loadBoardMap(view.variant);
      this.#clockOffset = view.now - Date.now() / 1000;
      const before = this.view;
      const isNewPhase = phaseOf(before) !== phaseOf(view) || before?.viewer.seat !== view.viewer.seat || before?.records !== view.records;
      const isOtherViewer = before !== null && (before.viewer.kind !== view.viewer.kind || before.viewer.seat !== view.viewer.seat);
      const mayOrder = view.viewer.kind === 'seat' && view.state.state === 'underway';
      const [options, records, messages] = await Promise.all([
        mayOrder && (isNewPhase || this.options === null) ? api.options(this.id) : mayOrder ? this.options : null,
        view.records !== this.records.length ? api.records(this.id).then((answer) => answer.records) : this.records,
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
      // Of several that came at once, such as moves and the retreats of bots, the first: it has one's own orders.
      if (!this.#isFirstLoad && records.length > count) this.newRecord = records[count]?.number ?? null;
      this.#isFirstLoad = false;
      this.loadError = null;
      // The listener's own connection may have lived through it: then nobody else says that we are back.
      if (this.connection === 'offline' && navigator.onLine) {
        this.connection = 'live';
        this.editor.retrySave();
      }
    } catch (error) {
      if (error instanceof ApiError && error.status === 0) this.connection = 'offline';
      else if (this.view === null) this.loadError = error instanceof ApiError ? error : new ApiError('broken', describeError(error), 0);
      else this.errorText = describeError(error);
    }
  }

  /** Says what of an ended phase did not count. The record knows: another tab may have handed it in. */
  async #reportLostOrders(atPhaseEnd: OrdersAtPhaseEnd): Promise<void> {
    const ended = this.records.findLast((record) => record.phase === atPhaseEnd.phase && !record.undone);
    if (!ended) return;
    const record = await this.record(ended.number).catch(() => null);
    if (record) this.editor.lostOrders = lostOrders(atPhaseEnd, record, (deed) => this.editor.textOf(deed)?.long ?? null);
  }

  async #newMessages(): Promise<MessageView[]> {
    const after = this.messages.at(-1)?.number ?? 0;
    const answer = await api.messages(this.id, after);
    const seen = new Set(this.messages.map((message) => message.number));
    return [...this.messages, ...answer.messages.filter((message) => !seen.has(message.number))];
  }

  async #loadBoardMap(variant: string): Promise<void> {
    if (this.boardMap && this.#mapLanguage === i18n.language) return;
    const language = i18n.language;
    const boardMap = boardMapOf(await api.board(variant));
    this.boardMap = boardMap;
    this.#mapLanguage = language;
  }

  /** The words of everything come anew in another language. */
  async reloadTexts(): Promise<void> {
    this.#recordCache.clear();
    this.messages = [];
    await this.refresh();
  }

  record(number: number): Promise<RecordView> {
    const key = `${i18n.language} ${number}`;
    const cached = this.#recordCache.get(key);
    if (cached) return cached;
    const request = api.record(this.id, number);
    this.#recordCache.set(key, request);
    request.catch(() => this.#recordCache.delete(key));
    return request;
  }

  /** Does something; says whether it was done. What went wrong is in `trouble`. */
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

export function phaseOf(view: GameView | null): string {
  return view?.state.state === 'underway' ? view.state.phase : (view?.state.state ?? '');
}
