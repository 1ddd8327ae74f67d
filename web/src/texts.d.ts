declare module 'virtual:texts' {
  import type { Texts } from './lib/i18n.svelte';
  /** The files of texts, by language and part: `de/game`. */
  const files: Record<string, () => Promise<{ default: Texts }>>;
  export default files;
}
