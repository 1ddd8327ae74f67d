// Changes the order of a ranking.

/** The ranking with one entry moved up (-1) or down (1). At an end it stays. */
export function moved(ranking: readonly number[], place: number, by: -1 | 1): number[] {
  const other = place + by;
  const [entry, neighbour] = [ranking[place], ranking[other]];
  if (entry === undefined || neighbour === undefined) return [...ranking];
  const next = [...ranking];
  next[place] = neighbour;
  next[other] = entry;
  return next;
}
