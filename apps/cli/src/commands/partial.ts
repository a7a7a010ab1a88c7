import { about, EXIT } from '../exit.ts';
import type { Output } from '../output.ts';
import { printable } from '../output.ts';
import type { Failed } from '../parallel.ts';
import { GEN } from '@boxwood/box-sdk';
import { codeText } from '@boxwood/box-sdk/messages';
import { language, say } from '../words/say.ts';

/** Why the box did nothing to one of many. Its "path error" is about what is not there, or is out of reach. */
export const itemWords = (error: number): string =>
  error === GEN.path ? say('nothing is there that you may change') : codeText('GEN', error, language);

/** Says what failed of many, each for a reason of its own, and ends by it; `worked` are those that did not fail. */
export const tellFailed = (output: Output, failed: readonly Failed[], worked: number): void => {
  for (const { path, error } of failed) output.note(say('failed: {words}', { words: printable(`${path}: ${error}`) }));
  if (failed.length > 0) process.exitCode = worked > 0 ? EXIT.partial : EXIT.failed;
};

/** Does something to several; the only one is named where the box says no to it. */
export const ofMany = <A>(paths: readonly string[], work: Promise<A>): Promise<A> =>
  paths.length === 1 ? about(printable(paths.join()), work) : work;

/** `failed` lists of partial replies become words and the exit code for "some". */
export const reportPartial = (
  output: Output,
  verb: 'Removed {done} of {total}' | 'Moved to the recycle bin: {done} of {total}' | 'Put back {done} of {total}',
  total: number,
  failed: readonly { readonly path: string; readonly error: number }[] = [],
): void => {
  const left = failed.map(({ path, error }) => ({ path, error: itemWords(error), code: error }));
  output.result({ done: total - left.length, failed: left }, [
    say(verb, { done: total - left.length, total }),
    ...left.map(({ path, error }) => say('  failed: {path} ({why})', { path: printable(path), why: error })),
  ]);
  if (failed.length > 0) process.exitCode = left.length < total ? EXIT.partial : EXIT.refused;
};
