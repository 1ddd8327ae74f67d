import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { texts } from './texts-plugin.ts';

// Apart from vite.config.ts, because the build of the program installs no test runner.
export default defineConfig({
  plugins: [svelte(), texts()],
  resolve: { conditions: ['browser'] },
  server: { fs: { allow: ['..'] } },
  test: {
    environment: 'happy-dom',
    // The hit test tries 5,184 touches, and machines may be busy.
    testTimeout: 60_000,
    include: ['tests/**/*.test.ts', 'src/**/*.test.ts'],
  },
});
