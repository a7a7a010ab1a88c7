import { ACC, GEN } from '@boxwood/box-sdk';
import type { Client } from '@boxwood/command-bus';
import { createClient, fetchTransport, xhrTransport } from '@boxwood/command-bus';
import {
  actsPort,
  BoxActs,
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
  broadcastChannel,
  browserClaim,
  browserKeyValue,
  createBoxStore,
  EVENT_SCHEMA,
  idbHandleShelf,
  IdbLog,
  journalMemory,
  lead,
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
  safePort,
  tasksPort,
  uploadPort,
} from '@boxwood/domain';
import { Launcher } from '../app-kit/launcher.ts';
import { apps } from '../apps/index.ts';
import { BackSteps } from '../routes/back-steps.ts';
import { ShellState, WINDOW_BAR } from '../shell/shell-state.ts';
import { hearClosedAreas } from './closed-areas.ts';
import { HANDLES } from '../file-kit/kept-names.ts';
import { FileAddresses } from './file-addresses.ts';
import { hearLine } from './hear-line.ts';
import { lateLook } from './late-look.ts';
import { lateSender } from './late-sender.ts';
import { lateTakingBack } from './late-taking-back.ts';
import type { Playback } from '../media-kit/playback.ts';
import { Recall } from './recall.ts';
import type { BindSession } from './session-scopes.ts';
import {
  AccountClientToken,
  ActsToken,
  BoxClientToken,
  ChangesToken,
  ClockToken,
  BackStepsToken,
  DesktopToken,
  DisksToken,
  FavouritesToken,
  FileAddressesToken,
  FilesToken,
  JournalToken,
  LateCallsToken,
  LeftWindowsToken,
  LauncherToken,
  LeadsToken,
  LinkToken,
  MessagesToken,
  NotificationsToken,
  OffersToken,
  PlayingToken,
  RecallToken,
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
} from './tokens.ts';

