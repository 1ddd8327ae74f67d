// Counts the bytes that a page downloads, as the browser reports them.

/**
 * Counts until `stop` is called, which returns every address with its size, and sums. `before`: counts only what
 * the page asked for before this time, in milliseconds; a busy machine stops late.
 */
export async function countDownloads(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const responses = new Map();
  const askedAt = new Map();
  const loaded = [];
  devtools.on('Network.requestWillBeSent', ({ requestId, wallTime }) =>
    askedAt.set(requestId, wallTime * 1000),
  );
  devtools.on('Network.responseReceived', ({ requestId, response }) =>
    responses.set(requestId, {
      url: response.url,
      type: response.mimeType,
      worker: response.fromServiceWorker,
    }),
  );
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const response = responses.get(requestId);
    if (response && !/^(data|blob):/.test(response.url))
      loaded.push({ ...response, bytes: encodedDataLength, askedAt: askedAt.get(requestId) ?? 0 });
  });
  return {
    devtools,
    stop: async (before = Infinity) => {
      await devtools.detach();
      const counted = loaded.filter((one) => one.askedAt <= before);
      const sum = (of) => of.reduce((all, one) => all + one.bytes, 0);
      const scripts = sum(counted.filter((one) => /javascript/.test(one.type)));
      return { loaded: counted, all: sum(counted), scripts };
    },
  };
}
