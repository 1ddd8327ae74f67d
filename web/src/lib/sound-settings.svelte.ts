// Whether this device plays sounds. Off until somebody chooses them; the sounds themselves are loaded then.

import type { Sound } from './sounds';
import { readStorage, writeStorage } from './storage';

const KEY = 'detente:sounds';

class SoundSettings {
  isOn = $state(readStorage(KEY) === 'on');

  choose(isOn: boolean): void {
    this.isOn = isOn;
    writeStorage(KEY, isOn ? 'on' : null);
    // So that one hears what was chosen. A browser allows sounds only after a touch, such as this one.
    if (isOn) this.play('turn');
  }

  play(sound: Sound): void {
    if (!this.isOn) return;
    // A sound is never needed: everything that it says is also shown.
    void import('./sounds').then(
      ({ play }) => play(sound),
      () => undefined,
    );
  }
}

export const soundSettings = new SoundSettings();
