// One game as this page knows it: what the server showed, kept up to date.

import { chartOf, type Chart } from '../board/asset';
import { api, Refused, sentence } from '../lib/api';
import { i18n } from '../lib/i18n.svelte';
import type { CommandBody, GameView, MessageView, OptionsView, RecordSummary, RecordView } from '../lib/wire';
import { Desk, type Left } from './desk.svelte';
import { lostLines } from './lost';
import { listen, type Link } from './live';

export class Play {
  view: GameView | null = $state.raw(null);
  chart: Chart | null = $state.raw(null);
  options: OptionsView | null = $state.raw(null);
  records: RecordSummary[] = $state.raw([]);
  messages: MessageView[] = $state.raw([]);
  link: Link = $state('connecting');
  /** Why the game cannot be shown at all. */
  missing: Refused | null = $state.raw(null);
  /** What the last command came to grief on. */
  trouble = $state('');
  /** The record that has just come, to be read out. */
  fresh: number | null = $state(null);
  /** The server's clock less ours, in seconds. */
  #ahead = 0;
  desk: Desk;

  #running: Promise<void> | null = null;
  #again = false;
  #known = new Map<string, Promise<RecordView>>();
  #chartLanguage = '';
  #first = true;
  #deafen: () => void = () => undefined;

  constructor(readonly id: string) {
    this.desk = new Desk(
      id,
      () => this.refresh(),
      (trouble) => (this.trouble = trouble),
    );
  }

  start(): () => void {
    void this.refresh();
    this.listen();
    return () => {
      this.#deafen();
      this.desk.stop();
    };
  }

  /** Listens anew: a listener hears as who they were when they began. */
  listen(): void {
    this.#deafen();
    this.#deafen = listen(
      () => api.events(this.id),
      (change) => {
        if (change === null || change.version !== this.view?.version) void this.refresh();
      },
      (link) => {
        this.link = link;
        if (link === 'live') this.desk.retry();
      },
    );
  }

  now(): number {
    return Date.now() / 1000 + this.#ahead;
  }

  /** Asks for everything that may have changed; calls in between count as one. */
  refresh(): Promise<void> {
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    this.#running = this.#fetch().finally(() => {
      this.#running = null;
      if (this.#again) {
        this.#again = false;
        void this.refresh();
      }
    });
    return this.#running;
  }

  async #fetch(): Promise<void> {
    try {
      const view = await api.game(this.id);
      await this.#chart(view.variant);
      this.#ahead = view.now - Date.now() / 1000;
      const before = this.view;
      const isNewPhase = phaseOf(before) !== phaseOf(view) || before?.viewer.seat !== view.viewer.seat || before?.records !== view.records;
      const isOther = before !== null && (before.viewer.kind !== view.viewer.kind || before.viewer.seat !== view.viewer.seat);
      const may = view.viewer.kind === 'seat' && view.state.state === 'underway';
      const [options, records, messages] = await Promise.all([
        may && (isNewPhase || this.options === null) ? api.options(this.id) : may ? this.options : null,
        view.records !== this.records.length ? api.records(this.id).then((answer) => answer.records) : this.records,
        view.messages > this.messages.length ? this.#newMessages() : this.messages,
      ]);
      const count = this.records.length;
      this.options = options;
      this.records = records;
      this.messages = messages;
      this.view = view;
      if (isOther) this.listen();
      const left = this.desk.adopt(view, options);
      if (left) void this.#compare(left);
      // Of several that came at once, such as moves and the retreats of bots, the first: it has one's own orders.
      if (!this.#first && records.length > count) this.fresh = records[count]?.number ?? null;
      this.#first = false;
      this.missing = null;
      // The listener's own connection may have lived through it: then nobody else says that we are back.
      if (this.link === 'offline' && navigator.onLine) {
        this.link = 'live';
        this.desk.retry();
      }
    } catch (error) {
      if (error instanceof Refused && error.status === 0) this.link = 'offline';
      else if (this.view === null) this.missing = error instanceof Refused ? error : new Refused('broken', sentence(error), 0);
      else this.trouble = sentence(error);
    }
  }

  /** Says what of an ended phase did not count. The record knows: another tab may have handed it in. */
  async #compare(left: Left): Promise<void> {
    const ended = this.records.findLast((record) => record.phase === left.phase && !record.undone);
    if (!ended) return;
    const record = await this.record(ended.number).catch(() => null);
    if (record) this.desk.ended = lostLines(left, record, (deed) => this.desk.words(deed)?.long ?? null);
  }

  async #newMessages(): Promise<MessageView[]> {
    const after = this.messages.at(-1)?.number ?? 0;
    const answer = await api.messages(this.id, after);
    const seen = new Set(this.messages.map((message) => message.number));
    return [...this.messages, ...answer.messages.filter((message) => !seen.has(message.number))];
  }

  async #chart(variant: string): Promise<void> {
    if (this.chart && this.#chartLanguage === i18n.language) return;
    const language = i18n.language;
    const chart = chartOf(await api.board(variant));
    this.chart = chart;
    this.#chartLanguage = language;
  }

  /** The words of everything come anew in another language. */
  async translate(): Promise<void> {
    this.#known.clear();
    this.messages = [];
    await this.refresh();
  }

  record(number: number): Promise<RecordView> {
    const key = `${i18n.language} ${number}`;
    const known = this.#known.get(key);
    if (known) return known;
    const asked = api.record(this.id, number);
    this.#known.set(key, asked);
    asked.catch(() => this.#known.delete(key));
    return asked;
  }

  /** Does something; says whether it was done. What went wrong is in `trouble`. */
  async command(body: CommandBody): Promise<boolean> {
    this.trouble = '';
    try {
      await api.command(this.id, body);
      await this.refresh();
      return true;
    } catch (error) {
      this.trouble = sentence(error);
      return false;
    }
  }
}

export function phaseOf(view: GameView | null): string {
  return view?.state.state === 'underway' ? view.state.phase : (view?.state.state ?? '');
}
