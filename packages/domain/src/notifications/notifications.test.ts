import { right } from '@boxwood/command-bus';
import { of, VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { rejected } from '../outcome.ts';
import type { BoxEvent } from '../events/box-event.ts';
import { MemoryDisk, MemoryLog } from '../store/memory-log.ts';
import { offline } from '../testing/port-answers.ts';
import { idCounter, testStore } from '../testing/test-store.ts';
import { BoxNotifications } from './box-notifications.ts';

const fresh = () => {
  const scheduler = new VirtualTimeScheduler();
  const clock = { now: () => scheduler.now() };
  const notifications = new BoxNotifications(testStore({ clock }), clock, idCounter('n'), scheduler);
  const pass = (ms: number): void => {
    scheduler.maxFrames = scheduler.now() + ms;
    scheduler.schedule(() => undefined, ms);
    scheduler.flush();
  };
  const ids = () => notifications.list$.value.map(({ id }) => id);
  return { notifications, pass, ids };
};

describe('notifications', () => {
  it('go by themselves after a while; errors stay', () => {
    const { notifications, pass, ids } = fresh();
    notifications.notify({ level: 'success', messageKey: 'upload.submitted' });
    notifications.notify({ level: 'warning', messageKey: 'files.partly' });
    notifications.notify({ level: 'error', failure: offline });
    expect(notifications.list$.value[0]).toMatchObject({ until: 5000, action: null, values: {} });
    pass(5000);
    expect(ids()).toEqual(['n-2', 'n-3']);
    pass(5000);
    expect(ids()).toEqual(['n-3']);
    pass(1_000_000);
    notifications.dismiss('n-3');
    notifications.dismiss('n-3');
    expect(ids()).toEqual([]);
  });

  it('UPLOAD-14: a cancellation is silent; a refusal by a rule is a warning and is not stacked; other failures are errors', () => {
    const { notifications } = fresh();
    notifications.fail({ _tag: 'Aborted' });
    const refusal = rejected('files.intoItself');
    if (refusal._tag === 'Left') {
      notifications.fail(refusal.left);
      notifications.fail(refusal.left);
    }
    notifications.fail(offline, 'transfer.failed');
    expect(notifications.list$.value.map(({ level, messageKey }) => [level, messageKey])).toEqual([
      ['warning', null],
      ['error', 'transfer.failed'],
    ]);
  });

  it('undo is offered for 10 s, stops while held, and runs the action once', () => {
    const { notifications, pass, ids } = fresh();
    const undo = vi.fn(() => of(right('back')));
    const id = notifications.notify({ level: 'success', messageKey: 'files.trashed', undo });
    pass(9000);
    notifications.setPaused(id, true);
    pass(60_000);
    expect(ids()).toEqual([id]);
    notifications.setPaused(id, false);
    notifications.setPaused(id, false);
    pass(999);
    expect(ids()).toEqual([id]);
    const results: unknown[] = [];
    notifications.runAction(id).subscribe((result) => results.push(result));
    expect(undo).toHaveBeenCalledOnce();
    expect(results).toEqual([{ _tag: 'Right', right: null }]);
    expect(ids()).toEqual([]);
    notifications.runAction(id).subscribe((result) => results.push(result));
    expect(results.slice(1)).toMatchObject([{ left: { messageKey: 'files.undoFailed' } }]);
    const late = notifications.notify({ level: 'success', action: { messageKey: 'share.end', run: undo } });
    expect(notifications.list$.value).toMatchObject([{ action: 'share.end' }]);
    pass(10_000);
    expect(ids()).not.toContain(late);
  });

  it('a held error and an unknown one have no clock', () => {
    const { notifications, pass, ids } = fresh();
    const id = notifications.notify({ level: 'error' });
    notifications.setPaused(id, true);
    notifications.setPaused('none', true);
    pass(1_000_000);
    expect(ids()).toEqual([id]);
  });

  it('makes room: of more than five the oldest that goes by itself goes first', () => {
    const { notifications, ids } = fresh();
    notifications.notify({ level: 'error' });
    for (let count = 0; count < 6; count += 1) notifications.notify({ level: 'info' });
    expect(ids()).toEqual(['n-1', 'n-4', 'n-5', 'n-6', 'n-7']);
  });

  it('close forgets everything', () => {
    const { notifications, pass, ids } = fresh();
    notifications.notify({ level: 'info' });
    notifications.close();
    expect(ids()).toEqual([]);
    pass(10_000);
    expect(ids()).toEqual([]);
  });

  it('storage that is full, closed, or taken over by a newer page is told once, and by its own words', async () => {
    const seen: unknown[] = [];
    for (const problem of ['full', 'gone', 'newer'] as const) {
      const disk = new MemoryDisk<BoxEvent>();
      disk.problem = problem;
      const store = testStore({ log: new MemoryLog(disk) });
      const notifications = new BoxNotifications(store, { now: () => 0 }, idCounter('n'), new VirtualTimeScheduler());
      await store.ready;
      seen.push(notifications.list$.value.map(({ level, messageKey }) => [level, messageKey]));
    }
    expect(seen).toEqual([[['warning', 'store.full']], [['info', 'store.memoryOnly']], [['error', 'store.reload']]]);
  });
});
