import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { readonly type: 'minor' | 'major'; readonly flavor?: 'regular' | 'last-resort' }) => void;
let made: Collect | undefined;

/** V8's collector as a function. */
export const collector = (): Collect => {
  if (made !== undefined) return made;
  setFlagsFromString('--expose-gc');
  // What the flag adds to every new context.
  made = runInNewContext('gc') as Collect;
  return made;
};

/**
 * Frees the memory of a piece that came over a socket and that nobody reads any more, because it was copied out or thrown away. V8 would wait with it
 * until it weighs too much and mark the whole heap then, for every 16 MiB: half of an upload's processor time. Meanwhile the C library's heap would grow.
 */
export const letGo = (piece: Uint8Array): void => {
  const { buffer, byteLength } = piece;
  // Of memory that it shares nobody knows who else has a part.
  if (buffer instanceof ArrayBuffer && byteLength > 0 && byteLength === buffer.byteLength) buffer.transfer(0);
};
