// Which texts are loaded together. A visitor loads the texts of the pages that are shown, and no others.

/**
 * Texts that only some pages need: the file in locales/ and the first words of their keys. The rest of
 * `web.json` is `shell`, which every page has; the rest of `web-game.json` is `game`, which giving orders needs.
 */
export const EXTRA_PARTS = {
  account: { file: 'web', words: ['in', 'me'] },
  lists: { file: 'web', words: ['lobby', 'owed'] },
  learn: { file: 'web', words: ['learn', 'places', 'sample', 'sign'] },
  course: { file: 'web', words: ['course'] },
  reference: { file: 'web', words: ['guess', 'reference', 'summary'] },
  own: { file: 'web', words: ['own'] },
  notify: { file: 'web', words: ['notify'] },
  moderation: { file: 'web', words: ['moderation'] },
  practice: { file: 'web', words: ['practice'] },
  settings: { file: 'web', words: ['new'] },
  join: { file: 'web', words: ['join'] },
  ahead: { file: 'web-game', words: ['ahead'] },
  screen: { file: 'web-game', words: ['pieces', 'screen'] },
  device: { file: 'web-game', words: ['awake', 'cover'] },
  guide: { file: 'web-game', words: ['coach', 'hint'] },
  table: {
    file: 'web-game',
    words: [
      'agreed',
      'end',
      'ending',
      'files',
      'gather',
      'log',
      'master',
      'message',
      'motion',
      'press',
      'proposal',
      'rank',
      'table',
      'units',
      'votes',
    ],
  },
} as const satisfies Record<string, { file: 'web' | 'web-game'; words: readonly string[] }>;

export type TextPart = 'shell' | 'game' | keyof typeof EXTRA_PARTS;
export const TEXT_PARTS = ['shell', 'game', ...Object.keys(EXTRA_PARTS)] as TextPart[];

export const fileOf = (part: TextPart): 'web' | 'web-game' =>
  part === 'shell' ? 'web' : part === 'game' ? 'web-game' : EXTRA_PARTS[part].file;

/** The part that a key of a file belongs to. */
export function partOf(file: 'web' | 'web-game', key: string): TextPart {
  const word = key.split('.')[0] ?? '';
  for (const [part, extra] of Object.entries(EXTRA_PARTS))
    if (extra.file === file && (extra.words as readonly string[]).includes(word)) return part as TextPart;
  return file === 'web' ? 'shell' : 'game';
}
