// The title of the page in the tab: how many games wait for the reader stands first, because tabs are narrow.

/** `(2) Your turn · The long war · Detente`. Empty parts are left out. */
export function pageTitle(waiting: number, ...parts: string[]): string {
  const title = parts.filter((part) => part !== '').join(' · ');
  return waiting > 0 ? `(${waiting}) ${title}` : title;
}
