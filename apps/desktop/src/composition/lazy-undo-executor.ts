import { type Client, right } from '@boxwood/command-bus';
import { type LoadUndoExecutor, fromTask } from '@boxwood/domain';
import { loadChunk } from '../platform/load-chunk.ts';

/** Loads the undo executor with the first undo; a failed load counts as a connection failure. */
export const lazyUndoExecutor =
  (box: Client): LoadUndoExecutor =>
  (deps) =>
    fromTask(() => async () => {
      const { restoreChangeWithNewName, UndoExecutor } = await loadChunk(() => import('./undo-executor-chunk.ts'));
      return right(
        new UndoExecutor({ ...deps, restoreWithNewName: (change) => restoreChangeWithNewName(box, change) }),
      );
    });
