// Counts the bytes that a page downloads, as the browser reports them.

/** Counts until `stop` is called, which returns every address with its size, and sums. */
export async function countDownloads(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const responses = new Map();
  const loaded = [];
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
      loaded.push({ ...response, bytes: encodedDataLength });
  });
  return {
    devtools,
    stop: async () => {
      await devtools.detach();
      const sum = (of) => of.reduce((all, one) => all + one.bytes, 0);
      return { loaded, all: sum(loaded), scripts: sum(loaded.filter((one) => /javascript/.test(one.type))) };
    },
  };
}
