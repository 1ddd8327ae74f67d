// The colours of the map, light and dark, come with the board. They apply inside `.board` only.

import type { BoardAsset } from '../lib/wire';

let installed: string | null = null;

export function installStyles(asset: BoardAsset): void {
  const light = asset.styles['clear-light'] ?? '';
  const dark = asset.styles['clear-dark'] ?? '';
  if (installed === light || !('adoptedStyleSheets' in document)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `.board{${light}}` +
      `@media screen and (prefers-color-scheme: dark){:root:not([data-shade='light']) .board{${dark}}}` +
      `@media screen{:root[data-shade='dark'] .board{${dark}}}`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  installed = light;
}
