// An order in words, as menus and lists offer it.

import type { BoardMap } from '../board/board-map';
import { t } from '../lib/i18n.svelte';
import type { OrderEntry } from '../lib/wire';
import { placeName, unitKindName } from './names';

export function orderText(boardMap: BoardMap, deed: OrderEntry): string {
  const name = (place: string) => placeName(boardMap, place);
  switch (deed.order) {
    case 'hold':
      return t('order.hold');
    case 'disband':
      return t('order.disband');
    case 'move':
      return t(deed.by_convoy ? 'order.sail_to' : 'order.move_to', { place: name(deed.to) });
    case 'retreat':
      return t('order.retreat_to', { place: name(deed.to) });
    case 'support_hold':
      return t('menu.support_hold', { place: name(deed.of) });
    case 'support_move':
      return t('menu.support_move', { from: name(deed.from), to: name(deed.to) });
    case 'convoy':
      return t('menu.convoy', { from: name(deed.from), to: name(deed.to) });
    case 'build':
      return t('order.build_here', { unit: unitKindName(deed.kind), place: name(deed.at) });
    case 'remove':
    case 'waive':
      return t('order.waive');
    default:
      return deed satisfies never;
  }
}
