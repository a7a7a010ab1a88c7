import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { no, refused } from '../testing/port-answers.ts';
import { testStore } from '../testing/test-store.ts';
import { eventsOfPoll } from './task-decisions.ts';
import { tasksProjection } from './projection.ts';
import { task, createTasksFixture } from '../testing/tasks-fixture.ts';

describe('tasks', () => {
  it('a list that cannot be read says why, and is asked for again when it may have come back', () => {
    const { tasks, box, again$, pass } = createTasksFixture();
    box.failing = true;
    tasks.watch();
    pass(0);
    expect(tasks.failure$.value).toMatchObject({ _tag: 'Network' });
    box.failing = false;
    box.tasks = [task('a', 2)];
    again$.next(null);
    expect(tasks.failure$.value).toBeNull();
    expect(tasks.state$.value.tasks).toHaveLength(1);
    const { calls } = box;
    const before = calls.length;
    again$.next(null);
    expect(calls).toHaveLength(before);
  });

  it('TASK-15, SHELL-23: in the background asks every 60 s what is processing and how many are active', () => {
    const { tasks, box, pass } = createTasksFixture();
    box.tasks = [task('a', 2), task('b', 0)];
    expect(tasks.state$.value.isLoaded).toBe(false);
    pass(59_999);
    expect(box.calls).toEqual([]);
    pass(1);
    expect(box.calls).toEqual(['list 2', 'count']);
    expect(tasks.dot$.value).toBe(true);
    expect(tasks.state$.value).toMatchObject({ isLoaded: true, tasks: [{ id: 'a' }] });
    pass(60_000);
    expect(box.calls).toHaveLength(4);
  });

  it('a box that tells of its tasks is asked how things stand, and then only about what changed', () => {
    const { tasks, box, store, tells$, pass } = createTasksFixture();
    box.tasks = [task('a', 2)];
    tells$.next(true);
    pass(600_000);
    expect(box.calls).toEqual(['list null', 'count']);
    expect(tasks.dot$.value).toBe(true);
    box.tasks = [task('a', 1)];
    const change = { folders: [], areas: ['journal'], everything: false };
    store.append([{ type: 'BoxChanged', data: change }], 'box');
    expect(box.calls).toHaveLength(2);
    store.append([{ type: 'BoxChanged', data: { ...change, areas: ['tasks'] } }], 'box');
    expect(tasks.dot$.value).toBe(false);
    box.tasks = [];
    store.append([{ type: 'BoxChanged', data: { ...change, areas: [], everything: true } }], 'box');
    expect(tasks.state$.value.tasks).toEqual([]);
    expect(box.calls).toHaveLength(6);
  });

  it('a list of tasks that is looked at is asked for every 3 s while one of them moves, where the box tells of the rest', () => {
    const { tasks, box, store, tells$, pass } = createTasksFixture();
    box.tasks = [task('a', 1)];
    tells$.next(true);
    tasks.watch();
    pass(600_000);
    const before = box.calls.length;
    expect(before).toBeLessThanOrEqual(4);
    box.tasks = [task('b', 2)];
    store.append([{ type: 'BoxChanged', data: { folders: [], areas: ['tasks'], everything: false } }], 'box');
    box.calls.length = 0;
    pass(9_000);
    expect(box.calls.filter((call) => call === 'list null').length).toBeGreaterThanOrEqual(3);
    tells$.next(false);
    box.tasks = [];
    pass(60_000);
    expect(box.calls.filter((call) => call === 'list null').length).toBeGreaterThanOrEqual(20);
  });

  it('only differences become events', () => {
    const { tasks, box, store, pass } = createTasksFixture();
    const batches: string[] = [];
    store.batches$.subscribe((batch) => batches.push(...batch.map(({ event }) => event.type)));
    box.tasks = [task('a', 2)];
    pass(180_000);
    expect(batches).toEqual(['TasksObserved', 'TasksCounted']);
    box.tasks = [task('a', 2, { progress: 50 })];
    pass(60_000);
    expect(batches.slice(2)).toEqual(['TasksObserved']);
    expect(tasks.tab$('processing').value[0]?.progress).toBe(50);
  });

  it('a task that vanished from processing is looked up', () => {
    const { tasks, box, pass } = createTasksFixture();
    box.tasks = [task('a', 2)];
    pass(60_000);
    box.tasks = [task('a', 1, { progress: 100 })];
    box.calls.length = 0;
    pass(60_000);
    expect(box.calls).toEqual(['list 2', 'list null', 'count']);
    expect(tasks.tab$('completed').value.map(({ id }) => id)).toEqual(['a']);
    expect(tasks.dot$.value).toBe(false);
  });

  it('TASK-03, P-06: while watched asks every 3 s for all; the background poll rests; closing twice is closing once', () => {
    const { tasks, box, pass } = createTasksFixture();
    const watch = tasks.watch();
    box.tasks = [task('a', 2), task('b', 0), task('c', 3), task('d', -1), task('e', 1)];
    pass(1);
    expect(box.calls).toEqual(['list null', 'count']);
    const ids = (['processing', 'waiting', 'failed', 'completed'] as const).map((tab) =>
      tasks
        .tab$(tab)
        .value.map(({ id }) => id)
        .toSorted(),
    );
    expect(ids).toEqual([['a'], ['b', 'c'], ['d'], ['e']]);
    pass(3000);
    expect(box.calls).toHaveLength(4);
    const second = tasks.watch();
    watch.close();
    watch.close();
    pass(3000);
    expect(box.calls).toHaveLength(6);
    second.close();
    box.calls.length = 0;
    pass(59_000);
    expect(box.calls).not.toContain('list null');
  });

  it('hidden or not leading: silent in the background; a return asks at once (G-60)', () => {
    const { box, visible$, leads$, pass } = createTasksFixture();
    pass(60_000);
    leads$.next(false);
    pass(120_000);
    expect(box.calls).toHaveLength(2);
    leads$.next(true);
    visible$.next(false);
    pass(120_000);
    box.calls.length = 0;
    visible$.next(true);
    pass(1);
    expect(box.calls).toEqual(['list 2', 'count']);
  });

  it('records that the box no longer has are forgotten; an unknown rest is not', () => {
    const { tasks, box, pass } = createTasksFixture();
    box.tasks = [task('a', 1), task('b', 1)];
    tasks.refresh();
    box.tasks = [task('b', 1)];
    tasks.refresh();
    expect(tasks.state$.value.tasks.map(({ id }) => id)).toEqual(['b']);
    pass(1);
    expect(eventsOfPoll(new Map([['x', task('x', 1)]]), [], { complete: false })).toEqual([]);
  });

  it('TASK-14, G-63: the most recent 50 finished ones are kept', () => {
    const { tasks, box } = createTasksFixture();
    box.tasks = Array.from({ length: 70 }, (_, index) => task(`t${index}`, index % 2 === 0 ? 1 : -1, { ctime: index }));
    box.tasks.push(task('running', 2, { ctime: 0 }));
    tasks.refresh();
    const ids = tasks.state$.value.tasks.map(({ id }) => id);
    expect(ids).toHaveLength(51);
    expect(ids[0]).toBe('t69');
    expect(ids.at(-1)).toBe('running');
  });

  it('TASK-09: cancelling a running task is refused with words before anything is sent', () => {
    const { tasks, box, notifications } = createTasksFixture();
    box.tasks = [task('a', 2), task('b', 3)];
    tasks.refresh();
    box.calls.length = 0;
    const results: string[] = [];
    tasks.cancel('a').subscribe(({ _tag }) => results.push(_tag));
    expect(box.calls).toEqual([]);
    expect(notifications.list$.value[0]?.failure).toEqual({
      _tag: 'Rejected',
      messageKey: 'task.pauseFirst',
      values: {},
    });
    tasks.cancel('b').subscribe(({ _tag }) => results.push(_tag));
    expect(results).toEqual(['Left', 'Right']);
    expect(box.calls).toEqual(['remove b', 'list null', 'count']);
  });

  it('TASK-10: a double-click switches between pause and resume', () => {
    const { tasks, box } = createTasksFixture();
    box.tasks = [task('run', 2), task('wait', 0), task('rest', 3), task('done', 1)];
    tasks.refresh();
    box.calls.length = 0;
    for (const id of ['run', 'wait', 'rest', 'done', 'none']) tasks.toggle(id);
    expect(box.calls.filter((call) => !call.startsWith('list') && call !== 'count')).toEqual([
      'pause run',
      'pause wait',
      'resume rest',
    ]);
  });

  it('TASK-09, TASK-18: what a row offers', () => {
    const { tasks, box } = createTasksFixture();
    expect(([-1, 0, 1, 2, 3] as const).map((state) => tasks.actions(task('x', state)))).toEqual([
      { pause: false, resume: false, cancel: false, remove: true },
      { pause: true, resume: false, cancel: true, remove: false },
      { pause: false, resume: false, cancel: false, remove: true },
      { pause: true, resume: false, cancel: false, remove: false },
      { pause: false, resume: true, cancel: true, remove: false },
    ]);
    tasks.remove('x');
    tasks.clear('failed');
    tasks.clear('completed');
    expect(box.calls.filter((call) => call.startsWith('remove') || call.startsWith('clear'))).toEqual([
      'remove x',
      'clear -1',
      'clear 1',
    ]);
  });

  it('a refused action is told and is the result', () => {
    const { tasks, port, notifications } = createTasksFixture();
    Object.assign(port, { pause: () => no(refused(6, 'TSK')) });
    const results: unknown[] = [];
    tasks.pause('a').subscribe((result) => results.push(result));
    expect(results).toEqual([{ _tag: 'Left', left: refused(6, 'TSK') }]);
    expect(notifications.list$.value[0]).toMatchObject({ level: 'error', failure: { code: 6, family: 'TSK' } });
  });

  it('a silent box changes nothing and is asked less often', () => {
    const { tasks, box, pass } = createTasksFixture();
    box.failing = true;
    pass(60_000 * 10);
    expect(box.calls.length).toBeLessThan(6);
    tasks.refresh();
    expect(tasks.state$.value).toEqual({ tasks: [], isLoaded: false });
  });

  it('STATE-09, SHELL-23: uploads light the dot, too', () => {
    const { tasks, uploading } = createTasksFixture();
    expect(tasks.dot$.value).toBe(false);
    uploading.set(true);
    expect(tasks.dot$.value).toBe(true);
  });

  it('other tabs are told', async () => {
    const { tasks, box, air, store } = createTasksFixture();
    await store.ready;
    const other = testStore({ projections: [tasksProjection], channel: air.join() });
    await other.ready;
    box.tasks = [task('a', 2)];
    tasks.refresh();
    expect(other.state(tasksProjection).value.tasks.get('a')?.state).toBe(2);
  });

  it('STATE-29: nothing is asked after close', () => {
    const { tasks, box, pass } = createTasksFixture();
    tasks.watch();
    tasks.close();
    pass(600_000);
    tasks.refresh();
    expect(box.calls).toEqual([]);
  });

  it('observing leads from any known to any polled list', () => {
    const any = fc.uniqueArray(
      fc.record({
        id: fc.constantFrom('a', 'b', 'c', 'd'),
        state: fc.constantFrom(-1, 0, 1, 2, 3),
        progress: fc.nat(3),
      }),
      { selector: ({ id }) => id },
    );
    const made = (list: readonly { id: string; state: -1 | 0 | 1 | 2 | 3; progress: number }[]) =>
      list.map(({ id, state, progress }) => task(id, state, { progress }));
    fc.assert(
      fc.property(any, any, (before, after) => {
        const known = new Map(made(before).map((found) => [found.id, found]));
        for (const event of eventsOfPoll(known, made(after), { complete: true })) {
          if (event.type === 'TasksObserved') for (const found of event.data.tasks) known.set(found.id, found);
          if (event.type === 'TasksForgotten') for (const id of event.data.ids) known.delete(id);
        }
        expect([...known.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
          made(after).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
        );
        expect(eventsOfPoll(known, made(after), { complete: true })).toEqual([]);
      }),
    );
  });
});
