import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { type BoxEvent, EVENTS } from '../events/box-event.ts';
import type { UploadEvent } from './events.ts';
import type { Recorded, TabId } from '../store/recorded.ts';
import { waitingTask } from '../testing/upload-fixture.ts';
import { UploadBoard } from './queue/upload-board.ts';
import { uploadsProjection } from './projection.ts';
import { type RankedItem, RankedList } from './queue/ranked-list.ts';
import type { UploadId } from './uploads.ts';

const SEED = Number(process.env['BOXWOOD_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

const ids = ['u1', 'u2', 'u3'] as UploadId[];
const idOf = fc.constantFrom(...ids);
const anyEvent: fc.Arbitrary<UploadEvent> = fc.oneof(
  fc
    .tuple(idOf, fc.nat(5))
    .map(([id, rank]): UploadEvent => ({ type: 'UploadsQueued', data: { tasks: [waitingTask(id, rank)] } })),
  fc
    .tuple(idOf, fc.nat(100))
    .map(([id, completed]): UploadEvent => ({ type: 'UploadStarted', data: { id, uuid: `x${completed}`, completed } })),
  fc
    .tuple(idOf, fc.nat(100))
    .map(([id, completed]): UploadEvent => ({ type: 'UploadProgressed', data: { id, completed, speed: 5 } })),
  idOf.map((id): UploadEvent => ({ type: 'UploadFinished', data: { id } })),
  idOf.map((id): UploadEvent => ({ type: 'UploadFailed', data: { id, problem: { kind: 'network' } } })),
  fc
    .tuple(fc.subarray(ids), fc.boolean())
    .map(([some, interrupted]): UploadEvent => ({ type: 'UploadsPaused', data: { ids: some, interrupted } })),
  fc
    .tuple(fc.subarray(ids), fc.nat(9))
    .map(([some, rank]): UploadEvent => ({ type: 'UploadsResumed', data: { ids: some, ranks: some.map(() => rank) } })),
  fc.subarray(ids).map((some): UploadEvent => ({ type: 'UploadsRemoved', data: { ids: some } })),
  fc
    .tuple(fc.subarray(ids), fc.constantFrom('A', 'B'))
    .map(([some, owner]): UploadEvent => ({ type: 'UploadsAdopted', data: { ids: some, owner } })),
);
/** The events of each of two tabs, in order; an upload is only queued once. */
const history = fc
  .array(fc.record({ event: anyEvent, tab: fc.constantFrom('A', 'B'), at: fc.nat(20) }), { maxLength: 20 })
  .map((entries) => {
    const queued = new Set<string>();
    const clocks: Record<string, number> = { A: 0, B: 0 };
    const counts: Record<string, number> = { A: 0, B: 0 };
    return entries.flatMap(({ event, tab, at }): Recorded<UploadEvent>[] => {
      if (event.type === 'UploadsQueued') {
        if (event.data.tasks.some(({ id }) => queued.has(id))) return [];
        for (const { id } of event.data.tasks) queued.add(id);
      }
      clocks[tab] = Math.max((clocks[tab] ?? 0) + 1, at);
      counts[tab] = (counts[tab] ?? 0) + 1;
      return [{ seq: counts[tab], origin: tab as TabId, at: clocks[tab], cause: 'person', event }];
    });
  });
const look = (board: UploadBoard) => ({
  summary: board.summary(),
  lists: (['processing', 'waiting', 'failed', 'finished'] as const).map((tab) => {
    const list = board.list(tab);
    return Array.from({ length: list.count }, (_, index) => list.at(index));
  }),
  next: [board.next('A'), board.next('B')],
});
const played = (events: readonly Recorded<UploadEvent>[]): UploadBoard => {
  const board = new UploadBoard();
  for (const event of events) board.apply(event);
  return board;
};

describe('the upload board', () => {
  it('gives one result for any interleaving of two tabs, whatever arrives first', () => {
    fc.assert(
      fc.property(history, fc.infiniteStream(fc.boolean()), (events, choices) => {
        const [a, b] = [events.filter(({ origin }) => origin === 'A'), events.filter(({ origin }) => origin === 'B')];
        const mixed: Recorded<UploadEvent>[] = [];
        while (a.length + b.length > 0) {
          const next = (b.length === 0 || (a.length > 0 && choices.next().value === true) ? a : b).shift();
          if (next !== undefined) mixed.push(next);
        }
        expect(look(played(mixed))).toEqual(look(played(events)));
      }),
      { numRuns: propertyRuns(3000), seed: SEED },
    );
  });

  it('STATE-08: what is finished stays finished, whatever another tab says of it and whenever', () => {
    fc.assert(
      fc.property(history, (events) => {
        const ended = new Set<string>();
        const board = new UploadBoard();
        for (const recorded of events) {
          board.apply(recorded);
          if (recorded.event.type === 'UploadFinished') ended.add(recorded.event.data.id);
          for (const task of board.tasks()) if (ended.has(task.id)) expect(task.state).toBe(1);
        }
      }),
      { numRuns: propertyRuns(1000), seed: SEED },
    );
  });

  it('replay(log) = state: a snapshot anywhere and the rest gives the same board', () => {
    fc.assert(
      fc.property(history, fc.nat(20), (events, cut) => {
        const early = UploadBoard.load(structuredClone(played(events.slice(0, cut)).save()));
        for (const event of events.slice(cut)) early.apply(event);
        expect(look(early)).toEqual(look(played(events)));
      }),
      { numRuns: propertyRuns(1000), seed: SEED },
    );
  });

  it('totals and lists always agree with the tasks', () => {
    fc.assert(
      fc.property(history, (events) => {
        const board = played(events);
        const tasks = [...board.tasks()];
        const unfinished = tasks.filter(({ state }) => state === 0 || state === 2 || state === 3);
        expect(board.summary()).toMatchObject({
          bytesTotal: unfinished.reduce((sum, { total }) => sum + total, 0),
          bytesDone: unfinished.reduce((sum, { completed }) => sum + completed, 0),
          bytesFinished: tasks.reduce((sum, { state, total }) => sum + (state === 1 ? total : 0), 0),
          speed: tasks.reduce((sum, { speed }) => sum + speed, 0),
          active: unfinished.length > 0,
        });
        const listed = look(board)
          .lists.flat()
          .map((found) => found?.id);
        expect(listed.toSorted()).toEqual(tasks.map(({ id }) => id).toSorted());
        for (const found of tasks) expect(board.hasDuplicate(found)).toBe(unfinished.includes(found));
        for (const owner of ['A', 'B']) {
          const ready = tasks.filter((found) => found.state === 0 && found.owner === owner);
          const lowest = ready.toSorted((x, y) => x.rank - y.rank || (x.id < y.id ? -1 : 1))[0];
          expect(board.next(owner)?.id).toBe(lowest?.id);
        }
      }),
      { numRuns: propertyRuns(1000), seed: SEED },
    );
  });

  it('forgets removals after ten minutes', () => {
    const gone: Recorded<UploadEvent> = {
      seq: 1,
      origin: 'A' as TabId,
      at: 1,
      cause: 'person',
      event: { type: 'UploadsRemoved', data: { ids: ['old' as UploadId] } },
    };
    const later: Recorded<UploadEvent> = {
      ...gone,
      seq: 2,
      at: 700_000,
      event: { type: 'UploadsRemoved', data: { ids: ['new' as UploadId] } },
    };
    expect(played([gone, later]).save().gone).toEqual([['new', 700_000]]);
  });

  it('rows outside the list do not exist', () => {
    const board = played([
      {
        seq: 1,
        origin: 'A' as TabId,
        at: 1,
        cause: 'person',
        event: { type: 'UploadsQueued', data: { tasks: [waitingTask('u1' as UploadId, 1)] } },
      },
    ]);
    expect([board.list('waiting').at(-1), board.list('waiting').at(1), board.list('finished').at(0)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is a durable projection under the key upload_tasks that ignores other events', () => {
    expect([uploadsProjection.name, uploadsProjection.scope, EVENTS.UploadsQueued.scope]).toEqual([
      'upload_tasks',
      'durable',
      'durable',
    ]);
    const state = uploadsProjection.initial();
    const other: Recorded<BoxEvent> = {
      seq: 1,
      origin: 'A' as TabId,
      at: 1,
      cause: 'box',
      event: { type: 'SampleMissed', data: { at: 1 } },
    };
    expect(uploadsProjection.reduce(state, [other])).toBe(state);
    expect(uploadsProjection.weight?.(state)).toBe(0);
  });
});

describe('ranked items', () => {
  it('behave like a sorted list under any changes', () => {
    const change = fc.record({
      id: fc.nat(700).map(String),
      key: fc.integer({ min: -50, max: 50 }),
      remove: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 1500 }), (changes) => {
        const ranked = new RankedList<RankedItem>();
        const model = new Map<string, RankedItem>();
        for (const { id, key, remove } of changes) {
          const there = model.get(id);
          if (there !== undefined) ranked.delete(there);
          model.delete(id);
          const item = { id, key };
          // A file with the same name and other content does not match.
          ranked.delete(item);
          if (remove) continue;
          ranked.add(item);
          model.set(id, item);
        }
        const sorted = [...model.values()].sort((a, b) => a.key - b.key || (a.id < b.id ? -1 : 1));
        expect([...ranked.items()]).toEqual(sorted);
        expect(ranked.size).toBe(sorted.length);
        expect(ranked.at(0)).toBe(sorted[0]);
        expect(ranked.at(-1)).toBe(sorted.at(-1));
        expect(ranked.at(sorted.length)).toBeUndefined();
        expect(ranked.at(-1 - sorted.length)).toBeUndefined();
      }),
      { numRuns: propertyRuns(60), seed: SEED },
    );
  });

  it('stay sorted over many chunks', () => {
    const ranked = new RankedList<RankedItem>();
    const items = Array.from({ length: 5000 }, (_, at) => ({ id: `id${at + 1}`, key: at + 1 }));
    for (const item of items.toReversed()) ranked.add(item);
    for (const item of items) if (item.key % 2 === 1) ranked.delete(item);
    expect(ranked.size).toBe(2500);
    expect([ranked.at(0), ranked.at(1249), ranked.at(-1)].map((item) => item?.id)).toEqual(['id2', 'id2500', 'id5000']);
  });
});
