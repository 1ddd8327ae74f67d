// The standard board, as the server sends it. A test of the server keeps `standard-board.json` up to date.

import { boardMapOf } from '../src/board/board-map';
import type { BoardAsset } from '../src/lib/wire';
import asset from './standard-board.json';

export const standardBoard = boardMapOf({ ...(asset as unknown as BoardAsset), over: '', styles: {} });
