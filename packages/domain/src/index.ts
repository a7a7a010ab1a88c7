/**
 * The domain of Boxwood: events, projections and streams between the SDKs and the screens. No React, no container;
 * every external dependency (storage, channels, locks, visibility, time, calls) is a parameter, with browser adapters
 * in `./browser`.
 */
export * from './not-offered.ts';
export * from './outcome.ts';
export { DOMAIN_MESSAGE_KEYS, type DomainMessageKey } from './message-keys.ts';
export * from './model.ts';
export { type QueryState, Query, type QueryDeps } from './state/query.ts';
export { type StateStream, State, select, combine, constant } from './state/state-stream.ts';
export { type DomainClock, epochSeconds } from './time/domain-clock.ts';
export { TIMERS } from './time/timers.ts';
export { poll, type PollOptions } from './time/poll.ts';
export type { WatchHandle } from './time/watchers.ts';

export { type BoxEvent } from './events/box-event.ts';
export type { EventScope } from './events/event-kinds.ts';
export type { Cause, DomainEvent, Recorded, Stamp, TabId } from './store/recorded.ts';
export { type EventLog, LogError, type LogProblem } from './store/event-log.ts';
export { type EventStore, LiveEventStore, type StoreHealth, type StoreOptions } from './store/event-store.ts';
export { IdbLog } from './store/idb-log.ts';
export { MemoryDisk, MemoryLog } from './store/memory-log.ts';
export type { TabChannel } from './store/tab-channel.ts';
export { EventRecorder, type EventSink } from './store/event-recorder.ts';
export { fold, type Projection, projection } from './store/projection.ts';
export { type LeadClaim, everyoneLeads, startLeadership, type Leadership } from './store/tab-leadership.ts';
export { type BoxStoreOptions, createBoxStore, EVENT_SCHEMA, PROJECTIONS, storeName } from './store/box-store.ts';

export { openTabChannel } from './browser/broadcast-channel.ts';
export { idbHandleRepository } from './browser/file-handle-store.ts';
export { browserClaim } from './browser/leader-claims.ts';
export * from './browser/browser-page.ts';
export { browserKeyValue } from './browser/browser-storage.ts';

export type * from './offline/offline-queue.ts';
export { applyAnswer } from './offline/apply-answer.ts';
export { sendAction } from './offline/send-action.ts';
export type { LoadActionSender } from './offline/action-sender.ts';
export type * from './desktop/desktop.ts';
export * from './changes/changes.ts';
export { BoxFavourites } from './favourites/box-favourites.ts';
export type { Favourites, Favourite } from './favourites/favourites.ts';
export { BoxOffers } from './offers/box-offers.ts';
export type { Offers, OfferTable, OfferStatus } from './offers/offers.ts';
export { BoxDesktop, type DesktopDeps } from './desktop/box-desktop.ts';
export { SHELL } from './desktop/shell-geometry.ts';
export type * from './settings/settings.ts';
export type { KeyValue } from './settings/key-value.ts';
export { BrowserSettings } from './settings/browser-settings.ts';
export { DEFAULT_VIEW } from './settings/setting-rules.ts';
export type * from './session/session.ts';
export type * from './session/session-ports.ts';
export { SlowCalls } from './session/slow-calls.ts';
export { BoxSession, type SessionDeps } from './session/box-session.ts';
export { apiFromTypedAddress } from './session/box-addresses.ts';
export type * from './boxes/boxes.ts';
export { BoxBoxes, type BoxesDeps } from './boxes/box-boxes.ts';
export { undoStorageKey } from './files/undo/undo-storage-key.ts';
export { restoreChangeWithNewName } from './files/undo/restore-with-new-name.ts';
export { type LoadUndoExecutor, UndoExecutor } from './files/undo/undo-executor.ts';
export type * from './files/files.ts';
export {
  hasTrash,
  isReadDirectly,
  isProtected,
  isRoot,
  isWithin,
  parentOf,
  patternOf,
  effectiveSort,
  supportedSorts,
} from './files/file-paths.ts';
export type * from './uploads/uploads.ts';
export * from './uploads/unfinished-uploads.ts';
export { failureOf } from './uploads/transfer/transfer-file.ts';
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
export { type Happening, journalMemory } from './journal/journal-memory.ts';
export * from './system/device-changes.ts';
export * from './system/disk-admin.ts';
export * from './system/disks.ts';
export * from './system/network-storage.ts';
export { boxFan, type Fan, type FanState } from './system/fan.ts';
export { boxRebootPlans, type RestartPlan as RestartPlan, type RebootPlans } from './system/reboot-plan.ts';
export * from './system/system.ts';
export { rememberedVolumes } from './system/volumes.ts';
export * from './upgrade.ts';
export * from './operations/operation-groups.ts';
export * from './operations/operations.ts';
export * from './shares/family-shares.ts';
export * from './shares/share-links.ts';
export * from './script-tokens.ts';
export * from './profile/password-links.ts';
export * from './profile/profile.ts';
export * from './setup.ts';
export * from './live.ts';
