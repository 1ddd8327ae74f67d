// Looks at a page from its first moment on: every error that it ever showed, however briefly, and every piece
// of news that it heard.

import { readFileSync } from 'node:fs';

/** What the page says when something went wrong or nobody answers, in one language. */
function alarms(language) {
  const texts = ['web', 'web-game'].map((part) => JSON.parse(readFileSync(new URL(`../../locales/${language}/${part}.json`, import.meta.url), 'utf8')));
  const wanted = texts.flatMap(Object.entries).filter(([key, text]) => /^(error|offline|link)\./.test(key) && typeof text === 'string');
  return wanted.map(([, text]) => text).filter((text) => !text.includes('{'));
}

/** Before the page is opened. `news()` says what was seen and heard; `wrong` has what failed underneath. */
export async function watch(page, language) {
  const pageErrors = [];
  let loads = 0;
  page.on('load', () => (loads += 1));
  page.on('response', (answer) => answer.status() >= 400 && pageErrors.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`));
  page.on('requestfailed', (asked) => {
    const why = asked.failure()?.errorText;
    // A page that is sent elsewhere lets go of its stream.
    if (!(asked.resourceType() === 'eventsource' && why === 'net::ERR_ABORTED')) pageErrors.push(`${why} ${asked.method()} ${asked.url()}`);
  });
  await page.addInitScript(inPage, alarms(language));
  return { pageErrors, news: async () => ({ ...(await page.evaluate(() => window.watched)), loads }) };
}

function inPage(sentences) {
  const watched = { seen: [], changes: [], opened: 0, moved: 0, errors: 0 };
  window.watched = watched;
  const known = new Set();
  const look = () => {
    for (const one of document.querySelectorAll('[role=alert], [role=status], .error-box, .offline')) {
      const text = one.textContent.trim();
      const isAlarm = one.matches('[role=alert], .error-box, .offline') || sentences.some((sentence) => text.includes(sentence));
      if (text === '' || !isAlarm || known.has(text)) continue;
      known.add(text);
      watched.seen.push(text);
    }
  };
  // Called after every change and before it is painted.
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['class', 'role'] });

  const Plain = window.EventSource;
  window.EventSource = class extends Plain {
    constructor(...args) {
      super(...args);
      this.addEventListener('open', () => (watched.opened += 1));
      this.addEventListener('moved', () => (watched.moved += 1));
      this.addEventListener('error', () => (watched.errors += 1));
      this.addEventListener('change', (event) => watched.changes.push([JSON.parse(event.data).version, Date.now()]));
    }
  };
}
