import type { Draft } from 'immer';
import type { BoxEvent } from '../events/box-event.ts';
import { projection } from '../store/projection.ts';
import { isLater, type Stamp, stampOf } from '../store/recorded.ts';
import type { UserAction, PendingAction } from './offline-queue.ts';
import { followRelocation } from './follow-relocation.ts';

interface PendingActionRow extends PendingAction {
  /** Position in the queue. */
  readonly kept: Stamp;
  /** When the row was last changed. */
  readonly changed: Stamp;
}

/**
 * Pending actions in order, and the ids of recently ended ones, so that a delayed event of another tab does not add
 * them again.
 */
export interface PendingActionsState {
  readonly rows: readonly PendingActionRow[];
  readonly ended: readonly string[];
}

/** Number of ended ids that are remembered: far more than can be in transit between two tabs. */
const MAX_ENDED_IDS = 200;

const updateRow = (
  state: Draft<PendingActionsState>,
  id: string,
  stamp: Stamp,
  to: { readonly act?: UserAction; begun: boolean },
): void => {
  const row = state.rows.find((one) => one.id === id);
  if (row === undefined || !isLater(stamp, row.changed)) return;
  Object.assign(row, to, { changed: stamp });
};

/** See {@link PendingActionsState}. */
export const pendingActionsProjection = projection<PendingActionsState, BoxEvent>({
  name: 'kept_acts',
  version: 1,
  scope: 'durable',
  initial: { rows: [], ended: [] },
  // Actions of a user are sent after the next sign-in, as uploads continue (G-25).
  outlives: ({ rows }) => ({ rows, ended: [] }),
  weight: ({ rows }) => rows.length,
  on: {
    ActKept: (state, { id, act }, meta) => {
      if (state.ended.includes(id) || state.rows.some((row) => row.id === id)) return;
      const stamp = stampOf(meta);
      const index = state.rows.findIndex(({ kept }) => isLater(kept, stamp));
      const row: PendingActionRow = { id, act, begun: false, kept: stamp, changed: stamp };
      state.rows.splice(index === -1 ? state.rows.length : index, 0, row as Draft<PendingActionRow>);
    },
    ActBegun: (state, { id }, meta) => {
      updateRow(state, id, stampOf(meta), { begun: true });
    },
    ActChanged: (state, { id, act }, meta) => {
      updateRow(state, id, stampOf(meta), { act, begun: false });
    },
    ActCarried: (state, { id, from, to }) => {
      for (const row of state.rows)
        if (row.id !== id) Object.assign(row, { act: followRelocation(row.act, { from, to }) });
    },
    ActEnded: (state, { id }) => {
      state.rows = state.rows.filter((row) => row.id !== id);
      state.ended = [...state.ended, id].slice(-MAX_ENDED_IDS);
    },
  },
});
