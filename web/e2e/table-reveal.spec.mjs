// The reveal of a full board, 34 units, on a slow laptop: 1280×800 with the processor four times slower. Of the
// frames in which units move 95 % come within 50 ms.

import { check, person } from './harness.mjs';
import { fillBoard, stand, startFullTable, untilStage } from './table-stage.mjs';

export const title = 'the reveal of 34 units runs smoothly on a slow laptop';

const SLOWER = 4;
const MAX_FRAME_MS = 50;
const SHARE = 0.95;

export async function run({ browser, url }) {
  const master = await person(browser, url);
  const player = await person(browser, url);
  const screen = await person(browser, url, {
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'no-preference',
  });
  const id = await startFullTable(master, player);
  await stand(player, id);
  await untilStage(master, id, 'writing');
  await fillBoard(master, id);
  await screen.page.goto(`${url}/table/${id}`);
  await screen.page.waitForSelector('[data-ready=true] .layer svg');
  const lots = screen.page.locator('.lots button');
  if (await lots.count()) await lots.click();
  const session = await screen.context.newCDPSession(screen.page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await screen.page.evaluate(watchFrames);
  const text = 'A VIE - BOH\nA BUD - GAL\nF TRI - ADR\nA SER - ALB\nA GRE - ION';
  await player.api('POST', `/games/${id}/orders`, { text, stance: 'ready' });
  await untilStage(master, id, 'resolution');
  await screen.page.locator('.scene .order').first().waitFor({ timeout: 120_000 });
  await screen.page.evaluate(() => (window.frameTimes.length = 0));
  await screen.page.waitForTimeout(30_000);
  const frames = await screen.page.evaluate(() => window.frameTimes);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const good = frames.filter((frame) => frame <= MAX_FRAME_MS).length / frames.length;
  const sorted = [...frames].sort((a, b) => a - b);
  const at95 = sorted[Math.floor(sorted.length * SHARE)];
  check(frames.length > 200, `only ${frames.length} frames`);
  const result = `${frames.length} frames, ${(good * 100).toFixed(1)} % within ${MAX_FRAME_MS} ms, 95 % within ${at95.toFixed(0)} ms`;
  check(good >= SHARE, result);
  return result;
}

function watchFrames() {
  window.frameTimes = [];
  let before = performance.now();
  const frame = (time) => {
    window.frameTimes.push(time - before);
    before = time;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
