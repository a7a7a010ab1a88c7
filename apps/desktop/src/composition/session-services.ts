import { ACC, GEN } from '@boxwood/box-sdk';
import type { Client } from '@boxwood/command-bus';
import { createClient, xhrTransport } from '@boxwood/command-bus';
import {
  offlinePort,
  BoxOfflineQueue,
  BoxChanges,
  BoxDesktop,
  type BoxEvent,
  BoxFavourites,
  BoxFiles,
  BoxJournal,
  BoxMessages,
  BoxNotifications,
  BoxOffers,
  BoxSafeGate,
  boxDisks,
  BoxTasks,
  BoxUploads,
  openTabChannel,
  browserClaim,
  browserKeyValue,
  createBoxStore,
  EVENT_SCHEMA,
  idbHandleRepository,
  IdbLog,
  journalMemory,
  startLeadership,
  MemoryDisk,
  MemoryLog,
  newTabId,
  pageLeaving,
  randomId,
  select,
  State,
  storeName,
  systemScheduler,
  changesPort,
  filesPort,
  messagesPort,
  protectedAreaPort,
  tasksPort,
  uploadPort,
} from '@boxwood/domain';
import { Launcher } from '../kit/app/apps/launcher.ts';
import { apps } from '../apps/index.ts';
import { BackNavigationSteps } from '../shell/routes/back-navigation-steps.ts';
import { ShellState, WINDOW_BAR_HEIGHT_PX } from '../shell/shell-state.ts';
import { watchClosedAreas } from './watch-closed-areas.ts';
import { HANDLES_SUFFIX } from '../kit/files/history/history-keys.ts';
import { FileUrls } from './file-urls.ts';
import { withConnectionMonitor } from './monitor-connection.ts';
import { lazyInspectFiles } from './lazy-inspect-files.ts';
import { lazyActionSender } from './lazy-action-sender.ts';
import { lazyUndoExecutor } from './lazy-undo-executor.ts';
import type { Playback } from '../kit/media/playback.ts';
import { FolderCache } from './folder-cache.ts';
import type { PageTransports } from './page-transports.ts';
import type { ServiceScope } from './service-scope.ts';
import type { SignedInStage } from './session-scopes.ts';
import {
  AccountClientToken,
  OfflineQueueToken,
  BoxClientToken,
  ChangesToken,
  ClockToken,
  BackStepsToken,
  DesktopToken,
  DisksToken,
  FavouritesToken,
  FileUrlsToken,
  FilesToken,
  JournalToken,
  SlowCallsToken,
  RestorableWindowsToken,
  LauncherToken,
  LeadershipToken,
  LinkToken,
  MessagesToken,
  NotificationsToken,
  OffersToken,
  PlayingToken,
  FolderCacheToken,
  RecorderToken,
  SafeGatesToken,
  ServingBoxToken,
  SessionToken,
  SettingsToken,
  ShellToken,
  StoreToken,
  TasksToken,
  UploadsToken,
  UserToken,
  VisibleToken,
} from './service-tokens.ts';

