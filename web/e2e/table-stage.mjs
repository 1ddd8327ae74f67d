// A table with a full board of 34 units, for pictures and measurements: one person with six bots, and a game master
// who arranges the position and looks at the big screen.

const HOMES = { austria: 3, england: 3, france: 3, germany: 3, italy: 3, russia: 4, turkey: 3 };
/** The twelve centres that nobody has at first, and who gets them here. */
const TAKEN = {
  austria: ['ser', 'gre'],
  england: ['nwy', 'bel'],
  france: ['spa', 'por'],
  germany: ['den', 'hol'],
  italy: ['tun'],
  russia: ['swe', 'rum'],
  turkey: ['bul'],
};

/** Makes the table and fills it. Returns the game's id. */
export async function startFullTable(master, player) {
  await master.api('POST', '/me', { name: 'Max' });
  const { presets } = await master.api('GET', '/presets');
  const settings = {
    ...presets.find((preset) => preset.key === 'table').settings,
    title: 'Friday’s table',
    allocation: 'chosen',
    master: { sight: 'blind' },
  };
  settings.timetable = { ...settings.timetable, first: 900, diplomacy: 900, writing: 300 };
  const game = await master.api('POST', '/games', {
    preset: 'table',
    settings,
    listed: false,
    bots: Array(6).fill('random'),
    join: false,
  });
  await player.api('POST', '/me', { name: 'Ada' });
  await player.api('POST', `/games/${game.id}/commands`, { do: 'join', wish: { this: 0 } });
  return game.id;
}

/** All centres have an owner and a unit: 34 units. Only while orders are written. */
export async function fillBoard(master, id) {
  const { position } = await master.api('GET', `/games/${id}`);
  const units = {};
  for (const { power, kind, at } of position.units)
    (units[power] ??= []).push(`${kind === 'army' ? 'A' : 'F'} ${at.toUpperCase()}`);
  const owners = {};
  for (const [power, centres] of Object.entries(TAKEN))
    for (const centre of centres) {
      owners[centre] = power;
      units[power].push(`A ${centre.toUpperCase()}`);
    }
  await master.api('POST', `/games/${id}/commands`, { do: 'correct', units, owners });
  const count = Object.values(units).flat().length;
  const wanted = Object.values(HOMES).reduce((sum, n) => sum + n, 0) + Object.values(TAKEN).flat().length;
  if (count !== wanted || count !== 34) throw new Error(`${count} units`);
}

export const stand = (one, id) => one.api('POST', `/games/${id}/commands`, { do: 'stand', stance: 'ready' });

/** Waits until the game is in a stage. */
export async function untilStage(one, id, stage) {
  for (let n = 0; n < 300; n++) {
    if ((await one.api('GET', `/games/${id}`)).state.stage === stage) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`the game is not in ${stage}`);
}
