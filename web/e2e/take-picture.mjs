// Pictures of pages for docs/pictures: screenshots as WebP, which the browser itself writes.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const QUALITY = 0.72;

/** The folder that was named on the command line, else `docs/pictures/NAME`. It is made. */
export function pictureFolder(name) {
  const folder = process.argv[2] ?? fileURLToPath(new URL(`../../docs/pictures/${name}`, import.meta.url));
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Saves what pages show, and counts it. */
export async function startPictures(browser, folder) {
  const converter = await (await browser.newContext()).newPage();
  let [count, bytes] = [0, 0];
  return {
    async save(page, name) {
      const picture = await toWebp(converter, await page.screenshot());
      writeFileSync(join(folder, `${name}.webp`), picture);
      count += 1;
      bytes += picture.length;
    },
    summary: () => `${count} pictures, ${Math.round(bytes / 1024)} kB, in ${folder}`,
  };
}

async function toWebp(converter, png) {
  const webp = await converter.evaluate(
    async ([png, quality]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d').drawImage(image, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      const reader = new FileReader();
      await new Promise((done) => {
        reader.onload = done;
        reader.readAsDataURL(blob);
      });
      return reader.result.split(',')[1];
    },
    [png.toString('base64'), QUALITY],
  );
  return Buffer.from(webp, 'base64');
}
