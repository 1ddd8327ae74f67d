import './styles/tokens.css';
import './styles/base.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { i18n } from './lib/i18n.svelte';
import { self } from './lib/me.svelte';
import { router } from './lib/router.svelte';
import { keepShell } from './lib/shell';
import { theme } from './lib/theme.svelte';

theme.start();
router.start();
void self.start();
await i18n.start();

const target = document.getElementById('app');
if (target) mount(App, { target });

void keepShell();
