import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BoxEvent } from '../events/box-event.ts';
import type { Recorded, TabId } from '../store/recorded.ts';
import { pendingActionsProjection } from './projection.ts';

const at = (seq: number, tab: string, event: BoxEvent): Recorded<BoxEvent> => ({
  seq,
  origin: tab as TabId,
  at: seq,
  cause: 'person',
  event,
});
const kept = (seq: number, id: string): Recorded<BoxEvent> =>
  at(seq, 'A', { type: 'ActKept', data: { id, act: { do: 'trash', paths: [`/${id}`] } } });

it('comes to the same, in whatever order two tabs hear of what became of what was kept', () => {
  const begin = [kept(1, 'a'), kept(2, 'b'), kept(3, 'c')];
  const later = fc.shuffledSubarray<Recorded<BoxEvent>>(
    [
      at(4, 'A', { type: 'ActBegun', data: { id: 'a' } }),
      at(5, 'B', { type: 'ActChanged', data: { id: 'a', act: { do: 'trash', paths: [] } } }),
      at(6, 'A', { type: 'ActBegun', data: { id: 'b' } }),
      at(7, 'B', { type: 'ActEnded', data: { id: 'c' } }),
      kept(3, 'c'),
    ],
    { minLength: 5 },
  );
  const fold = (events: readonly Recorded<BoxEvent>[]) =>
    events.reduce(
      (state, event) => pendingActionsProjection.reduce(state, [event]),
      pendingActionsProjection.initial(),
    );
  fc.assert(
    fc.property(later, fc.shuffledSubarray(begin, { minLength: 3 }), (events, first) => {
      const { rows } = fold([...first, ...events]);
      expect(rows.map(({ id, begun }) => [id, begun])).toEqual([
        ['a', false],
        ['b', true],
      ]);
    }),
  );
});

it('nothing is left of it when nothing waits', () => {
  expect(
    pendingActionsProjection.weight?.(
      pendingActionsProjection.outlives?.(pendingActionsProjection.initial()) ?? pendingActionsProjection.initial(),
    ),
  ).toBe(0);
});
