// Receivers for what the program sends: a mail server, and a push service whose messages are decrypted here
// (RFC 8188 and RFC 8291), with keys that no browser knows.

import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';

const listen = (server) =>
  new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(server.address().port)));

/** A mail server without encryption. `mails` has the head, the text and the links of each mail. */
export async function startMailServer() {
  const mails = [];
  const server = createServer((socket) => {
    let [rest, isData, lines] = ['', false, []];
    const say = (line) => socket.write(`${line}\r\n`);
    say('220 mail.test');
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      rest += bytes.toString('latin1');
      for (let at; (at = rest.indexOf('\r\n')) >= 0;) {
        const line = rest.slice(0, at);
        rest = rest.slice(at + 2);
        if (isData && line !== '.') lines.push(line.replace(/^\.\./, '.'));
        else if (isData) {
          mails.push(readMail(lines));
          [isData, lines] = [false, []];
          say('250 taken');
        } else if (line === 'DATA') {
          isData = true;
          say('354 go on');
        } else if (line === 'QUIT') {
          say('221 bye');
          socket.end();
        } else say('250 mail.test');
      }
    });
  });
  const port = await listen(server);
  return { url: `smtp://127.0.0.1:${port}`, mails, stop: () => server.close() };
}

function readMail(lines) {
  const source = lines.join('\n');
  const head = source.slice(0, source.indexOf('\n\n')).replace(/\n[ \t]+/g, ' ');
  // Quoted-printable: soft ends of lines, and bytes by number.
  const text = Buffer.from(
    source
      .replace(/=\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, byte) => String.fromCharCode(parseInt(byte, 16))),
    'latin1',
  ).toString('utf8');
  return {
    text,
    header: (name) => head.match(new RegExp(`^${name}: (.*)$`, 'im'))?.[1] ?? null,
    /** The first link with these words in it. */
    link: (part) => text.match(/https?:\/\/[^\s"<>]+/g)?.find((one) => one.includes(part)) ?? null,
  };
}

/** A push service for one browser. `taken` has the decrypted messages, `keys` what its subscription says. */
export async function startPushService() {
  const browser = createECDH('prime256v1');
  const point = browser.generateKeys();
  const auth = randomBytes(16);
  const [taken, heads] = [[], []];
  const server = createHttpServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      heads.push(request.headers);
      taken.push(JSON.parse(decrypt(Buffer.concat(parts), browser, point, auth)));
      response.writeHead(201).end();
    });
  });
  const port = await listen(server);
  return {
    endpoint: `http://127.0.0.1:${port}/push/1`,
    keys: { p256dh: point.toString('base64url'), auth: auth.toString('base64url') },
    taken,
    heads,
    stop: () => server.close(),
  };
}

function decrypt(body, browser, point, auth) {
  const hmac = (key, ...parts) => createHmac('sha256', key).update(Buffer.concat(parts)).digest();
  const [salt, keyLength] = [body.subarray(0, 16), body[20]];
  const sender = body.subarray(21, 21 + keyLength);
  const secret = hmac(auth, browser.computeSecret(sender));
  const material = hmac(secret, Buffer.from('WebPush: info\0'), point, sender, Buffer.from([1]));
  const pseudorandom = hmac(salt, material);
  const key = hmac(pseudorandom, Buffer.from('Content-Encoding: aes128gcm\0\x01')).subarray(0, 16);
  const nonce = hmac(pseudorandom, Buffer.from('Content-Encoding: nonce\0\x01')).subarray(0, 12);
  const sealed = body.subarray(21 + keyLength);
  const open = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}
