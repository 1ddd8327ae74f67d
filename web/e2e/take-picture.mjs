// A screenshot as WebP, which the browser itself writes.

const QUALITY = 0.72;

/** What a page shows. `converter` is any other page of the same browser. */
export async function takePicture(page, converter) {
  const png = (await page.screenshot()).toString('base64');
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
    [png, QUALITY],
  );
  return Buffer.from(webp, 'base64');
}
