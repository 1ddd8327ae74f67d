// The rules that `npm run check` holds the pages to. The form of the code is prettier's business.
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist', 'src/lib/wire.ts', 'src/lib/wire/**', 'src/lib/routes.ts'] },
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      // TypeScript finds unknown names, in the pages. The stories are plain JavaScript.
      'no-undef': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Prettier breaks lines at 110, but neither comments nor what it cannot break. Drawings are long.
      'max-len': [
        'error',
        {
          code: 120,
          ignorePattern: '\\bd="[Mm]',
          ignoreTemplateLiterals: true,
          ignoreStrings: true,
          ignoreRegExpLiterals: true,
        },
      ],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // Maps and sets here are built once and replaced whole, never changed in place.
      'svelte/prefer-svelte-reactivity': 'off',
      // `{' · '}` keeps the spaces at its ends.
      'svelte/no-useless-mustaches': 'off',
      // It does not know the warnings of svelte-check, which `npm run check` runs as well.
      'svelte/no-unused-svelte-ignore': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
  },
  { files: ['**/*.mjs', '**/*.js'], rules: { 'no-undef': 'error' } },
);
