// The part of the API for notifications, apart from api.ts: a game page does not load it.

import { request } from './request';
import type { ChannelOptions, NewChannelBody, NotificationSettings } from './wire';

export const notificationApi = {
  list: () => request('GET /api/me/notifications'),
  markRead: (number: number) => request('POST /api/me/notifications/read', { body: { number } }),
  overview: () => request('GET /api/me/notifications/settings'),
  setSettings: (body: NotificationSettings) => request('PUT /api/me/notifications/settings', { body }),
  addChannel: (body: NewChannelBody) => request('POST /api/me/channels', { body }),
  setOptions: (number: number, body: ChannelOptions) =>
    request('PUT /api/me/channels/{number}', { path: { number }, body }),
  deleteChannel: (number: number) => request('DELETE /api/me/channels/{number}', { path: { number } }),
  testChannel: (number: number) => request('POST /api/me/channels/{number}/test', { path: { number } }),
  newFeed: () => request('POST /api/me/feed'),
  deleteFeed: () => request('DELETE /api/me/feed'),
  reliability: () => request('GET /api/me/reliability'),
};
