import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { deleteDB } from 'idb';
import { NEVER, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import type { TabChannel } from './tab-channel.ts';
import { LogError, type EventLog, type LogContent } from './event-log.ts';
import { LiveEventStore } from './event-store.ts';
import { IdbLog } from './idb-log.ts';
import { MemoryDisk, MemoryLog } from './memory-log.ts';
import { projection } from './projection.ts';
import type { Recorded, TabId } from './recorded.ts';

type Fact =
  | { readonly type: 'Kept'; readonly data: { readonly n: number } }
  | { readonly type: 'Told'; readonly data: { readonly n: number } };

/** Both lists are strict: a lost event is missing, and an event folded twice appears twice. */
const kept = projection<readonly number[], Fact>({
  name: 'kept',
  version: 1,
  scope: 'durable',
  initial: [],
  on: { Kept: (draft, { n }) => void draft.push(n) },
});
const told = projection<readonly number[], Fact>({
  name: 'told',
  version: 1,
  scope: 'ephemeral',
  initial: [],
  on: { Told: (draft, { n }) => void draft.push(n) },
});

/** A log whose calls wait for release: once before they reach the log, once before their answer returns. */
class HeldLog implements EventLog<Fact> {
  readonly #inner: EventLog<Fact>;
  #waiting: (() => void)[] = [];
  #open = false;
  /** Fate of the next append: refused, or stored with its answer lost. */
  fails: 'before' | 'after' | null = null;

  constructor(inner: EventLog<Fact>) {
    this.#inner = inner;
  }

  /** Advances the oldest call by one stage, with everything that follows from it. */
  async go(): Promise<void> {
    this.#waiting.shift()?.();
    for (let turn = 0; turn < 12; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
  }

  /** From now on calls do not wait. */
  free(): void {
    this.#open = true;
    for (const go of this.#waiting.splice(0)) go();
  }

  async load(): Promise<LogContent<Fact>> {
    await this.#turn();
    const content = await this.#inner.load();
    await this.#turn();
    return content;
  }

  async append(batch: readonly Recorded<Fact>[]): Promise<number> {
    await this.#turn();
    if (this.#fails('before')) throw new LogError('gone', null);
    const count = await this.#inner.append(batch);
    await this.#turn();
    if (this.#fails('after')) throw new LogError('gone', null);
    return count;
  }

  async compact(...how: Parameters<EventLog<Fact>['compact']>): Promise<void> {
    await this.#turn();
    await this.#inner.compact(...how);
    await this.#turn();
  }

  onOutdated(): void {
    // No newer version appears here.
  }

  close(): void {
    this.#inner.close();
  }

  #fails(stage: 'before' | 'after'): boolean {
    if (this.fails !== stage) return false;
    this.fails = null;
    return true;
  }

  async #turn(): Promise<void> {
    if (!this.#open) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

/** Tabs of one browser: each message is queued for every other tab, in order of posting. */
class Lines {
  readonly #tabs = new Set<{ readonly queue: unknown[]; readonly heard: Subject<unknown> }>();

  join(): TabChannel & { readonly deliver: () => boolean } {
    const me = { queue: new Array<unknown>(), heard: new Subject<unknown>() };
    this.#tabs.add(me);
    return {
      messages$: me.heard,
      post: (message) => {
        if (!this.#tabs.has(me)) return;
        for (const tab of this.#tabs) if (tab !== me) tab.queue.push(structuredClone(message));
      },
      close: () => void this.#tabs.delete(me),
      deliver: () => {
        if (me.queue.length === 0) return false;
        me.heard.next(me.queue.shift());
        return true;
      },
    };
  }
}

let tabs = 0;
const open = (log: EventLog<Fact>, channel: TabChannel | null = null): LiveEventStore<Fact> =>
  new LiveEventStore<Fact>({
    origin: `tab-${(tabs += 1)}` as TabId,
    clock: { now: () => 1000 },
    schema: 1,
    scopeOf: (type) => (type === 'Kept' ? 'durable' : 'ephemeral'),
    projections: [kept, told],
    log,
    channel,
    pageLeaving$: NEVER,
  });

const up = (list: readonly number[]): readonly number[] => list.toSorted((a, b) => a - b);
const SEED = Number(process.env['BOXWOOD_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

describe(`a store whose writes are held (seed ${SEED})`, () => {
  type Step =
    | { readonly do: 'append'; readonly count: number }
    | { readonly do: 'flush' | 'go' }
    | { readonly do: 'fail'; readonly at: 'before' | 'after' };
  const write: fc.Arbitrary<Step> = fc.oneof(
    { arbitrary: fc.integer({ min: 1, max: 3 }).map((count): Step => ({ do: 'append', count })), weight: 4 },
    { arbitrary: fc.constantFrom<Step>({ do: 'flush' }, { do: 'go' }, { do: 'go' }), weight: 5 },
    { arbitrary: fc.constantFrom<Step>({ do: 'fail', at: 'before' }, { do: 'fail', at: 'after' }), weight: 1 },
  );
  interface Case {
    readonly loaded: boolean;
    readonly steps: readonly Step[];
  }
  const anyCase: fc.Arbitrary<Case> = fc.record({ loaded: fc.boolean(), steps: fc.array(write, { maxLength: 14 }) });
  const each = async (log: EventLog<Fact>, { loaded, steps }: Case, size: number): Promise<number[]> => {
    const held = new HeldLog(log);
    const store = open(held);
    for (let stage = 0; loaded && stage < 2; stage += 1) await held.go();
    const all: number[] = [];
    for (const step of steps) {
      if (step.do === 'append') {
        const facts = Array.from({ length: step.count * size }, (): Fact => ({
          type: 'Kept',
          data: { n: all.push(all.length) },
        }));
        store.append(facts, 'person');
      } else if (step.do === 'flush') void store.flush();
      else if (step.do === 'fail') held.fails = step.at;
      else await held.go();
    }
    held.fails = null;
    held.free();
    await store.flush();
    expect(store.state(kept).value).toEqual(all.map((_, at) => at + 1));
    await store.close();
    return all;
  };
  const again = async (log: EventLog<Fact>): Promise<readonly number[]> => {
    const store = open(log);
    await store.ready;
    const { value } = store.state(kept);
    await store.close();
    return value;
  };

  it('IndexedDB: everything that was appended before, while and after something was stored is there once, in its order', async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(anyCase, async (run) => {
        const name = `held-${(runs += 1)}`;
        const all = await each(new IdbLog<Fact>(name, 1), run, 1);
        expect(await again(new IdbLog<Fact>(name, 1))).toEqual(all.map((_, at) => at + 1));
        await deleteDB(name);
      }),
      { numRuns: propertyRuns(60), seed: SEED },
    );
  });

  it('the same over compactions', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (run) => {
        const disk = new MemoryDisk<Fact>();
        const all = await each(new MemoryLog(disk), run, 300);
        expect(await again(new MemoryLog(disk))).toEqual(all.map((_, at) => at + 1));
      }),
      { numRuns: propertyRuns(40), seed: SEED },
    );
  });
});

describe(`tabs that open and close while writes and messages are held (seed ${SEED})`, () => {
  const act = fc.record({
    do: fc.constantFrom('keep', 'tell', 'hear', 'hear', 'hear', 'go', 'go', 'flush', 'open', 'close'),
    tab: fc.nat(3),
  });

  it('every fact reaches every tab and every later page once, stored or told', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
        const disk = new MemoryDisk<Fact>();
        const lines = new Lines();
        const begin = () => {
          const line = lines.join();
          const log = new HeldLog(new MemoryLog(disk));
          return { line, log, store: open(log, line), closing: null as Promise<void> | null };
        };
        // The first tab leads and stays, so it is the one that answers.
        const all = [begin()];
        all[0]?.store.lead(true);
        all[0]?.log.free();
        await all[0]?.store.ready;
        let facts = 0;
        let durable = 0;
        for (const { do: what, tab } of acts) {
          const page = all[tab % all.length];
          if (page === undefined) break;
          if (what === 'keep' && page.closing === null) {
            durable += 1;
            page.store.append([{ type: 'Kept', data: { n: durable } }], 'person');
          } else if (what === 'tell' && page.closing === null) {
            page.store.append([{ type: 'Told', data: { n: (facts += 1) } }], 'box');
          } else if (what === 'hear') page.line.deliver();
          else if (what === 'go') await page.log.go();
          else if (what === 'flush') void page.store.flush();
          else if (what === 'open' && all.length < 4) all.push(begin());
          else if (what === 'close' && page !== all[0]) page.closing ??= page.store.close();
        }
        for (const { log } of all) log.free();
        await Promise.all(all.map(({ store, closing }) => closing ?? store.ready));
        while (all.some(({ line }) => line.deliver()));
        const staying = all.filter(({ closing }) => closing === null);
        for (const { store } of staying) {
          expect(up(store.state(kept).value)).toEqual(Array.from({ length: durable }, (_, at) => at + 1));
          expect(up(store.state(told).value)).toEqual(Array.from({ length: facts }, (_, at) => at + 1));
        }
        for (const { store } of staying) await store.flush();
        const late = open(new MemoryLog(disk));
        await late.ready;
        expect(up(late.state(kept).value)).toEqual(Array.from({ length: durable }, (_, at) => at + 1));
        for (const { store } of [...staying, { store: late }]) await store.close();
      }),
      { numRuns: propertyRuns(300), seed: SEED },
    );
  });
});
