// The text face and further weights of the serif. They are loaded after the first order can be given, or when a
// reader rests on another page; until then the browser slants and thickens the regular weight, and takes a face
// of the device that is as wide as ours (tokens.css). All arrive at once, so that a page is laid out again only
// once. On later visits the browser has them, and they are loaded with the page.

import bold from '../../../crates/picture/fonts/bold.woff2?url';
import italic from '../../../crates/picture/fonts/italic.woff2?url';
import semibold from '../fonts/inter-semibold.woff2?url';
import text from '../fonts/inter-regular.woff2?url';
import { readStorage, writeStorage } from './storage';

const FACES: [family: string, url: string, descriptors: FontFaceDescriptors][] = [
  ['Detente Map', bold, { weight: '700' }],
  ['Detente Map', italic, { style: 'italic' }],
  ['Inter', text, { weight: '400' }],
  ['Inter', semibold, { weight: '600' }],
];
/** The addresses contain hashes: after an upgrade with other faces this is a first visit again. */
const HAD_FACES = 'detente:faces';
const ADDRESSES = FACES.map(([, url]) => url).join(' ');
/**
 * How long a page with an open game rests before the faces are loaded, and how long any other page does: long enough
 * for whoever starts a game at once on a slow machine.
 */
const REST_IN_GAME_MS = 1000;
const REST_MS = 15_000;

class LateFaces {
  /** Whether the faces are there. Texts that were measured before are measured again. */
  areLoaded = $state(false);
  #loading: Promise<void> | null = null;

  /** Call it once. */
  start(): void {
    if (readStorage(HAD_FACES) === ADDRESSES) void this.#load();
    else this.#loadAtRest();
  }

  /** The table of a game is shown: now orders can be given. */
  loadSoon(): void {
    setTimeout(() => void this.#load(), REST_IN_GAME_MS);
  }

  /** Who touches the page probably goes on to a game; its files come first. */
  #loadAtRest(): void {
    const rest = () => {
      // A game calls `loadSoon` when its table is there.
      if (location.pathname.startsWith('/g/')) return;
      removeEventListener('pointerdown', restart, true);
      removeEventListener('keydown', restart, true);
      void this.#load();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(rest, REST_MS);
    };
    addEventListener('pointerdown', restart, true);
    addEventListener('keydown', restart, true);
    // A page that is still loading does not rest.
    if (document.readyState === 'complete') restart();
    else addEventListener('load', restart, { once: true });
  }

  #load(): Promise<void> {
    this.#loading ??= loadFaces().then(
      () => {
        this.areLoaded = true;
        writeStorage(HAD_FACES, ADDRESSES);
      },
      // Without a connection the page stays readable as it is; the next game or visit tries again.
      () => {
        this.#loading = null;
        writeStorage(HAD_FACES, null);
      },
    );
    return this.#loading;
  }
}

async function loadFaces(): Promise<void> {
  const faces = FACES.map(([family, url, descriptors]) => new FontFace(family, `url(${url})`, descriptors));
  await Promise.all(faces.map((face) => face.load()));
  for (const face of faces) document.fonts.add(face);
}

export const lateFaces = new LateFaces();
