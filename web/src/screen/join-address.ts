// How phones find the table: the address of a QR code, the one that people type, and the code to say.

export function joinAddress(origin: string, id: string): { url: string; short: string } {
  const base = origin.replace(/\/+$/, '');
  return { url: `${base}/join/${id}`, short: `${base.replace(/^https?:\/\//, '')}/join` };
}

/** In groups, as one says it aloud: "K7Q 29M". */
export function spokenCode(code: string): string {
  const letters = [...code.replace(/[^0-9a-z]/gi, '').toUpperCase()];
  const size = letters.length % 3 === 0 ? 3 : letters.length % 4 === 0 && letters.length > 4 ? 4 : 2;
  const groups: string[] = [];
  for (let i = 0; i < letters.length; i += size) groups.push(letters.slice(i, i + size).join(''));
  return groups.join(' ');
}

const ID_LETTERS = 16;

/** What somebody typed: a code, or with a QR code the whole id. */
export function isGameId(text: string): boolean {
  return text.length === ID_LETTERS && /^[0-9a-z]+$/i.test(text);
}
