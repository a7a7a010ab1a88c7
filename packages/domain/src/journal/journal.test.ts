import { right } from '@boxwood/command-bus';
import fc from 'fast-check';
import { BehaviorSubject, of, Subject, VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { BoxDesktop } from '../desktop/box-desktop.ts';
import { desktopProjection } from '../desktop/projection.ts';
import { type BoxEvent, scopeOfType } from '../events/box-event.ts';
import { BoxFiles } from '../files/box-files.ts';
import { BoxNotifications } from '../notifications/box-notifications.ts';
import { BoxSession } from '../session/box-session.ts';
import { BrowserSettings } from '../settings/browser-settings.ts';
import { MemoryKeyValue } from '../testing/memory-key-value.ts';
import { State } from '../state/state-stream.ts';
import { createBoxStore, PROJECTIONS, storeName } from '../store/box-store.ts';
import { MemoryDisk, MemoryLog } from '../store/memory-log.ts';
import type { TabId } from '../store/recorded.ts';
import { EventRecorder } from '../store/event-recorder.ts';
import { BoxTasks } from '../tasks/box-tasks.ts';
import { yes } from '../testing/port-answers.ts';
import { idCounter } from '../testing/test-store.ts';
import { LOAD_UNDO_EXECUTOR, NO_OFFLINE_QUEUE } from '../testing/files-fixture.ts';
import { FilesBox, entry } from '../testing/files-box.ts';
import { fromText, readJournal, replayJournal } from '../testing/replay-journal.ts';
import { testFile, UploadBox } from '../testing/upload-box.ts';
import { BoxUploads } from '../uploads/box-uploads.ts';
import { journalMemory } from './journal-memory.ts';
import { BoxJournal } from './box-journal.ts';
import { redact, toText } from './redact.ts';

const fresh = (kept?: number, disk = new MemoryDisk<BoxEvent>()) => {
  const scheduler = new VirtualTimeScheduler();
  const clock = { now: () => 1_700_000_000_000 + scheduler.now() };
  const store = createBoxStore({ origin: 'tab' as TabId, clock, scheduler, log: new MemoryLog(disk), channel: null });
  const journal = new BoxJournal({ store, clock, ...(kept === undefined ? {} : { minRetained: kept }) });
  const pass = (ms: number): void => {
    scheduler.maxFrames = scheduler.now() + ms;
    scheduler.schedule(() => undefined, ms);
    scheduler.flush();
  };
  return { scheduler, clock, store, journal, pass, disk };
};
/** What a page shows: its own content and that of its windows. */
const VIEWS = [...PROJECTIONS, desktopProjection];
const states = (saved: Readonly<Record<string, { readonly state: unknown }>>): object =>
  Object.fromEntries(Object.entries(saved).map(([name, { state }]) => [name, state]));

describe('the journal', () => {
  it('a recorded sign-in, browse, upload, rename run replays into a fresh store that ends in the same state', async () => {
    const { scheduler, clock, store, journal, pass } = fresh();
    await store.ready;
    await Promise.resolve();
    const settings = new BrowserSettings(new MemoryKeyValue(), new MemoryKeyValue(), store);
    const notifications = new BoxNotifications(store, clock, idCounter('n'), scheduler);
    const visible$ = new BehaviorSubject(true);
    const desktop = new BoxDesktop({ store, settings, tab: null, username: 'ann', newId: idCounter('w'), scheduler });
    const session = new BoxSession({
      account: {
        signIn: () => yes({ token: 'T0PSECRET', username: 'ann' }),
        signOut: () => yes(null),
        checkToken: () => yes(null),
        boxAddresses: () =>
          yes({
            lanIp: '10.0.0.5',
            wanIp: '',
            ipv6: '',
            apiPort: 6900,
            relayUrl: '',
            relay: { host: '', auth: '' },
            online: true,
            boxToken: null,
          }),
        profile: () => yes({ mobile: '13800000000', avatar: '' }),
      },
      box: {
        probe: () => yes({ boxId: 'B1', boxName: 'b', model: 'N3', version: '1' }),
        signIn: () => yes({ boxToken: '', username: '', admin: false }),
        signOut: () => yes(null),
      },
      settings,
      records: store,
      visible$,
      online$: of(true),
      rememberWindows: () => undefined,
      closeWindows: () => desktop.closeAll(),
      deletePendingActions: () => of(null),
      scheduler,
    });
    session.signIn('ann', 'hunter22');
    session.enter({
      boxName: 'b',
      boxId: 'B1',
      boxJID: '',
      nick: '',
      model: 'N3',
      online: 'Y',
      edition: 'standard',
      role: 'owner',
      version: '1',
      lanIp: '',
    });
    const box = new FilesBox();
    box.fill('/mnt/usb1/ann', ['a.txt']);
    const files = new BoxFiles({
      store,
      port: box,
      settings,
      notifications,
      offlineQueue: NO_OFFLINE_QUEUE,
      username: 'ann',
      loadUndoExecutor: LOAD_UNDO_EXECUTOR,
      scheduler,
    });
    const uploads = new BoxUploads({
      store,
      port: new UploadBox(scheduler),
      settings,
      notifications,
      clock,
      scheduler,
      newId: idCounter('u'),
      username: 'ann',
      session,
    });
    const tasks = new BoxTasks({
      store,
      port: {
        list: () =>
          yes({
            total: 1,
            tasks: [
              {
                id: 't',
                operation: 'COPY',
                fileType: 0,
                name: 't',
                total: 1,
                completed: 0,
                progress: 0,
                speed: 0,
                ctime: 1,
                source: '/a',
                target: '/b',
                user: 'ann',
                message: '',
                state: 2,
                code: 2,
              },
            ],
          }),
        countActive: () => yes(1),
        pause: () => yes(null),
        resume: () => yes(null),
        remove: () => yes(null),
        clear: () => yes(null),
      },
      notifications,
      visible$,
      leads$: visible$,
      reportsChanges$: new State(false).stream,
      uploading$: new State(false).stream,
      retry$: session.retry$,
      scheduler,
    });
    const window = desktop.open({ component: 'files', title: 'Files', icon: 'folder' });
    files.view({ place: 1, path: '/mnt/usb1/ann' });
    uploads.submit({
      location: { place: 1, path: '/mnt/usb1/ann' },
      chosen: [{ source: testFile('film', 20_000_000), path: 'film' }],
      folders: [],
      conflicts: [],
    });
    pass(100);
    files.rename(entry('/mnt/usb1/ann/a.txt'), 'b.txt', 1);
    desktop.snap(window, 'left');
    tasks.refresh();
    pass(60_000);

    const text = journal.text();
    expect(text).not.toMatch(/T0PSECRET|hunter22|13800000000/);
    const read = readJournal(text);
    expect(read).not.toBeNull();
    if (read === null) return;
    const replayed = replayJournal(read, VIEWS);
    expect(replayed).toEqual(states(store.saved()));
    const types = new Set(read.events.map(({ event }) => event.type));
    for (const type of [
      'SignedIn',
      'BoxEntered',
      'WindowOpened',
      'FolderOpened',
      'UploadsQueued',
      'UploadFinished',
      'FilesActed',
      'WindowsPlaced',
      'TasksObserved',
      'Notified',
      'SettingChanged',
    ]) {
      expect(types).toContain(type);
    }
    expect(new Set(read.events.map(({ cause }) => cause))).toEqual(new Set(['person', 'box', 'timer', 'restore']));
  });

  it('shows the newest first', async () => {
    const { store, journal } = fresh();
    await store.ready;
    await Promise.resolve();
    const added: number[] = [];
    journal.added$.subscribe((batch) => added.push(batch.length));
    store.append(
      [
        { type: 'SampleMissed', data: { at: 1 } },
        { type: 'TasksCounted', data: { active: 1 } },
        { type: 'SampleMissed', data: { at: 2 } },
      ],
      'timer',
    );
    expect(journal.recent(2).map(({ key, type }) => `${key} ${type}`)).toEqual([
      'tab-3 SampleMissed',
      'tab-2 TasksCounted',
    ]);
    expect(journal.count$.value).toBe(3);
    expect(added).toEqual([3]);
    journal.close();
    store.append([{ type: 'SampleMissed', data: { at: 3 } }], 'timer');
    expect(journal.count$.value).toBe(3);
  });

  it('begins with what was loaded, and stays short: an early part becomes the base', async () => {
    const disk = new MemoryDisk<BoxEvent>();
    const before = fresh(undefined, disk);
    before.store.append([{ type: 'UploadsRemoved', data: { ids: [] } }], 'person');
    await before.store.close();
    const { store, journal } = fresh(10, disk);
    store.append([{ type: 'SampleMissed', data: { at: 0 } }], 'timer');
    await store.ready;
    await Promise.resolve();
    expect(journal.count$.value).toBe(0);
    for (let at = 1; at <= 95; at += 1) store.append([{ type: 'SampleMissed', data: { at } }], 'timer');
    expect(journal.count$.value).toBeLessThan(20);
    expect(journal.count$.value).toBeGreaterThanOrEqual(10);
    const read = readJournal(journal.text());
    expect(read === null ? null : replayJournal(read, PROJECTIONS)).toEqual(states(store.saved()));
  });

  it('what happened survives a reload of the tab and ends with the sign-in; nothing is kept of what it was about', async () => {
    const shelf = new MemoryKeyValue();
    const memory = journalMemory(shelf, 'journal:ann@B1');
    const page = async (origin: string) => {
      const leaving$ = new Subject<null>();
      const clock = { now: () => 5 };
      const store = createBoxStore({
        origin: origin as TabId,
        clock,
        log: new MemoryLog(new MemoryDisk()),
        channel: null,
      });
      const journal = new BoxJournal({ store, clock, memory, pageLeaving$: leaving$ });
      await store.ready;
      await Promise.resolve();
      return { store, journal, leaving$ };
    };
    const first = await page('one');
    first.store.append([{ type: 'FolderOpened', data: { view: 1, place: 1, path: '/mnt/usb1/ann/diary' } }], 'person');
    first.leaving$.next(null);
    expect(JSON.stringify(shelf.all)).not.toContain('diary');
    const second = await page('two');
    second.store.append([{ type: 'TasksCounted', data: { active: 1 } }], 'box');
    const types = (journal: BoxJournal) => journal.recent(9).map(({ type }) => type);
    expect(types(second.journal)).toEqual(['TasksCounted', 'FolderOpened']);
    expect(second.journal.count$.value).toBe(2);
    expect(second.journal.recent(1)).toHaveLength(1);
    second.store.append([{ type: 'SignedOut', data: { why: 'asked' } }], 'person');
    second.leaving$.next(null);
    expect(shelf.all).toEqual({});
    expect(types((await page('three')).journal)).toEqual([]);
    shelf.set('journal:ann@B1', '[{"at":1}]');
    expect(types((await page('four')).journal)).toEqual([]);
    shelf.full = true;
    first.leaving$.next(null);
  });

  it('a sign-in that happens before there is a history is its beginning', async () => {
    const recorder = new EventRecorder();
    recorder.append([{ type: 'SignedIn', data: { username: 'ann', way: 'account' } }], 'person');
    const { store, journal } = fresh();
    await store.ready;
    await Promise.resolve();
    const open = recorder.recordInto(store);
    recorder.append([{ type: 'LineChanged', data: { connection: 'lost' } }], 'timer');
    expect(journal.recent(9).map(({ type }) => type)).toEqual(['LineChanged', 'SignedIn']);
    open.close();
    for (let more = 0; more < 150; more += 1)
      recorder.append([{ type: 'SettingChanged', data: { key: 'zoom' } }], 'person');
    const next = fresh();
    recorder.recordInto(next.store);
    open.close();
    recorder.append([{ type: 'LineChanged', data: { connection: 'ok' } }], 'timer');
    expect(next.journal.recent(200)).toHaveLength(101);
    expect(journal.recent(9)).toHaveLength(2);
  });

  it.each([
    '',
    '{',
    'null',
    '7',
    '{}',
    '{"format":"boxwood-journal","schema":2}',
    '{"format":"boxwood-journal","schema":1,"base":{}}',
    '{"format":"other","schema":1}',
  ])('is not fooled by %s', (text) => {
    expect(readJournal(text)).toBeNull();
  });

  it('knows the scope of its own types only', () => {
    expect(scopeOfType('UploadsQueued')).toBe('durable');
    expect(scopeOfType('FromTheFuture')).toBeUndefined();
    expect(scopeOfType('toString')).toBeUndefined();
    expect(storeName('ann', 'B1')).toBe('boxwood:ann@B1');
  });
});

describe('redaction', () => {
  it('hides texts under secret names at any depth and keeps numbers and names', () => {
    expect(
      redact({
        token: 'x',
        deep: [{ boxToken: 'y', pwd: 'z', code: 6, name: 'a' }],
        phone: ['1'],
        when: new Map([
          ['authKey', 's'],
          ['path', '/a'],
        ]),
        set: new Set(['q']),
        none: null,
        error: new Error('with path'),
      }),
    ).toEqual({
      token: '[redacted]',
      deep: [{ boxToken: '[redacted]', pwd: '[redacted]', code: 6, name: 'a' }],
      phone: ['[redacted]'],
      when: new Map([
        ['authKey', '[redacted]'],
        ['path', '/a'],
      ]),
      set: new Set(['q']),
      none: null,
      error: { name: 'Error' },
    });
  });

  it('text round-trips maps, sets and everything JSON', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('any')),
        fc.array(fc.tuple(fc.string(), tie('any'))).map((entries) => new Map(entries)),
        fc.array(fc.string()).map((items) => new Set(items)),
      ),
    })).any;
    fc.assert(
      fc.property(value, (any) => {
        expect(fromText(toText(any))).toEqual(any);
      }),
    );
    expect(fromText('{')).toBeUndefined();
    expect(right(1)).toEqual(fromText(toText(right(1))));
  });
});
