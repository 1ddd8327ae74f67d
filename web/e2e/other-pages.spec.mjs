// All pages except the game page. `DETENTE_STORY` selects stories by a part of their names.

import { checkAccessibility, checkFitsPhone } from './accessibility.mjs';
import { check, DESKTOP, person, PHONE } from './harness.mjs';

export const title = 'all pages except the game page';

const stories = {
  async 'one click to a seat with orders to give'({ newPerson, url }) {
    const { page, api } = await newPerson();
    await page.goto(url);
    await page.getByRole('img', { name: /sample game playing/ }).waitFor();
    const start = Date.now();
    await page.getByRole('button', { name: /Play against bots/ }).click();
    await page.waitForURL(/\/g\//);
    const id = page.url().split('/').at(-1);
    const options = await api('GET', `/games/${id}/options`);
    check(options.units.length >= 3, 'units wait for orders');
    const game = await api('GET', `/games/${id}`);
    check(
      ['england', 'france', 'turkey'].includes(game.viewer.powers[0]),
      `a gentle power: ${game.viewer.powers}`,
    );
    check(game.seats.filter((seat) => seat.occupant.bot === 'novice').length === 6, 'six easy bots');
    await page.locator('.board svg').first().waitFor();
    console.log(`  a seat and a board after ${Date.now() - start} ms`);
    check(/^Guest \d{3}$/.test((await api('GET', '/me')).name), 'the visitor is a guest');
    check((await page.locator('header').innerText()).includes('Guest'), 'the header says so');
  },

  async 'friends get a link and a code'({ newPerson, url }) {
    const { page } = await newPerson();
    await page.goto(url);
    await page.getByRole('button', { name: /Play with friends/ }).click();
    await page.getByRole('button', { name: /Daily/ }).click();
    await page.waitForURL(/\/g\//);
    await page.getByRole('img', { name: /QR/ }).waitFor();
    const links = await page
      .locator('input[readonly]')
      .evaluateAll((inputs) => inputs.map((input) => input.value));
    check(
      links.some((link) => link === page.url()),
      `the link is this page: ${links}`,
    );
  },

  async 'a new game with the chosen settings'({ newPerson, url }) {
    const { page, api } = await newPerson();
    await page.goto(`${url}/new?preset=bots`);
    await page.getByLabel('Name', { exact: true }).fill('The long war');
    await page.getByLabel('My power').selectOption('france');
    await page.getByLabel('Bots: amateur').fill('5');
    await page.getByLabel('Bots: amateur').press('Tab');
    await page.getByText('1 open spot').waitFor();
    await page.getByLabel('Bots: strong').fill('9');
    await page.getByLabel('Bots: strong').press('Tab');
    check((await page.getByLabel('Bots: strong').inputValue()) === '1', 'no more bots than seats');
    await page.getByLabel('Public: anyone can find and join').check();
    await page.getByText('All settings', { exact: true }).click();
    await page.getByLabel('Writing orders', { exact: true }).fill('3');
    await page.getByLabel('Unit: Writing orders').selectOption('hour');
    await page.getByLabel('Names').selectOption('hidden');
    await page.getByRole('button', { name: 'Create game' }).click();
    await page.waitForURL(/\/g\//);
    const game = await api('GET', `/games/${page.url().split('/').at(-1)}`);
    check(game.settings.title === 'The long war', game.settings.title);
    check(game.settings.timetable.writing === 3 * 3600, String(game.settings.timetable.writing));
    check(game.settings.names === 'hidden', game.settings.names);
    check(game.viewer.powers.includes('france'), `plays ${game.viewer.powers}`);
    const bots = game.seats.filter((seat) => seat.occupant.is === 'bot').map((seat) => seat.occupant.bot);
    check(bots.filter((bot) => bot === 'strong').length === 1 && bots.length === 6, bots.join());
    // The front page lists it, and says what is owed.
    await page.goto(url);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'The long war' })
      .filter({ hasText: 'Your orders are due' })
      .waitFor();
  },

  async 'a game master leads and does not play'({ newPerson, url }) {
    const { page, api } = await newPerson();
    await page.goto(`${url}/new?preset=daily`);
    await page.getByLabel('I am the game master').check();
    check(!(await page.getByLabel('I play too').isChecked()), 'no seat');
    await page.getByRole('button', { name: 'Create game' }).click();
    await page.waitForURL(/\/g\//);
    const game = await api('GET', `/games/${page.url().split('/').at(-1)}`);
    check(game.viewer.kind === 'master', game.viewer.kind);
  },

  async 'a refusal of the server is shown and the form stays'({ newPerson, url }) {
    const { page } = await newPerson();
    await page.goto(`${url}/new?preset=daily`);
    await page.getByLabel('Name', { exact: true }).fill('Too long');
    await page.getByText('All settings', { exact: true }).click();
    await page.getByLabel('Retreats', { exact: true }).fill('99');
    await page.getByLabel('Unit: Retreats').selectOption('day');
    await page.getByRole('button', { name: 'Create game' }).click();
    check((await page.getByRole('alert').innerText()).includes('30 days'), 'the bound is named');
    check((await page.getByLabel('Name', { exact: true }).inputValue()) === 'Too long', 'the form is empty');
  },

  async 'the lobby'({ newPerson, url }) {
    const { page } = await newPerson();
    const maker = await newPerson();
    await maker.api('POST', '/me', { name: 'Grey' });
    await maker.api('POST', '/games', {
      preset: 'evening',
      title: 'Open to all',
      listed: true,
      bots: [],
      join: true,
    });
    await maker.api('POST', '/games', {
      preset: 'evening',
      title: 'Ours alone',
      listed: false,
      bots: [],
      join: true,
    });
    await page.goto(`${url}/games`);
    await page
      .getByRole('link', { name: /Open to all/ })
      .first()
      .waitFor();
    check((await page.getByText('Ours alone').count()) === 0, 'private games are not listed');
    await page.getByRole('button', { name: 'Finished', exact: true }).click();
    await page.getByText('No public games have finished yet.').waitFor();
    await page.getByRole('button', { name: 'Looking for players' }).click();
    await page
      .getByRole('link', { name: /Open to all/ })
      .first()
      .click();
    await page.waitForURL(/\/g\//);
  },

  async 'all ways to sign in'({ newPerson, url }) {
    const first = await newPerson();
    const { page } = first;
    await page.goto(`${url}/me`);
    await page.getByLabel('Your name').fill('Talleyrand');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByRole('button', { name: 'Show code' }).click();
    const code = await page.locator('.code code').innerText();
    await page.getByLabel(/New password/).fill('le congres ne marche pas');
    await page.getByRole('button', { name: 'Save' }).nth(1).click();
    await page.getByText('You have a password').waitFor();
    const { handle } = await first.api('GET', '/me');
    await page.getByRole('button', { name: 'Create a link' }).click();
    const link = await page.getByLabel('Your link').inputValue();
    await page.getByRole('img', { name: 'QR code of the link' }).waitFor();

    const byLink = await newPerson();
    // A link always asks first.
    const confirm = ({ page }) => page.getByRole('button', { name: 'Sign in' }).click();
    await byLink.page.goto(link);
    await confirm(byLink);
    await byLink.page.waitForURL(`${url}/`);
    check((await byLink.api('GET', '/me')).name === 'Talleyrand', 'by link');
    const late = await newPerson();
    await late.page.goto(link);
    await confirm(late);
    await late.page.getByRole('alert').waitFor();
    await late.page.getByRole('link', { name: 'Other ways to sign in' }).click();

    await late.page.getByLabel('Recovery code').fill('nonsense');
    await late.page.getByRole('button', { name: 'Sign in with code' }).click();
    await late.page.getByRole('alert').waitFor();
    await late.page.getByLabel('Recovery code').fill(code.toUpperCase());
    await late.page.getByRole('button', { name: 'Sign in with code' }).click();
    await late.page.waitForURL(`${url}/`);
    check((await late.api('GET', '/me')).name === 'Talleyrand', 'by code');

    const byPhrase = await newPerson();
    await byPhrase.page.goto(`${url}/me`);
    await byPhrase.page.getByLabel('Username').fill(handle);
    await byPhrase.page.getByLabel('Password', { exact: true }).fill('le congres ne marche pas');
    await byPhrase.page.getByRole('button', { name: 'Sign in with password' }).click();
    await byPhrase.page.waitForURL(`${url}/`);
    check((await byPhrase.api('GET', '/me')).name === 'Talleyrand', 'by passphrase');

    // Four browsers and a program; the program's token is revoked here.
    await page.reload();
    await page.getByText('API token').click();
    await page.getByLabel('Name', { exact: true }).fill('my bot');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText('Token for my bot').waitFor();
    await page.getByRole('button', { name: /Remove: my bot/ }).click();
    await page.getByRole('button', { name: /Remove: my bot/ }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL(`${url}/`);
    check((await first.api('GET', '/me')) === null, 'signed out');

    await byPhrase.page.goto(`${url}/me`);
    await byPhrase.page.getByRole('button', { name: 'Delete my data' }).click();
    await byPhrase.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    check((await byPhrase.api('GET', '/me')) !== null, 'not without confirmation');
    await byPhrase.page.getByRole('button', { name: 'Delete my data' }).click();
    await byPhrase.page.getByRole('dialog').getByRole('button', { name: 'Delete my data' }).click();
    await byPhrase.page.waitForURL(`${url}/`);
    check((await byLink.api('GET', '/me')) === null, 'not deleted everywhere');
  },

  async 'every rule with its diagrams'({ newPerson, url }) {
    const { page, api } = await newPerson();
    await page.goto(`${url}/learn`);
    await page.getByRole('link', { name: /^22/ }).waitFor();
    const rules = await page.locator('a[href^="/learn/rules/"]').count();
    check(rules === 22, `${rules} rules`);
    for (let number = 1; number <= 22; number++) {
      await page.goto(`${url}/learn/rules/${number}`);
      await page.getByRole('heading', { level: 1, name: `Rule ${number}` }).waitFor();
      const { diagrams } = await api('GET', `/learn/rules/${number}`);
      if (diagrams.length === 0) await page.getByText('This rule applies in every diagram').waitFor();
      else await page.locator('.board-crop .board svg').first().waitFor();
    }
    await page.locator('button.order').first().click();
    check(
      (await page.locator('button.order').first().getAttribute('aria-pressed')) === 'true',
      'an order can be asked about',
    );
    await page.getByRole('button', { name: 'Result' }).first().click();
    check(
      (await page.getByRole('button', { name: 'Result' }).first().getAttribute('aria-pressed')) === 'true',
      'the result is shown',
    );
  },

  async 'the sample game by keys'({ newPerson, url }) {
    const { page } = await newPerson();
    await page.goto(`${url}/learn/sample`);
    const stop = (n) => page.getByText(`Step ${n} of 16`).waitFor();
    await stop(1);
    await page.keyboard.press('ArrowRight');
    await stop(2);
    await page.getByText('both want Galicia').waitFor();
    check((await page.locator('.marks .dim').count()) > 5, 'other orders are pale');
    await page.keyboard.press('ArrowLeft');
    await stop(1);
    await page.keyboard.press('End');
    await stop(16);
    await page.keyboard.press('Home');
    await stop(1);
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await page.getByRole('button', { name: 'Fall 1902, retreats' }).click();
    await page.getByText('Dislodged units retreat').waitFor();
  },

  async 'another language at once'({ newPerson, url }) {
    const { page } = await newPerson();
    await page.goto(`${url}/learn`);
    await page.getByText('Every unit counts for one').waitFor();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await page.getByText('Jede Einheit hat die Stärke eins').waitFor();
    check((await page.evaluate(() => document.documentElement.lang)) === 'de', 'the document says so');
    await page.goto(`${url}/new`);
    await page.getByRole('button', { name: 'Partie erstellen' }).waitFor();
  },

  async 'errors are shown'({ newPerson, url }) {
    const { page, context } = await newPerson();
    await page.goto(`${url}/nowhere`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.route('**/api/games?**', (route) => route.abort());
    await page.goto(`${url}/games`);
    await page.getByRole('alert').filter({ hasText: 'Can’t reach the server' }).waitFor();
    await page.unroute('**/api/games?**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await context.setOffline(true);
    await page.getByText('You’re offline').waitFor();
    await page
      .getByRole('link', { name: 'New game' })
      .click()
      .catch(() => undefined);
    await context.setOffline(false);
    await page.getByText('You’re offline').waitFor({ state: 'detached' });
  },

  async 'the app opens without a connection'({ newPerson, url }) {
    const { page, context } = await newPerson();
    await page.goto(`${url}/learn`);
    if ((await page.locator('script[src="/@vite/client"]').count()) > 0)
      return console.log('  (not with a development server)');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => {
      for (const name of await caches.keys())
        if (
          (await (await caches.open(name)).keys()).some((request) => request.url.includes('/assets/index-'))
        )
          return true;
      return false;
    });
    const cached = await page.evaluate(async () => {
      const all = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      );
      return all.flat().map((request) => new URL(request.url).pathname);
    });
    check(!cached.some((path) => path.startsWith('/api')), 'the API is cached');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await context.setOffline(true);
    await page.goto(`${url}/learn`);
    await page.getByText(/You’re offline|The server isn’t responding/).waitFor();
    await page.getByRole('heading', { name: 'Learn the game' }).waitFor();
  },

  async 'every page is accessible and fits a phone'({ newPerson, url }) {
    const paths = [
      '/',
      '/games',
      '/new',
      '/me',
      '/in/nonsense',
      '/learn',
      '/learn/rules/13',
      '/learn/sample',
      '/nowhere',
    ];
    for (const device of [DESKTOP, PHONE]) {
      for (const colorScheme of ['light', 'dark']) {
        const locale = colorScheme === 'light' ? 'en' : 'de';
        const { page, api } = await newPerson({ ...device, colorScheme, locale });
        for (const name of [null, 'Wilhelmina Hohenzollern-Sigmaringen']) {
          if (name) await api('POST', '/me', { name, language: locale });
          for (const path of name ? ['/', '/me'] : paths) {
            await page.goto(url + path);
            await page.waitForLoadState('networkidle');
            await page.getByRole('heading', { level: 1 }).waitFor();
            if (path === '/new')
              for (const summary of await page.locator('details > summary').all()) await summary.click();
            const where = `${path} ${device === PHONE ? 'phone' : 'desk'} ${colorScheme}`;
            await checkAccessibility(page, where);
            await checkFitsPhone(page, where);
          }
        }
      }
    }
  },
};

export async function run({ browser, url }) {
  const selected = Object.entries(stories).filter(([name]) => name.includes(process.env.DETENTE_STORY ?? ''));
  const failed = [];
  for (const [name, story] of selected) {
    const people = [];
    const newPerson = async (options) => {
      const one = await person(browser, url, options);
      people.push(one);
      return one;
    };
    try {
      await story({ newPerson, url });
      const pageErrors = people.flatMap((one) => one.pageErrors);
      check(pageErrors.length === 0, pageErrors.join('; '));
    } catch (error) {
      failed.push(`${name}: ${error.message}`);
    }
    await Promise.all(people.map((one) => one.context.close()));
  }
  check(failed.length === 0, failed.join('\n'));
  return `${selected.length} stories`;
}
