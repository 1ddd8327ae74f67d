// Reads aloud with the voice of the browser. Without one, or if it stays silent, the page goes on by itself.

/** A voice that never says that it has ended is given up after this. */
const MS_PER_LETTER = 130;
const MIN_WAIT_MS = 4000;

export const canSpeak = (): boolean => 'speechSynthesis' in globalThis;

/** The voice for a language: of the device before one of the network, which may not be there at a table. */
export function voiceFor(
  voices: readonly SpeechSynthesisVoice[],
  language: string,
): SpeechSynthesisVoice | null {
  const fitting = voices.filter((voice) => voice.lang.toLowerCase().split(/[-_]/)[0] === language);
  return fitting.find((voice) => voice.localService) ?? fitting[0] ?? null;
}

/** Says a text; ends when it has been said, or when somebody stops it. */
export function say(text: string, language: string): Promise<void> {
  if (!canSpeak() || text === '') return Promise.resolve();
  return new Promise((resolve) => {
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = language;
    const voice = voiceFor(speechSynthesis.getVoices(), language);
    if (voice) utterance.voice = voice;
    const timer = setTimeout(done, MIN_WAIT_MS + text.length * MS_PER_LETTER);
    function done() {
      clearTimeout(timer);
      resolve();
    }
    utterance.onend = done;
    utterance.onerror = done;
    speechSynthesis.speak(utterance);
  });
}

export function beSilent(): void {
  if (canSpeak()) speechSynthesis.cancel();
}
