import { right } from '@boxwood/command-bus';
import { type LoadActionSender, fromTask } from '@boxwood/domain';
import { loadChunk } from '../platform/load-chunk.ts';

/**
 * Loads the code that sends pending actions when the connection is back and one waits; a failed load counts as no
 * response.
 */
export const lazyActionSender: LoadActionSender = () =>
  fromTask(() => async () => right(await loadChunk(() => import('./action-sender-chunk.ts'))));