/** Binds the services of one session. */
export const bindSession = (
  scope: ServiceScope,
  { username, link }: SignedInStage,
  { calls, transfers = xhrTransport() }: PageTransports,
): void => {
  const name = storeName(username, link.boxId);
  scope
    .bindValue(LinkToken, link)
    .bindValue(UserToken, username)
    .bind(StoreToken, [ClockToken], (clock) => {
      const log =
        typeof indexedDB === 'undefined'
          ? new MemoryLog<BoxEvent>(new MemoryDisk())
          : new IdbLog<BoxEvent>(name, EVENT_SCHEMA);
      return createBoxStore({
        origin: newTabId(),
        clock,
        log,
        channel: openTabChannel(name),
        pageLeaving$: pageLeaving({ document, navigator, window }),
      });
    })
    .bind(LeadershipToken, [StoreToken, ClockToken, VisibleToken], (store, clock, visible$) => {
      const leadership = startLeadership(visible$, browserClaim(name, store.origin, clock, systemScheduler));
      const subscription = leadership.leads$.subscribe((leads) => {
        store.lead(leads);
      });
      return {
        leads$: leadership.leads$,
        close: () => {
          subscription.unsubscribe();
          leadership.close();
        },
      };
    })
    .bind(BoxClientToken, [SessionToken, ServingBoxToken, SlowCallsToken], (session, serving, slowCalls): Client => {
      const client = createClient({
        baseUrl: () => serving.apiUrlFor(link.api),
        transport: calls,
        transferTransport: transfers,
        identity: () => {
          const stage = session.stage$.value;
          return { username, token: stage.at === 'in' ? stage.link.token : link.token };
        },
        onSessionProblem: (problem) => {
          session.report(
            problem === 'expired'
              ? { _tag: 'Refused', family: 'GEN', code: GEN.session, fields: {} }
              : { _tag: 'Refused', family: 'ACC', code: ACC.identity, fields: {} },
          );
        },
        relay: {
          current: () => {
            const stage = session.stage$.value;
            return stage.at === 'in' ? stage.link.relay : null;
          },
          renew: () =>
            new Promise((resolve) => {
              session.renewRelay().subscribe((result) => {
                resolve(result._tag === 'Right' ? result.right : null);
              });
            }),
        },
      });
      const monitored = withConnectionMonitor(client, slowCalls, (error) => {
        session.report(error);
      });
      return watchClosedAreas(monitored, (area) => {
        scope.get(SafeGatesToken)[area].noteClosedByBox();
      });
    })
    .bind(
      FileUrlsToken,
      [BoxClientToken, ServingBoxToken, SessionToken],
      (box, serving, { retry$ }) => new FileUrls(box, serving.apiUrlFor(link.api), link.relay, retry$),
    )
    .bind(NotificationsToken, [StoreToken, ClockToken], (store, clock) => new BoxNotifications(store, clock, randomId))
    .bind(
      DesktopToken,
      [StoreToken, SettingsToken, RestorableWindowsToken],
      (store, settings, left) =>
        new BoxDesktop({
          store,
          settings,
          windowsToRestore: left.consume(username),
          tab: browserKeyValue('session', window),
          username,
          newId: randomId,
          viewport: { width: window.innerWidth, height: window.innerHeight - WINDOW_BAR_HEIGHT_PX },
          leaving$: pageLeaving({ document, navigator, window }),
        }),
    )
    .bind(
      OffersToken,
      [BoxClientToken, StoreToken, SessionToken],
      (box, store, { retry$ }) =>
        new BoxOffers({ box, store, model: link.model, version: link.version, retry$: retry$ }),
    )
    .bind(
      LauncherToken,
      [DesktopToken, SessionToken, OffersToken],
      (desktop, session, offers) => new Launcher(apps, desktop, session, offers),
    )
    .bind(
      FavouritesToken,
      [BoxClientToken, StoreToken, OfflineQueueToken, VisibleToken, SessionToken],
      (box, store, offlineQueue, visible$, { retry$ }) =>
        new BoxFavourites({ box, store, offlineQueue: offlineQueue, visible$, retry$: retry$ }),
    )
    .bind(
      FolderCacheToken,
      [BoxClientToken, StoreToken, SessionToken],
      (box, store, { connection$ }) =>
        new FolderCache(box, connection$, () => {
          store.append([{ type: 'BoxChanged', data: { folders: [], areas: [], everything: true } }], 'box');
        }),
    )
    .bind(
      OfflineQueueToken,
      [StoreToken, BoxClientToken, NotificationsToken, SessionToken, LeadershipToken],
      (store, box, notifications, { connection$, retry$ }, { leads$ }) =>
        new BoxOfflineQueue({
          store,
          port: offlinePort(box, username),
          notifications,
          username,
          newId: randomId,
          connection$: connection$,
          retry$: retry$,
          leads$,
          loadSender: lazyActionSender,
        }),
    )
    .bind(ShellToken, [], () => new ShellState())
    .bindValue(PlayingToken, new State<Playback | null>(null))
    .bind(BackStepsToken, [], () => new BackNavigationSteps(window))
    .bind(
      UploadsToken,
      [StoreToken, BoxClientToken, SettingsToken, NotificationsToken, ClockToken, SessionToken],
      (store, box, settings, notifications, clock, session) =>
        new BoxUploads({
          store,
          port: uploadPort(box),
          // File handles exist only on secure pages.
          ...('FileSystemFileHandle' in window ? { handles: idbHandleRepository(name + HANDLES_SUFFIX) } : {}),
          inspect: lazyInspectFiles,
          settings,
          notifications,
          clock,
          newId: randomId,
          username,
          session,
        }),
    )
    .bind(
      ChangesToken,
      [StoreToken, BoxClientToken, FilesToken, VisibleToken, SessionToken],
      (store, box, { openFolders$ }, visible$, { retry$ }) =>
        new BoxChanges({ store, port: changesPort(box), openFolders$: openFolders$, visible$, retry$: retry$ }),
    )
    .bind(
      TasksToken,
      [
        ...([StoreToken, BoxClientToken, NotificationsToken, VisibleToken, LeadershipToken, ChangesToken] as const),
        ...([UploadsToken, SessionToken] as const),
      ],
      (store, box, notifications, visible$, { leads$ }, { isLive$ }, uploads, { retry$ }) =>
        new BoxTasks({
          store,
          port: tasksPort(box, username),
          notifications,
          visible$,
          leads$,
          reportsChanges$: isLive$,
          retry$: retry$,
          uploading$: select(uploads.summary$, ({ active }) => active),
        }),
    )
    .bind(
      MessagesToken,
      [StoreToken, AccountClientToken, NotificationsToken, SessionToken, VisibleToken, LeadershipToken],
      (store, account, notifications, session, visible$, { leads$ }) =>
        new BoxMessages({
          store,
          port: messagesPort(account),
          notifications,
          available$: select(session.lanMode$, (lan) => !lan),
          visible$,
          leads$,
        }),
    )
    .bind(JournalToken, [StoreToken, ClockToken, RecorderToken], (store, clock, recorder) => {
      const memory = journalMemory(browserKeyValue('session', window), `journal:${name}`);
      return new BoxJournal({
        store,
        clock,
        recorder,
        memory,
        pageLeaving$: pageLeaving({ document, navigator, window }),
      });
    })
    .bind(
      FilesToken,
      [StoreToken, BoxClientToken, FolderCacheToken, OfflineQueueToken, SettingsToken, NotificationsToken],
      (store, box, recall, offlineQueue, settings, notifications) =>
        new BoxFiles({
          store,
          port: filesPort(box, username, recall),
          settings,
          notifications,
          offlineQueue: offlineQueue,
          username,
          loadUndoExecutor: lazyUndoExecutor(box),
        }),
    )
    .bind(SafeGatesToken, [BoxClientToken, SettingsToken, ClockToken], (box, settings, clock) => ({
      safe: new BoxSafeGate({ area: 'safe', port: protectedAreaPort(box, 'safe', username), settings, clock }),
      private: new BoxSafeGate({ area: 'private', port: protectedAreaPort(box, 'private', username), settings, clock }),
    }))
    .bind(DisksToken, [FolderCacheToken, SettingsToken], boxDisks);
  // These services must observe from the start, not from their first use.
  scope.get(OfflineQueueToken);
  scope.get(JournalToken);
  scope.get(ChangesToken);
  scope.get(LeadershipToken);
};
