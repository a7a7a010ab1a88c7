import { delay, NEVER, of, Subject, VirtualTimeScheduler } from 'rxjs';
import { BehaviorSubject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { left, right } from '@boxwood/command-bus';
import type { PortResult } from '../outcome.ts';
import { State } from '../state/state-stream.ts';
import { offline, refused } from '../testing/port-answers.ts';
import { testStore } from '../testing/test-store.ts';
import { TIMERS } from '../time/timers.ts';
import { BoxChanges } from './box-changes.ts';
import type { ChangeReport } from './port.ts';

/** How long the box holds a request without changes. */
const HELD_MS = 50_000;

const fresh = () => {
  const scheduler = new VirtualTimeScheduler();
  const store = testStore({ clock: { now: () => scheduler.now() } });
  const visible$ = new BehaviorSubject(true);
  const shown = new State<readonly string[]>(['/home']);
  const again$ = new Subject<null>();
  const asked: string[] = [];
  let number = 0;
  let busy: Partial<ChangeReport> | null = null;
  const told = (what: Partial<ChangeReport> = {}): ChangeReport => ({
    cursor: `c${(number += 1)}`,
    folders: [],
    areas: [],
    everything: false,
    ...what,
  });
  const box = {
    /** Answer to every request, instead of the empty one. */
    script: null as PortResult<ChangeReport> | null,
    /** What the box reports 10 ms after every request. */
    tell: (what: Partial<ChangeReport> | null) => (busy = what),
  };
  const changes = new BoxChanges({
    store,
    visible$,
    openFolders$: shown.stream,
    retry$: again$,
    scheduler,
    port: {
      wait: (cursor, folders) => {
        asked.push(`${cursor}: ${folders.join(' ')}`);
        if (box.script !== null) return box.script;
        if (cursor === '') return of(right(told()));
        return of(right(told(busy ?? {}))).pipe(delay(busy === null ? HELD_MS : 10, scheduler));
      },
    },
  });
  const heard: unknown[] = [];
  store.batches$.subscribe((batch) => heard.push(...batch.map(({ event }) => event)));
  const pass = (ms: number): void => {
    scheduler.maxFrames = scheduler.now() + ms;
    scheduler.schedule(() => undefined, ms);
    scheduler.flush();
  };
  return { store, visible$, shown, again$, asked, box, changes, heard, pass };
};

describe('following what changes on the box', () => {
  it('asks where to begin, and then holds one question open: an idle desktop asks twice a minute at most', () => {
    const { asked, changes, heard, pass } = fresh();
    expect(changes.isLive$.value).toBe(true);
    pass(1000);
    expect(asked).toEqual([': /home', 'c1: /home']);
    pass(600_000);
    expect(asked.length).toBeLessThanOrEqual(2 + 12);
    expect(heard).toEqual([]);
  });

  it('what is told happens, and is asked for from there on', () => {
    const { asked, box, heard, pass } = fresh();
    box.tell({ folders: ['/home'], areas: ['tasks'] });
    pass(TIMERS.changePause + 20);
    expect(heard).toEqual([{ type: 'BoxChanged', data: { folders: ['/home'], areas: ['tasks'], everything: false } }]);
    box.tell(null);
    pass(2 * TIMERS.changePause + 20);
    expect(asked).toEqual([': /home', 'c1: /home', 'c2: /home']);
  });

  it('while one change follows the other it asks ever more rarely, yet within a second, and at once again when it is over', () => {
    const { asked, box, pass } = fresh();
    box.tell({ folders: ['/home'] });
    pass(60_000);
    const before = asked.length;
    pass(60_000);
    expect(asked.length - before).toBeLessThanOrEqual(60_000 / TIMERS.changePauseMax);
    expect(asked.length - before).toBeGreaterThanOrEqual(60);
    box.tell(null);
    pass(60_000);
    box.tell({ folders: ['/home'] });
    const quiet = asked.length;
    pass(HELD_MS + TIMERS.changePause + 30);
    expect(asked.length - quiet).toBeGreaterThanOrEqual(2);
  });

  it('asks for the folders that are shown when they stay, and goes on from the change that it knows', () => {
    const { asked, shown, pass } = fresh();
    pass(1000);
    for (const path of ['/a', '/a/b', '/a/b/c']) {
      shown.set([path]);
      pass(TIMERS.changeSettle / 2);
    }
    pass(TIMERS.changeSettle);
    expect(asked).toEqual([': /home', 'c1: /home', 'c1: /a/b/c']);
  });

  it('what changes in a folder just after it was opened is told, also when an answer about the folders of before came in between', () => {
    const { asked, shown, pass } = fresh();
    const answered = TIMERS.changePause + HELD_MS;
    pass(answered - TIMERS.changeSettle / 2);
    shown.set(['/new']);
    pass(TIMERS.changeSettle / 2 + 1);
    expect(asked).toEqual([': /home', 'c1: /home', 'c2: /home']);
    pass(TIMERS.changeSettle / 2);
    expect(asked.slice(3)).toEqual(['c1: /new']);
    pass(2 * answered);
    expect(asked.filter((each) => each.startsWith('c1'))).toHaveLength(2);
  });

  it('a hidden page asks nothing, and one that is looked at again hears what it missed', () => {
    const { asked, visible$, pass } = fresh();
    pass(1000);
    visible$.next(false);
    pass(600_000);
    expect(asked).toHaveLength(2);
    visible$.next(true);
    pass(1);
    expect(asked.slice(2)).toEqual(['c1: /home']);
  });

  it('after a failure it asks when everything else does, and says meanwhile that nothing is told', () => {
    const { asked, box, again$, changes, pass } = fresh();
    pass(1000);
    box.script = of(left(offline));
    pass(HELD_MS + 1000);
    expect(changes.isLive$.value).toBe(false);
    const before = asked.length;
    pass(60_000);
    expect(asked).toHaveLength(before);
    box.script = null;
    again$.next(null);
    pass(1000);
    expect(asked).toHaveLength(before + 1);
    pass(HELD_MS);
    expect(changes.isLive$.value).toBe(true);
  });

  it('a box that does not know the question is never asked again', () => {
    const { asked, box, again$, visible$, changes, pass } = fresh();
    box.script = of(left(refused(19)));
    pass(HELD_MS * 2);
    const before = asked.length;
    expect(changes.isLive$.value).toBe(false);
    again$.next(null);
    visible$.next(false);
    visible$.next(true);
    pass(600_000);
    expect(asked).toHaveLength(before);
  });

  it('closing ends the question that is open', () => {
    const { box, changes, visible$, asked, pass } = fresh();
    box.script = NEVER;
    changes.close();
    visible$.next(false);
    visible$.next(true);
    pass(600_000);
    expect(asked).toHaveLength(1);
  });
});
