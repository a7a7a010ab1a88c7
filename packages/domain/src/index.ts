/**
 * The domain of Boxwood: events, projections and streams between the SDKs and the screens. No React, no container;
 * every external dependency (storage, channels, locks, visibility, time, calls) is a parameter, with browser adapters
 * in `./browser`.
 */
export * from './offered.ts';
export * from './outcome.ts';
export { WORDS, type WordKey } from './words.ts';
export * from './model.ts';
export { type Asked, Query, type QueryDeps } from './state/query.ts';
export { type StateStream, State, select, combine, constant } from './state/state-stream.ts';
export { type Clock, seconds } from './time/clock.ts';
export { TIMERS } from './time/timers.ts';
export { poll, type PollOptions } from './time/poll.ts';
export type { Watch } from './time/watchers.ts';

export { type BoxEvent } from './events/event.ts';
export type { Scope } from './events/define.ts';
export type { Cause, DomainEvent, Recorded, Stamp, TabId } from './store/recorded.ts';
export { type EventLog, LogError, type LogProblem } from './store/event-log.ts';
export { type EventStore, LiveEventStore, type StoreHealth, type StoreOptions } from './store/event-store.ts';
export { IdbLog } from './store/idb-log.ts';
export { MemoryDisk, MemoryLog } from './store/memory-log.ts';
export type { Channel } from './store/channel.ts';
export { Recorder, type Records } from './store/recorder.ts';
export { fold, type Projection, projection } from './store/projection.ts';
export { type Claim, everyoneLeads, lead, type Leadership } from './store/leader.ts';
export { type BoxStoreOptions, createBoxStore, EVENT_SCHEMA, PROJECTIONS, storeName } from './store/box-store.ts';

export { broadcastChannel } from './browser/channel.ts';
export { idbHandleShelf } from './browser/handles.ts';
export { browserClaim } from './browser/leader.ts';
export * from './browser/page.ts';
export { browserKeyValue } from './browser/storage.ts';

export type * from './acts/acts.ts';
export { answered } from './acts/answered.ts';
export { sendAct } from './acts/send.ts';
export type { BringSender } from './acts/sender.ts';
export type * from './desktop/desktop.ts';
export * from './changes/changes.ts';
export { BoxFavourites } from './favourites/box-favourites.ts';
export type { Favourites, KeptFavourite } from './favourites/favourites.ts';
export { BoxOffers } from './offers/box-offers.ts';
export type { Offers, OfferTable, Standing } from './offers/offers.ts';
export { BoxDesktop, type DesktopDeps } from './desktop/box-desktop.ts';
export { SHELL } from './desktop/geometry.ts';
export type * from './settings/settings.ts';
export type { KeyValue } from './settings/key-value.ts';
export { BrowserSettings } from './settings/browser-settings.ts';
export { DEFAULT_VIEW } from './settings/keys.ts';
export type * from './session/session.ts';
export type * from './session/ports.ts';
export { LateCalls } from './session/late-calls.ts';
export { BoxSession, type SessionDeps } from './session/box-session.ts';
export { directApi } from './session/addresses.ts';
export type * from './boxes/boxes.ts';
export { BoxBoxes, type BoxesDeps } from './boxes/box-boxes.ts';
export { deedsKey } from './files/deeds-key.ts';
export { besideChange } from './files/beside-change.ts';
export { type BringTakingBack, TakingBack } from './files/taking-back.ts';
export type * from './files/files.ts';
export {
  hasTrash,
  isDirect,
  isProtected,
  isRoot,
  isWithin,
  parentOf,
  patternOf,
  sortIn,
  sortsIn,
} from './files/places.ts';
export type * from './uploads/uploads.ts';
export { failureOf } from './uploads/transfer.ts';
export type * from './tasks/tasks.ts';
export type * from './monitor/monitor.ts';
export * from './messages/messages.ts';
export type * from './notifications/notifications.ts';
export type * from './trash/trash.ts';
export type * from './safe/safe.ts';
export type * from './pickers/pickers.ts';
export type * from './archives/archives.ts';
export * from './photos/people.ts';
export * from './photos/photos.ts';
export type * from './journal/journal.ts';
export { type Happening, journalMemory } from './journal/memory.ts';
export * from './system/device-news.ts';
export * from './system/disk-admin.ts';
export * from './system/disks.ts';
export * from './system/mounts.ts';
export { boxFan, type Fan, type FanState } from './system/fan.ts';
export { boxRebootPlans, type Plan as RestartPlan, type RebootPlans } from './system/reboot-plan.ts';
export * from './system/system.ts';
export { rememberedVolumes } from './system/volumes.ts';
export * from './upgrade/upgrade.ts';
export * from './operations/gestures.ts';
export * from './operations/operations.ts';
export * from './shares/family-shares.ts';
export * from './shares/shares.ts';
export * from './tokens/script-tokens.ts';
export * from './profile/password-links.ts';
export * from './profile/profile.ts';
export * from './setup/setup.ts';
export * from './live.ts';
