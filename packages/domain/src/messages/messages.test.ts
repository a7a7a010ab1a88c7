import { BehaviorSubject, VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { BoxNotifications } from '../notifications/box-notifications.ts';
import { State } from '../state/state-stream.ts';
import { no, offline, refused, yes } from '../testing/port-answers.ts';
import { idCounter, testStore } from '../testing/test-store.ts';
import { BoxMessages } from './box-messages.ts';
import type { BoxMessage } from './messages.ts';
import type { MessagesPort } from './port.ts';
import { messagesProjection } from './projection.ts';

const message = (mid: string, type: number, read = false): BoxMessage => ({
  mid,
  content: mid,
  read,
  dateTime: 1,
  type,
  boxName: 'b',
});

const fresh = (lanMode = false) => {
  const scheduler = new VirtualTimeScheduler();
  const clock = { now: () => scheduler.now() };
  const store = testStore({ clock, projections: [messagesProjection] });
  const calls: string[] = [];
  const service = { unread: { total: 3, byType: { 1: 2, 2: 1, 3: 0, 4: 0 } } };
  const ask = <A>(name: string, value: A) => {
    calls.push(name);
    return yes(value);
  };
  const port: MessagesPort = {
    unread: () => ask('unread', service.unread),
    page: (type, pageNo) =>
      ask(`page ${type} ${pageNo}`, {
        messages: [message('m1', type), message('m2', type), message('m3', type, true)],
        total: 103,
        pageNow: pageNo,
        pageSum: 2,
      }),
    markRead: (type) => ask(`read ${type}`, {}),
    remove: (mid) => ask(`remove ${mid}`, {}),
    clear: (type) => ask(`clear ${type}`, {}),
  };
  const available = new State(!lanMode);
  const notifications = new BoxNotifications(store, clock, idCounter('n'), scheduler);
  const messages = new BoxMessages({
    store,
    port,
    notifications,
    available$: available.stream,
    visible$: new BehaviorSubject(true),
    leads$: new BehaviorSubject(true),
    scheduler,
  });
  const pass = (ms: number): void => {
    scheduler.maxFrames = scheduler.now() + ms;
    scheduler.schedule(() => undefined, ms);
    scheduler.flush();
  };
  return { store, calls, port, service, available, notifications, messages, pass };
};

describe('messages', () => {
  it('MSG-07, MSG-09: the unread count is known at once and polled every 60 s; an unchanged count is no event', () => {
    const { messages, store, calls, service, pass } = fresh();
    let events = 0;
    store.batches$.subscribe(() => (events += 1));
    pass(0);
    expect(calls).toEqual(['unread']);
    expect(messages.state$.value.unread).toBe(3);
    pass(59_999);
    expect(calls).toEqual(['unread']);
    pass(60_001);
    expect(calls).toEqual(['unread', 'unread', 'unread']);
    expect(events).toBe(1);
    expect(messages.state$.value).toMatchObject({ unread: 3, unreadByType: { 1: 2, 2: 1 } });
    service.unread = { total: 4, byType: { 1: 3, 2: 1, 3: 0, 4: 0 } };
    pass(60_000);
    expect(messages.state$.value.unread).toBe(4);
  });

  it('MSG-03: a tab loads its type page by page', () => {
    const { messages, calls } = fresh();
    const loading: boolean[] = [];
    messages.state$.subscribe(({ pages }) => loading.push(pages[2].loading));
    const results: unknown[] = [];
    messages.load(2, 2).subscribe((result) => results.push(result._tag));
    expect(calls).toEqual(['page 2 2']);
    expect(loading).toContain(true);
    expect(results).toEqual(['Right']);
    expect(messages.state$.value.pages[2]).toMatchObject({
      total: 103,
      pageNow: 2,
      pageSum: 2,
      loading: false,
      failure: null,
    });
    expect(messages.state$.value.pages[1].messages).toEqual([]);
    messages.load(1);
    expect(calls).toContain('page 1 1');
  });

  it('MSG-04, STATE-14: mark all read acts on the shown tab and changes the count at once', () => {
    const { messages, calls, pass } = fresh();
    pass(60_000);
    messages.load(1);
    messages.markAllRead(1);
    expect(calls).toContain('read 1');
    expect(messages.state$.value.pages[1].messages.every(({ read }) => read)).toBe(true);
    expect(messages.state$.value).toMatchObject({ unread: 1, unreadByType: { 1: 0, 2: 1 } });
  });

  it('MSG-06, STATE-14: one message goes by its id, read or unread', () => {
    const { messages, calls, pass } = fresh();
    pass(60_000);
    messages.load(1);
    messages.remove('m1');
    messages.remove('m3');
    expect(calls.slice(-2)).toEqual(['remove m1', 'remove m3']);
    expect(messages.state$.value.pages[1].messages.map(({ mid }) => mid)).toEqual(['m2']);
    expect(messages.state$.value).toMatchObject({ unread: 2, unreadByType: { 1: 1 } });
    expect(messages.state$.value.pages[1].total).toBe(101);
  });

  it('MSG-05: clear empties the first tab', () => {
    const { messages, calls, pass } = fresh();
    pass(60_000);
    messages.load(1);
    messages.load(2);
    messages.clear();
    expect(calls.at(-1)).toBe('clear 1');
    expect(messages.state$.value.pages[1].messages).toEqual([]);
    expect(messages.state$.value.pages[2].messages).toHaveLength(3);
    expect(messages.state$.value.unread).toBe(1);
  });

  it('MSG-08, LOGIN-20, ROLE-11: on a LAN direct link nothing is asked and nothing is offered', () => {
    const { messages, calls, available, pass } = fresh(true);
    pass(600_000);
    const results: unknown[] = [];
    messages.load(1).subscribe((result) => results.push(result));
    messages.clear().subscribe((result) => results.push(result));
    expect(calls).toEqual([]);
    expect(results).toEqual(
      [1, 2].map(() => ({ _tag: 'Left', left: { _tag: 'Rejected', messageKey: 'session.offlineNotice' } })),
    );
    expect(messages.state$.value.available).toBe(false);
    available.set(true);
    expect(messages.state$.value.available).toBe(true);
  });

  it('failures are states: a failed page says why, a refused action is told, a failed poll changes nothing', () => {
    const { messages, port, notifications, pass } = fresh();
    Object.assign(port, { page: () => no(offline), remove: () => no(refused(2004, 'ACC')), unread: () => no(offline) });
    messages.load(3);
    expect(messages.state$.value.pages[3]).toMatchObject({ failure: offline, loading: false });
    messages.remove('x');
    expect(notifications.list$.value[0]).toMatchObject({ level: 'error', failure: { code: 2004, family: 'ACC' } });
    pass(60_000);
    expect(messages.state$.value.unread).toBe(0);
  });

  it('STATE-29: nothing is asked after close', () => {
    const { messages, calls, pass } = fresh();
    messages.close();
    pass(600_000);
    expect(calls).toEqual([]);
  });
});
