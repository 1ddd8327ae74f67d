// The browser's Back goes one step back in an unfinished order. Otherwise it leaves the page, as everywhere.

/** Whether the browser is at the extra entry of its history that an unfinished order adds. */
const isAtExtraEntry = () => (history.state as { order?: boolean } | null)?.order === true;

export class BackButton {
  #wasAtExtraEntry = isAtExtraEntry();

  /** An order was begun: the next Back stays on this page. One extra entry is enough for many orders. */
  begin(): void {
    if (!isAtExtraEntry()) history.pushState({ ...history.state, order: true }, '');
    this.#wasAtExtraEntry = true;
  }

  /** The browser went back or forward. `stepBack` returns whether there was an unfinished order. */
  move(stepBack: () => boolean): void {
    const hasLeftExtraEntry = this.#wasAtExtraEntry && !isAtExtraEntry();
    this.#wasAtExtraEntry = isAtExtraEntry();
    // Nobody sees the extra entry, so Back must not stop at it.
    if (hasLeftExtraEntry && !stepBack()) history.back();
  }
}
