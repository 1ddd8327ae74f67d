// The entry point of the web app.

import './styles/tokens.css';
import './styles/base.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { attention } from './lib/attention.svelte';
import { i18n } from './lib/i18n.svelte';
import { lateFaces } from './lib/late-faces.svelte';
import { startOfflineCache } from './lib/offline-cache';
import { palette } from './lib/palette.svelte';
import { router } from './lib/router.svelte';
import { session } from './lib/session.svelte';
import { theme } from './lib/theme.svelte';

theme.start();
palette.start();
lateFaces.start();
router.start();
void session.load();
await i18n.start();

const target = document.getElementById('app');
if (target) mount(App, { target });

attention.start();
void startOfflineCache();
