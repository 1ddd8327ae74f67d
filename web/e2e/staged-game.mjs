// A game whose position a story arranges: a game master who changes it, and people on seats.

/**
 * Starts a game with a master. `players` are people who take the seats in this order. The settings are those
 * of the preset "daily" with these changes.
 */
export async function startStagedGame(master, players, changes, bots = []) {
  await master.api('POST', '/me', { name: 'Max' });
  const { presets } = await master.api('GET', '/presets');
  const settings = {
    ...presets.find((preset) => preset.key === 'daily').settings,
    allocation: 'chosen',
    master: { sight: 'blind' },
    ...changes,
  };
  const { id } = await master.api('POST', '/games', {
    preset: 'daily',
    settings,
    listed: false,
    bots,
    join: false,
  });
  for (const [seat, one] of players.entries())
    await one.api('POST', `/games/${id}/commands`, { do: 'join', wish: { this: seat } });
  return {
    id,
    view: () => master.api('GET', `/games/${id}`),
    phase: async () => (await master.api('GET', `/games/${id}`)).state.phase,
    /** As the game master. */
    command: (command) => master.api('POST', `/games/${id}/commands`, command),
    /** Moves units of some powers and gives away centres; everything else stays. */
    arrange: async (units, owners = {}) => {
      const { position } = await master.api('GET', `/games/${id}`);
      const all = {};
      for (const { power, kind, at } of position.units)
        (all[power] ??= []).push(`${kind === 'army' ? 'A' : 'F'} ${at.toUpperCase()}`);
      await master.api('POST', `/games/${id}/commands`, {
        do: 'correct',
        units: { ...all, ...units },
        owners,
      });
    },
    /** All orders of a player, one per line; an empty text lets all units hold. */
    handIn: (one, text) =>
      one.api('POST', `/games/${id}/orders`, {
        ...(text === '' ? { deeds: [] } : { text }),
        stance: 'ready',
      }),
  };
}

/** New people with names, who only use the API unless a story opens a page. */
export async function nameAll(people) {
  for (const [name, one] of Object.entries(people)) await one.api('POST', '/me', { name });
}
