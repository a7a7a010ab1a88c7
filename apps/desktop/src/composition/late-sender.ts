import { right } from '@boxwood/command-bus';
import { type BringSender, fromTask } from '@boxwood/domain';
import { loadChunk } from '../platform/lazy.ts';

/** Fetches what does kept acts when there is a line again and one waits; where it does not arrive, nobody has answered yet. */
export const lateSender: BringSender = () =>
  fromTask(() => async () => right(await loadChunk(() => import('./sender.ts'))));
