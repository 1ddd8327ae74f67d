import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

import { texts } from './texts-plugin.ts';

// How Vite builds the pages; vitest.config.ts is for the tests. `npm run dev` takes the API from `DETENTE_SERVER`.
const server = process.env['DETENTE_SERVER'] ?? 'http://127.0.0.1:1901';

export default defineConfig({
  plugins: [svelte(), texts()],
  build: {
    outDir: process.env['DETENTE_WEB_OUT'] ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Nothing is inlined: the content security policy forbids it, and files are cached by their hashed names.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What nearly every page needs is two files: each further one costs a request and its headers.
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Lists of games, sounds and what lessons ask are loaded when somebody needs them.
          groups: [
            {
              name: 'app',
              test: /node_modules|src\/(lib\/(?!sounds\.|server-clock\.|own-tables\.|learn-api)|ui\/(ErrorBox|Header|Footer|OfflineNotice)|pages\/(lobby\/(own-games|phase-name)|(?!learn-)\w+-\w+\.ts|resource))/,
            },
            { name: 'board', test: /src\/(board|game\/(Emblem|game-context|names|phase|resolved-phase)\.)/ },
            // What games share with lessons and lists.
            {
              name: 'orders',
              test: /src\/game\/(OrderMenu|order-(by-tap|menu|sheet|text)|help-orders|written-orders|BotTag|PowerBar|owed|standings|centre-graph|conversations|sketch-(editor|plan))\./,
            },
          ],
        },
      },
    },
    // A list of the packages in the pages, for `detente licences`; it is not part of the pages.
    license: { fileName: '.vite/license.json' },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: server } },
  },
});
