import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import type { BoxEvent } from '../events/box-event.ts';
import { uploadsProjection } from '../uploads/projection.ts';
import { waitingTask } from '../testing/upload-fixture.ts';
import type { UploadId } from '../uploads/uploads.ts';
import { createBoxStore, PROJECTIONS } from './box-store.ts';
import { MemoryChannelHub } from '../testing/memory-channel-hub.ts';
import type { EventStore } from './event-store.ts';
import { MemoryDisk, MemoryLog } from './memory-log.ts';
import type { TabId } from './recorded.ts';

const ids = ['u1', 'u2', 'u3', 'u4'] as UploadId[];
const fact: fc.Arbitrary<BoxEvent> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...ids), fc.nat(100))
    .map(([id, completed]): BoxEvent => ({ type: 'UploadStarted', data: { id, uuid: `x${completed}`, completed } })),
  fc
    .tuple(fc.constantFrom(...ids), fc.nat(100))
    .map(([id, completed]): BoxEvent => ({ type: 'UploadProgressed', data: { id, completed, speed: 1 } })),
  fc.constantFrom(...ids).map((id): BoxEvent => ({ type: 'UploadFinished', data: { id } })),
  fc.subarray(ids).map((some): BoxEvent => ({ type: 'UploadsPaused', data: { ids: some, interrupted: false } })),
  fc
    .subarray(ids)
    .map((some): BoxEvent => ({ type: 'UploadsResumed', data: { ids: some, ranks: some.map((_, index) => index) } })),
  fc.constantFrom(...ids).map((id): BoxEvent => ({ type: 'UploadsRemoved', data: { ids: [id] } })),
);

/**
 * What can happen to two tabs: each records events, messages arrive late or out of order, a page reloads, storage is
 * flushed.
 */
const step = fc.oneof(
  {
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      tab: fc.nat(1),
      events: fc.array(fact, { minLength: 1, maxLength: 3 }),
    }),
    weight: 6,
  },
  {
    arbitrary: fc.record({ do: fc.constant('deliver' as const), picks: fc.array(fc.nat(9), { maxLength: 6 }) }),
    weight: 3,
  },
  { arbitrary: fc.record({ do: fc.constantFrom('flush' as const, 'reload' as const), tab: fc.nat(1) }), weight: 2 },
);

const shown = (store: EventStore<BoxEvent>) => {
  const { board } = store.state(uploadsProjection).value;
  return {
    tasks: [...board.tasks()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    summary: board.summary(),
  };
};

const RUNS = propertyRuns(400);
const SEED = Number(process.env['BOXWOOD_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

describe(`two tabs and a log (${RUNS} runs, seed ${SEED})`, () => {
  it(
    'replay(log) = state: whatever the tabs do and in whatever order messages arrive, all end in one state, and so does a page opened later',
    { timeout: 60_000 },
    async () => {
      let tabs = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
          const disk = new MemoryDisk<BoxEvent>();
          const air = new MemoryChannelHub();
          let now = 1000;
          const open = async (): Promise<EventStore<BoxEvent>> => {
            const store = createBoxStore({
              origin: `tab-${(tabs += 1)}` as TabId,
              clock: { now: () => now },
              log: new MemoryLog(disk),
              channel: air.join(),
            });
            await store.ready;
            return store;
          };
          const stores = [await open(), await open()];
          stores[0]?.append(
            [{ type: 'UploadsQueued', data: { tasks: ids.map((id, rank) => waitingTask(id, rank)) } }],
            'person',
          );
          air.immediate = false;
          for (const act of steps) {
            now += 1;
            const at = 'tab' in act ? act.tab : 0;
            const store = stores[at];
            if (act.do === 'append') store?.append(act.events, 'person');
            else if (act.do === 'flush') await store?.flush();
            else if (act.do === 'deliver') for (const pick of act.picks) air.deliverOne((count) => pick % count);
            else {
              await store?.close();
              stores[at] = await open();
              // A new tab's hello and its answers arrive at once: what was sent before it opened is in the log or sent
              // again.
              air.deliver((count) => count - 1);
            }
          }
          air.deliver((count) => count - 1);
          for (const store of stores) await store.flush();
          const [a, b] = stores;
          const late = await open();
          air.deliver();
          if (a === undefined || b === undefined) throw new Error('two tabs');
          expect(shown(b)).toEqual(shown(a));
          expect(shown(late)).toEqual(shown(a));
          for (const store of [...stores, late]) await store.close();
        }),
        { numRuns: RUNS, seed: SEED },
      );
      console.log(`two tabs and a log: ${RUNS} runs end in one state (BOXWOOD_SEED=${SEED} repeats them)`);
    },
  );

  it('the history of a page that was closed is there before anybody asks for it', async () => {
    const disk = new MemoryDisk<BoxEvent>();
    const open = (origin: string): EventStore<BoxEvent> =>
      createBoxStore({ origin: origin as TabId, clock: { now: () => 1 }, log: new MemoryLog(disk), channel: null });
    const before = open('before');
    before.append([{ type: 'UploadsQueued', data: { tasks: [waitingTask(ids[0] ?? ('' as UploadId), 0)] } }], 'person');
    await before.close();
    const after = open('after');
    await after.ready;
    expect(shown(after).tasks).toHaveLength(1);
    await after.close();
  });

  it('every projection loads what it saved', () => {
    for (const projection of PROJECTIONS) {
      const state = projection.initial();
      expect(projection.save(projection.load(structuredClone(projection.save(state))))).toEqual(projection.save(state));
    }
  });
});
