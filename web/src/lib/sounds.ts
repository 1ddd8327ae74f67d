// Small sounds, made of a few notes. No files.

export const SOUNDS = ['turn', 'message', 'time', 'results', 'time_up'] as const;
export type Sound = (typeof SOUNDS)[number];

/** A note: its pitch in Hertz, when it starts and how long it rings, in seconds. */
export type Note = { pitch: number; at: number; length: number };

export const NOTES: Record<Sound, readonly Note[]> = {
  turn: [
    { pitch: 587, at: 0, length: 0.5 },
    { pitch: 880, at: 0.13, length: 0.9 },
  ],
  message: [{ pitch: 1047, at: 0, length: 0.35 }],
  time: [
    { pitch: 740, at: 0, length: 0.12 },
    { pitch: 740, at: 0.22, length: 0.12 },
    { pitch: 740, at: 0.44, length: 0.3 },
  ],
  time_up: [
    { pitch: 494, at: 0, length: 0.5 },
    { pitch: 392, at: 0.35, length: 0.5 },
    { pitch: 294, at: 0.7, length: 0.75 },
  ],
  results: [
    { pitch: 392, at: 0, length: 0.7 },
    { pitch: 494, at: 0.1, length: 0.7 },
    { pitch: 587, at: 0.2, length: 1 },
  ],
};

/** Several things that happen at once make one sound. */
const MIN_PAUSE_MS = 900;
const VOLUME = 0.09;
const ATTACK_SECONDS = 0.012;

let context: AudioContext | null = null;
let lastPlayed = -Infinity;

export async function play(sound: Sound): Promise<void> {
  const now = performance.now();
  if (now - lastPlayed < MIN_PAUSE_MS) return;
  lastPlayed = now;
  context ??= new AudioContext();
  // A browser may refuse until the page was touched; then the sound is left out.
  if (context.state !== 'running') await context.resume();
  for (const note of NOTES[sound]) ring(context, note);
}

function ring(audio: AudioContext, { pitch, at, length }: Note): void {
  const start = audio.currentTime + at;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(VOLUME, start + ATTACK_SECONDS);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  volume.connect(audio.destination);
  const tone = audio.createOscillator();
  tone.type = 'triangle';
  tone.frequency.value = pitch;
  tone.connect(volume);
  tone.start(start);
  tone.stop(start + length);
}
