import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// `DETENTE_SERVER` is where `npm run dev` finds the program's API.
const server = process.env['DETENTE_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  build: {
    outDir: process.env['DETENTE_WEB_OUT'] ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Nothing is inlined: the page's policy forbids it, and files are kept by their name's hash.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Which packages are in the pages, for `detente licences`; not part of them.
    license: { fileName: '.vite/license.json' },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: server } },
  },
  test: {
    environment: 'happy-dom',
    include: ['tests/**/*.test.ts', 'src/**/*.test.ts'],
  },
});
