// Who says a message, and its words as this reader may see them.

import type { BoardMap } from '../board/board-map';
import { t } from '../lib/i18n.svelte';
import type { GameView, MessageView } from '../lib/wire';
import { seatName } from './names';

export function isOwnMessage(view: GameView, message: MessageView): boolean {
  return message.from === 'master'
    ? view.viewer.kind === 'master'
    : view.viewer.seat !== null && message.from.seat === view.viewer.seat;
}

export function speakerName(boardMap: BoardMap, view: GameView, message: MessageView): string {
  if (isOwnMessage(view, message)) return t('talk.you');
  return message.from === 'master' ? t('talk.master') : seatName(boardMap, view, message.from.seat);
}

export function messageText(message: MessageView): string {
  if (message.removed) return t('talk.removed');
  return message.muted ? t('talk.muted') : message.text;
}
