// Which lines of a list of pieces are ticked off, as the browser keeps them: "0,1,4".

export const ticksOf = (text: string | null): Set<number> =>
  new Set(
    (text ?? '')
      .split(',')
      .filter((part) => /^\d+$/.test(part))
      .map(Number),
  );

export const ticksText = (ticks: ReadonlySet<number>): string | null =>
  ticks.size === 0 ? null : [...ticks].sort((a, b) => a - b).join(',');
