// The tables that this browser has made: its big screen has the buttons to add and take out players.

import { readStorage, writeStorage } from './storage';

const KEY = 'detente:tables';
const MAX_TABLES = 8;

const ids = (): string[] => (readStorage(KEY) ?? '').split(' ').filter((id) => id !== '');

export const isOwnTable = (id: string): boolean => ids().includes(id);

export const rememberTable = (id: string): void =>
  writeStorage(KEY, [id, ...ids().filter((one) => one !== id)].slice(0, MAX_TABLES).join(' '));
