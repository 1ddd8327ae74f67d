// Watches a page from the start: records every error that it shows, however briefly, and every change event
// that it receives.

import { readFileSync } from 'node:fs';

/** All texts of a language that say that something went wrong or that the server does not response. */
function errorTexts(language) {
  const texts = ['web', 'web-game'].map((part) =>
    JSON.parse(readFileSync(new URL(`../../locales/${language}/${part}.json`, import.meta.url), 'utf8')),
  );
  const wanted = texts
    .flatMap(Object.entries)
    .filter(([key, text]) => /^(error|offline|link)\./.test(key) && typeof text === 'string');
  return wanted.map(([, text]) => text).filter((text) => !text.includes('{'));
}

/** Call it before the page is opened. `report()` returns what was seen; `failures` lists failed requests. */
export async function watchErrors(page, language) {
  const failures = [];
  let loads = 0;
  page.on('load', () => (loads += 1));
  page.on(
    'response',
    (response) =>
      response.status() >= 400 &&
      failures.push(`${response.status()} ${response.request().method()} ${response.url()}`),
  );
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // A page that moves to another server closes its stream.
    if (!(request.resourceType() === 'eventsource' && reason === 'net::ERR_ABORTED'))
      failures.push(`${reason} ${request.method()} ${request.url()}`);
  });
  await page.addInitScript(watchInPage, errorTexts(language));
  return { failures, report: async () => ({ ...(await page.evaluate(() => window.watched)), loads }) };
}

function watchInPage(sentences) {
  const watched = { seen: [], changes: [], opened: 0, moved: 0, errors: 0 };
  window.watched = watched;
  const known = new Set();
  const scan = () => {
    for (const element of document.querySelectorAll('[role=alert], [role=status], .error-box, .offline')) {
      const text = element.textContent.trim();
      const isError =
        element.matches('[role=alert], .error-box, .offline') ||
        sentences.some((sentence) => text.includes(sentence));
      if (text === '' || !isError || known.has(text)) continue;
      known.add(text);
      watched.seen.push(text);
    }
  };
  // Runs after every change, before it is painted.
  new MutationObserver(scan).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['class', 'role'],
  });

  const OriginalEventSource = window.EventSource;
  window.EventSource = class extends OriginalEventSource {
    constructor(...args) {
      super(...args);
      this.addEventListener('open', () => (watched.opened += 1));
      this.addEventListener('moved', () => (watched.moved += 1));
      this.addEventListener('error', () => (watched.errors += 1));
      this.addEventListener('change', (event) =>
        watched.changes.push([JSON.parse(event.data).version, Date.now()]),
      );
    }
  };
}
