// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.
import type {
  AddedChannel,
  AdminBody,
  AdviceBody,
  AdviceView,
  AuditLog,
  BoardAsset,
  ChannelOptions,
  ChannelView,
  Clock,
  CommandBody,
  CommandResult,
  ConvoyRoute,
  CourseLesson,
  CourseLessonTitle,
  CourseProgress,
  FeedAddresses,
  GameList,
  GameStateKey,
  GameView,
  HintView,
  HostTexts,
  LessonPage,
  LessonTitle,
  Link,
  Me,
  Messages,
  NewChannelBody,
  NewGame,
  NewName,
  NewToken,
  NotificationList,
  NotificationOverview,
  NotificationSettings,
  OptionsView,
  OrdersBody,
  PaletteView,
  Passphrase,
  PersonalNotices,
  PieceSteps,
  PlaceTable,
  PlayableExample,
  Presets,
  PressKey,
  PuzzleAnswer,
  PuzzleReview,
  PuzzleView,
  QrCodeBody,
  ReachView,
  ReadBody,
  ReadResponse,
  ReadUpTo,
  RecordView,
  Records,
  RecoveryCode,
  ReferenceEntry,
  ReliabilityView,
  Report,
  Reports,
  RestrictionBody,
  RulePage,
  RuleText,
  SignIn,
  TableView,
  Token,
  Tokens,
  TryBody,
} from './wire';

