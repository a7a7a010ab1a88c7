import type { Draft } from 'immer';
import type { BoxEvent } from '../events/box-event.ts';
import { projection } from '../store/projection.ts';
import { isLater, type Stamp, stampOf } from '../store/recorded.ts';
import type { FileClipboard } from './files.ts';

/** The last clipboard value of any tab, and when it was set. */
export interface ClipboardState {
  readonly held: FileClipboard | null;
  readonly since: Stamp | null;
}

/** See {@link ClipboardState}. */
export const clipboardProjection = projection<ClipboardState, BoxEvent>({
  name: 'clipboard',
  version: 1,
  scope: 'ephemeral',
  initial: { held: null, since: null },
  on: {
    ClipboardHeld: (state, { held }, meta) => {
      if (state.since !== null && !isLater(meta, state.since)) return;
      state.held = held as Draft<FileClipboard> | null;
      state.since = stampOf(meta);
    },
  },
});
