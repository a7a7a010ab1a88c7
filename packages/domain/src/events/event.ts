import type { BackupEvent } from './backup-events.ts';
import type { ChangeEvent } from './change-events.ts';
import type { ContainerEvent } from './container-events.ts';
import type { MediaEvent } from './media-events.ts';
import type { MessageEvent } from './message-events.ts';
import type { MonitorEvent } from './monitor-events.ts';
import type { PhotoEvent } from './photo-events.ts';
import type { PluginEvent } from './plugin-events.ts';
import type { FileEvent, NotificationEvent, SessionEvent, SettingEvent } from './session-events.ts';
import type { TaskEvent } from './task-events.ts';
import type { TunnelEvent } from './tunnel-events.ts';
import type { UploadEvent } from './upload-events.ts';
import type { WindowEvent } from './window-events.ts';

/** Everything that can happen in the domain. */
export type BoxEvent =
  | SessionEvent
  | SettingEvent
  | FileEvent
  | NotificationEvent
  | WindowEvent
  | UploadEvent
  | ChangeEvent
  | TaskEvent
  | MonitorEvent
  | MessageEvent
  | PluginEvent
  | ContainerEvent
  | BackupEvent
  | TunnelEvent
  | MediaEvent
  | PhotoEvent;

/**
 * How far an event travels:
 * - `durable`: stored, and sent to the person's other tabs;
 * - `session`: this tab only (a window opened here must not open there);
 * - `ephemeral`: sent to other tabs, never stored - the box can be asked again.
 */
export type Scope = 'durable' | 'session' | 'ephemeral';

/** The scope of every event type; a type without one does not compile. */
export const scopeOf: { readonly [T in BoxEvent['type']]: Scope } = {
  SignedIn: 'session',
  BoxEntered: 'session',
  LineChanged: 'session',
  SignedOut: 'session',
  SettingChanged: 'session',
  FolderOpened: 'session',
  FolderChanged: 'ephemeral',
  BoxChanged: 'session',
  FilesActed: 'session',
  Notified: 'session',
  NoticeGone: 'session',
  WindowOpened: 'session',
  WindowChanged: 'session',
  WindowsPlaced: 'session',
  WindowClosed: 'session',
  IconsChosen: 'session',
  UploadsQueued: 'durable',
  UploadStarted: 'durable',
  UploadProgressed: 'durable',
  UploadFinished: 'durable',
  UploadFailed: 'durable',
  UploadsPaused: 'durable',
  UploadsResumed: 'durable',
  UploadsRemoved: 'durable',
  UploadsAdopted: 'durable',
  TasksObserved: 'ephemeral',
  TasksForgotten: 'ephemeral',
  TasksCounted: 'ephemeral',
  SampleTaken: 'session',
  SampleMissed: 'session',
  DisksMeasured: 'session',
  UnreadCounted: 'ephemeral',
  MessagesListed: 'ephemeral',
  MessagesFailed: 'session',
  MessagesRead: 'ephemeral',
  MessagesRemoved: 'ephemeral',
  MessagesCleared: 'ephemeral',
  PluginsOffered: 'session',
  PluginsObserved: 'session',
  PluginAsked: 'session',
  PluginSettled: 'session',
  EngineObserved: 'ephemeral',
  BuiltinsObserved: 'ephemeral',
  TerminalMoved: 'ephemeral',
  BuiltinMoved: 'ephemeral',
  BackupsObserved: 'ephemeral',
  BackupForgotten: 'ephemeral',
  TunnelsObserved: 'ephemeral',
  TunnelMoved: 'ephemeral',
  MediaListed: 'session',
  MediaLocked: 'session',
  MediaMatched: 'session',
  RecognitionObserved: 'ephemeral',
  RecognitionChanged: 'ephemeral',
  RegroupingObserved: 'ephemeral',
};
