// What a page loads, in bytes as they came over the wire: counted by the browser itself.

/** Counts until `stop`; `bytes` by the kind of file, and every address with its size. */
export async function countDownloads(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const asked = new Map();
  const loaded = [];
  devtools.on('Network.responseReceived', ({ requestId, response }) => asked.set(requestId, { url: response.url, type: response.mimeType, worker: response.fromServiceWorker }));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = asked.get(requestId);
    if (one && !/^(data|blob):/.test(one.url)) loaded.push({ ...one, bytes: encodedDataLength });
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