/** Binds the services of one session. */
export const bindSession: BindSession = (scope, { username, link }) => {
  const name = storeName(username, link.boxId);
  scope
    .value(LinkToken, link)
    .value(UserToken, username)
    .bind(StoreToken, [ClockToken], (clock) => {
      const log =
        typeof indexedDB === 'undefined'
          ? new MemoryLog<BoxEvent>(new MemoryDisk())
          : new IdbLog<BoxEvent>(name, EVENT_SCHEMA);
      return createBoxStore({
        origin: newTabId(),
        clock,
        log,
        channel: broadcastChannel(name),
        leaving$: pageLeaving({ document, navigator, window }),
      });
    })
    .bind(LeadsToken, [StoreToken, ClockToken, VisibleToken], (store, clock, visible$) => {
      const leadership = lead(visible$, browserClaim(name, store.origin, clock, systemScheduler));
      const following = leadership.leads$.subscribe((leads) => {
        store.lead(leads);
      });
      return {
        leads$: leadership.leads$,
        close: () => {
          following.unsubscribe();
          leadership.close();
        },
      };
    })
    .bind(BoxClientToken, [SessionToken, ServingBoxToken, LateCallsToken], (session, serving, late): Client => {
      const client = createClient({
        baseUrl: () => serving.reach(link.api),
        transport: fetchTransport(),
        transferTransport: xhrTransport(),
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
      const heard = hearLine(client, late, (error) => {
        session.report(error);
      });
      return hearClosedAreas(heard, (area) => {
        scope.get(SafeGatesToken)[area].wentCold();
      });
    })
    .bind(
      FileAddressesToken,
      [BoxClientToken, ServingBoxToken, SessionToken],
      (box, serving, { again$ }) => new FileAddresses(box, serving.reach(link.api), link.relay, again$),
    )
    .bind(NotificationsToken, [StoreToken, ClockToken], (store, clock) => new BoxNotifications(store, clock, randomId))
    .bind(
      DesktopToken,
      [StoreToken, SettingsToken, LeftWindowsToken],
      (store, settings, left) =>
        new BoxDesktop({
          store,
          settings,
          left: left.take(username),
          tab: browserKeyValue('session', window),
          username,
          newId: randomId,
          viewport: { width: window.innerWidth, height: window.innerHeight - WINDOW_BAR },
          leaving$: pageLeaving({ document, navigator, window }),
        }),
    )
    .bind(
      OffersToken,
      [BoxClientToken, StoreToken, SessionToken],
      (box, store, { again$ }) => new BoxOffers({ box, store, model: link.model, version: link.version, again$ }),
    )
    .bind(
      LauncherToken,
      [DesktopToken, SessionToken, OffersToken],
      (desktop, session, offers) => new Launcher(apps, desktop, session, offers),
    )
    .bind(
      FavouritesToken,
      [BoxClientToken, StoreToken, ActsToken, VisibleToken, SessionToken],
      (box, store, acts, visible$, { again$ }) => new BoxFavourites({ box, store, acts, visible$, again$ }),
    )
    .bind(
      RecallToken,
      [BoxClientToken, StoreToken, SessionToken],
      (box, store, { line$ }) =>
        new Recall(box, line$, () => {
          store.append([{ type: 'BoxChanged', data: { folders: [], areas: [], everything: true } }], 'box');
        }),
    )
    .bind(
      ActsToken,
      [StoreToken, BoxClientToken, NotificationsToken, SessionToken, LeadsToken],
      (store, box, notifications, { line$, again$ }, { leads$ }) =>
        new BoxActs({
          store,
          port: actsPort(box, username),
          notifications,
          username,
          newId: randomId,
          line$,
          again$,
          leads$,
          sender: lateSender,
        }),
    )
    .bind(ShellToken, [], () => new ShellState())
    .value(PlayingToken, new State<Playback | null>(null))
    .bind(BackStepsToken, [], () => new BackSteps(window))
    .bind(
      UploadsToken,
      [StoreToken, BoxClientToken, SettingsToken, NotificationsToken, ClockToken, SessionToken],
      (store, box, settings, notifications, clock, session) =>
        new BoxUploads({
          store,
          port: uploadPort(box),
          // File handles exist only on secure pages.
          ...('FileSystemFileHandle' in window ? { handles: idbHandleShelf(name + HANDLES) } : {}),
          look: lateLook,
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
      (store, box, { shown$ }, visible$, { again$ }) =>
        new BoxChanges({ store, port: changesPort(box), shown$, visible$, again$ }),
    )
    .bind(
      TasksToken,
      [
        ...([StoreToken, BoxClientToken, NotificationsToken, VisibleToken, LeadsToken, ChangesToken] as const),
        ...([UploadsToken, SessionToken] as const),
      ],
      (store, box, notifications, visible$, { leads$ }, { tells$ }, uploads, { again$ }) =>
        new BoxTasks({
          store,
          port: tasksPort(box, username),
          notifications,
          visible$,
          leads$,
          tells$,
          again$,
          uploading$: select(uploads.summary$, ({ active }) => active),
        }),
    )
    .bind(
      MessagesToken,
      [StoreToken, AccountClientToken, NotificationsToken, SessionToken, VisibleToken, LeadsToken],
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
      return new BoxJournal({ store, clock, recorder, memory, leaving$: pageLeaving({ document, navigator, window }) });
    })
    .bind(
      FilesToken,
      [StoreToken, BoxClientToken, RecallToken, ActsToken, SettingsToken, NotificationsToken],
      (store, box, recall, acts, settings, notifications) =>
        new BoxFiles({
          store,
          port: filesPort(box, username, recall),
          settings,
          notifications,
          acts,
          username,
          takingBack: lateTakingBack(box),
        }),
    )
    .bind(SafeGatesToken, [BoxClientToken, SettingsToken, ClockToken], (box, settings, clock) => ({
      safe: new BoxSafeGate({ area: 'safe', port: safePort(box, 'safe', username), settings, clock }),
      private: new BoxSafeGate({ area: 'private', port: safePort(box, 'private', username), settings, clock }),
    }))
    .bind(DisksToken, [RecallToken, SettingsToken], boxDisks);
  // These services must observe from the start, not from their first use.
  scope.get(ActsToken);
  scope.get(JournalToken);
  scope.get(ChangesToken);
  scope.get(LeadsToken);
};
