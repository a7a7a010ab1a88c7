import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import type { UploadEvent } from '../events.ts';
import type { Recorded, TabId } from '../../store/recorded.ts';
import { waitingTask } from '../../testing/upload-fixture.ts';
import { UploadBoard } from './upload-board.ts';
import type { UploadId } from '../uploads.ts';

const id = 'one' as UploadId;
const queued: UploadEvent = { type: 'UploadsQueued', data: { tasks: [waitingTask(id, 1)] } };
const started: UploadEvent = { type: 'UploadStarted', data: { id, uuid: 'u', completed: 0 } };
const paused: UploadEvent = { type: 'UploadsPaused', data: { ids: [id], interrupted: false } };
const resumed: UploadEvent = { type: 'UploadsResumed', data: { ids: [id], ranks: [1] } };

/** The board after the events, which happened in this order, arrive in any other order. */
const statesOf = (...events: readonly UploadEvent[]): ReadonlySet<number | undefined> => {
  const recorded = events.map((event, at): Recorded<UploadEvent> => ({
    event,
    at,
    cause: 'person',
    origin: `tab${at % 2}` as TabId,
    seq: at,
  }));
  const seen = new Set<number | undefined>();
  fc.assert(
    fc.property(fc.shuffledSubarray([...recorded], { minLength: recorded.length }), (order) => {
      const board = new UploadBoard();
      for (const one of order) board.apply(one);
      seen.add(board.task(id)?.state);
    }),
    { numRuns: propertyRuns(200) },
  );
  return seen;
};

describe('the board', () => {
  it('STATE-08: a pause in one tab holds against the start in another a moment later, in whatever order tabs hear of it', () => {
    expect(statesOf(queued, started)).toEqual(new Set([2]));
    expect(statesOf(queued, paused, started)).toEqual(new Set([3]));
    expect(statesOf(queued, started, paused)).toEqual(new Set([3]));
  });

  it('STATE-08: what was resumed waits, and runs when it is begun again', () => {
    expect(statesOf(queued, started, paused, resumed)).toEqual(new Set([0]));
    expect(statesOf(queued, paused, started, resumed)).toEqual(new Set([0]));
    expect(statesOf(queued, paused, resumed, started)).toEqual(new Set([2]));
  });
});
