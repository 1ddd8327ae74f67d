// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.
export type * from './wire/advice';
export type * from './wire/board';
export type * from './wire/command';
export type * from './wire/common';
export type * from './wire/course';
export type * from './wire/game';
export type * from './wire/keys';
export type * from './wire/learn';
export type * from './wire/log';
export type * from './wire/moderation';
export type * from './wire/notifications';
export type * from './wire/orders';
export type * from './wire/people';
export type * from './wire/pictures';
export type * from './wire/practice';
export type * from './wire/record';
export type * from './wire/settings';
