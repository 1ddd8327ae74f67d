// What the big screen of this device does: sounds, a voice, a list for a wooden board. Kept between visits.

import { readStorage, writeStorage } from '../lib/storage';

type Name = 'sounds' | 'voice' | 'pieces';
const key = (name: Name) => `detente:screen-${name}`;
/** A room wants to hear that the time is up; the rest is chosen. */
const USUAL: Record<Name, boolean> = { sounds: true, voice: false, pieces: false };

const read = (name: Name): boolean => {
  const kept = readStorage(key(name));
  return kept === null ? USUAL[name] : kept === 'on';
};

class ScreenSettings {
  sounds = $state(read('sounds'));
  voice = $state(read('voice'));
  pieces = $state(read('pieces'));

  choose(name: Name, isOn: boolean): void {
    this[name] = isOn;
    writeStorage(key(name), isOn === USUAL[name] ? null : isOn ? 'on' : 'off');
  }
}

export const screenSettings = new ScreenSettings();