/** Every route: what it takes, and what it answers if that is JSON. */
export type Routes = {
  'POST /api/admin/actions': { body: AdminBody; answer: null };
  'GET /api/admin/audit': { query?: { after?: number }; answer: AuditLog };
  'GET /api/admin/reports': { query?: { after?: number }; answer: Reports };
  'POST /api/advice': { body: AdviceBody; answer: AdviceView };
  'GET /api/board': { query?: { variant?: string }; answer: BoardAsset };
  'GET /api/clock': { answer: Clock };
  'GET /api/feeds/{secret}/calendar.ics': { path: { secret: string } };
  'GET /api/feeds/{secret}/notifications.atom': { path: { secret: string } };
  'GET /api/games': { query?: { state?: GameStateKey; after?: string; press?: PressKey; talk_language?: string; players?: number; turn_from?: number; turn_to?: number; with_free_seat?: boolean }; answer: GameList };
  'POST /api/games': { body: NewGame; answer: GameView };
  'GET /api/games/{id}': { path: { id: string }; answer: GameView };
  'POST /api/games/{id}/commands': { path: { id: string }; body: CommandBody; answer: CommandResult };
  'GET /api/games/{id}/events': { path: { id: string } };
  'GET /api/games/{id}/export/log': { path: { id: string } };
  'GET /api/games/{id}/export/python': { path: { id: string } };
  'GET /api/games/{id}/feed.atom': { path: { id: string } };
  'GET /api/games/{id}/film.apng': { path: { id: string }; query?: { shade?: string; palette?: string; width?: number } };
  'GET /api/games/{id}/film.gif': { path: { id: string }; query?: { shade?: string; palette?: string; width?: number } };
  'GET /api/games/{id}/film.html': { path: { id: string }; query?: { shade?: string; palette?: string; width?: number } };
  'POST /api/games/{id}/hint': { path: { id: string }; answer: HintView };
  'GET /api/games/{id}/messages': { path: { id: string }; query?: { after?: number }; answer: Messages };
  'GET /api/games/{id}/options': { path: { id: string }; answer: OptionsView };
  'POST /api/games/{id}/orders': { path: { id: string }; body: OrdersBody; answer: CommandResult };
  'GET /api/games/{id}/picture.png': { path: { id: string }; query?: { record?: number; shade?: string; palette?: string; width?: number; parts?: string } };
  'GET /api/games/{id}/picture.svg': { path: { id: string }; query?: { record?: number; shade?: string; palette?: string; width?: number; parts?: string } };
  'GET /api/games/{id}/preview': { path: { id: string }; answer: RecordView };
  'POST /api/games/{id}/read': { path: { id: string }; body: ReadBody; answer: ReadResponse };
  'GET /api/games/{id}/records': { path: { id: string }; answer: Records };
  'GET /api/games/{id}/records/{number}': { path: { id: string; number: number }; answer: RecordView };
  'GET /api/games/{id}/records/{number}/pieces': { path: { id: string; number: number }; answer: PieceSteps };
  'GET /api/games/{id}/report.txt': { path: { id: string }; query: { record: number; notation?: string } };
  'POST /api/games/{id}/reports': { path: { id: string }; body: Report; answer: null };
  'GET /api/games/{id}/route': { path: { id: string }; query: { from: string; to: string }; answer: ConvoyRoute };
  'PUT /api/games/{id}/seats/{number}/shun': { path: { id: string; number: number }; body: RestrictionBody; answer: null };
  'GET /api/host': { answer: HostTexts };
  'GET /api/host/imprint': {  };
  'GET /api/host/privacy': {  };
  'GET /api/learn/course': { answer: Array<CourseLessonTitle> };
  'GET /api/learn/course/{key}': { path: { key: string }; answer: CourseLesson };
  'GET /api/learn/daily/{date}': { path: { date: string }; answer: PuzzleView };
  'GET /api/learn/examples/{id}': { path: { id: string }; answer: PlayableExample };
  'POST /api/learn/examples/{id}/try': { path: { id: string }; body: TryBody; answer: RecordView };
  'GET /api/learn/lessons': { answer: Array<LessonTitle> };
  'GET /api/learn/lessons/{key}': { path: { key: string }; answer: LessonPage };
  'GET /api/learn/practice/{kind}/{number}': { path: { kind: string; number: number }; answer: PuzzleView };
  'POST /api/learn/practice/{kind}/{number}': { path: { kind: string; number: number }; body: PuzzleAnswer; answer: PuzzleReview };
  'GET /api/learn/reference': { answer: Array<ReferenceEntry> };
  'GET /api/learn/rules/{number}': { path: { number: number }; answer: RulePage };
  'GET /api/learn/sample': { answer: Array<RecordView> };
  'GET /api/mail/{secret}/confirm': { path: { secret: string } };
  'POST /api/mail/{secret}/confirm': { path: { secret: string } };
  'GET /api/mail/{secret}/stop': { path: { secret: string } };
  'POST /api/mail/{secret}/stop': { path: { secret: string } };
  'DELETE /api/me': { answer: null };
  'GET /api/me': { answer: Me | null };
  'POST /api/me': { body: NewName; answer: Me };
  'POST /api/me/channels': { body: NewChannelBody; answer: AddedChannel };
  'DELETE /api/me/channels/{number}': { path: { number: number }; answer: null };
  'PUT /api/me/channels/{number}': { path: { number: number }; body: ChannelOptions; answer: ChannelView };
  'POST /api/me/channels/{number}/test': { path: { number: number }; answer: null };
  'POST /api/me/course': { body: CourseProgress; answer: CourseProgress };
  'GET /api/me/data': {  };
  'DELETE /api/me/feed': { answer: null };
  'POST /api/me/feed': { answer: FeedAddresses };
  'GET /api/me/games': { answer: GameList };
  'POST /api/me/link': { answer: Link };
  'GET /api/me/notices': { answer: PersonalNotices };
  'DELETE /api/me/notices/{number}': { path: { number: number }; answer: null };
  'GET /api/me/notifications': { answer: NotificationList };
  'POST /api/me/notifications/read': { body: ReadUpTo; answer: null };
  'GET /api/me/notifications/settings': { answer: NotificationOverview };
  'PUT /api/me/notifications/settings': { body: NotificationSettings; answer: NotificationOverview };
  'PUT /api/me/passphrase': { body: Passphrase; answer: Me };
  'POST /api/me/recovery': { answer: RecoveryCode };
  'GET /api/me/reliability': { answer: ReliabilityView };
  'POST /api/me/second': { body: NewName; answer: Me };
  'POST /api/me/sign-in': { body: SignIn; answer: Me };
  'POST /api/me/sign-out': { answer: null };
  'POST /api/me/sign-out-everywhere': { answer: null };
  'POST /api/me/switch': { answer: Me };
  'GET /api/me/tokens': { answer: Tokens };
  'POST /api/me/tokens': { body: NewToken; answer: Token };
  'DELETE /api/me/tokens/{token}': { path: { token: string }; answer: null };
  'GET /api/palettes': { query?: { variant?: string }; answer: Array<PaletteView> };
  'GET /api/places': { query?: { variant?: string }; answer: PlaceTable };
  'GET /api/presets': { answer: Presets };
  'POST /api/qr.svg': { body: QrCodeBody };
  'GET /api/reach': { answer: ReachView };
  'GET /api/rules': { answer: Array<RuleText> };
  'GET /api/tables/{code}': { path: { code: string }; answer: TableView };
};
