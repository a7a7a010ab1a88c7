/** Tasks of a box whose replies are values, in virtual time. */
import { BehaviorSubject, Subject, VirtualTimeScheduler } from 'rxjs';
import { BoxNotifications } from '../notifications/box-notifications.ts';
import { State } from '../state/state-stream.ts';
import { MemoryChannelHub } from './memory-channel-hub.ts';
import { no, yes } from './port-answers.ts';
import { idCounter, testStore } from './test-store.ts';
import { BoxTasks } from '../tasks/box-tasks.ts';
import type { TasksPort } from '../tasks/port.ts';
import { tasksProjection } from '../tasks/projection.ts';
import type { BoxTask } from '../tasks/tasks.ts';

export const task = (id: string, state: BoxTask['state'], change: Partial<BoxTask> = {}): BoxTask => ({
  id,
  operation: 'COPY',
  fileType: 0,
  name: id,
  total: 100,
  completed: 0,
  progress: 0,
  speed: 0,
  ctime: 1,
  source: '/a',
  target: '/b',
  user: 'ann',
  message: '',
  state,
  code: 0,
  ...change,
});

export const createTasksFixture = () => {
  const scheduler = new VirtualTimeScheduler();
  const clock = { now: () => scheduler.now() };
  const air = new MemoryChannelHub();
  const store = testStore({ clock, projections: [tasksProjection], channel: air.join() });
  const box: { tasks: BoxTask[]; calls: string[]; failing: boolean } = { tasks: [], calls: [], failing: false };
  const call = <A>(name: string, value: () => A) => {
    box.calls.push(name);
    return box.failing ? no() : yes(value());
  };
  const port: TasksPort = {
    list: (state) =>
      call(`list ${state}`, () => {
        const tasks = box.tasks.filter((candidate) => state === null || candidate.state === state);
        return { total: tasks.length, tasks };
      }),
    countActive: () => call('count', () => box.tasks.filter(({ state }) => [0, 2, 3].includes(state)).length),
    pause: (id) => call(`pause ${id}`, () => null),
    resume: (id) => call(`resume ${id}`, () => null),
    remove: (id) => call(`remove ${id}`, () => null),
    clear: (state) => call(`clear ${state}`, () => null),
  };
  const visible$ = new BehaviorSubject(true);
  const leads$ = new BehaviorSubject(true);
  const uploading = new State(false);
  const notifications = new BoxNotifications(store, clock, idCounter('n'), scheduler);
  const again$ = new Subject<null>();
  const uploading$ = uploading.stream;
  const tells$ = new BehaviorSubject(false);
  const tasks = new BoxTasks({
    store,
    port,
    notifications,
    visible$,
    leads$,
    reportsChanges$: tells$,
    uploading$,
    retry$: again$,
    scheduler,
  });
  const pass = (ms: number): void => {
    scheduler.maxFrames = scheduler.now() + ms;
    scheduler.schedule(() => undefined, ms);
    scheduler.flush();
  };
  return { store, scheduler, air, box, port, visible$, leads$, tells$, uploading, notifications, tasks, again$, pass };
};
