import { right } from '@boxwood/command-bus';
import { type BringSender, fromTask } from '@boxwood/domain';
import { loadChunk } from '../platform/lazy.ts';

/**
 * Loads the code that sends pending actions when the connection is back and one waits; a failed load counts as no
 * response.
 */
export const lateSender: BringSender = () =>
  fromTask(() => async () => right(await loadChunk(() => import('./sender.ts'))));
