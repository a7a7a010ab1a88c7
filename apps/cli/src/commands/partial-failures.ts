import { withPathInError, EXIT } from '../cli-errors.ts';
import type { Output } from '../cli-output.ts';
import { printable } from '../cli-output.ts';
import type { FailedItem } from '../run-parallel.ts';
import { GEN } from '@boxwood/box-sdk';
import { codeText } from '@boxwood/box-sdk/messages';
import { language, translate } from '../messages/translate.ts';

/** The reason why one item of many failed. "Path error" means that it does not exist or is not accessible. */
export const itemErrorText = (error: number): string =>
  error === GEN.path ? translate('there is nothing that you can change') : codeText('GEN', error, language);

/** Reports the failed items, each with its reason, and sets the exit code; `succeeded` is the number of the others. */
export const reportFailed = (output: Output, failed: readonly FailedItem[], succeeded: number): void => {
  for (const { path, error } of failed)
    output.note(translate('failed: {words}', { words: printable(`${path}: ${error}`) }));
  if (failed.length > 0) process.exitCode = succeeded > 0 ? EXIT.partial : EXIT.failed;
};

/** Runs work on several paths; a refusal names the path when there is only one. */
export const withPathIfSingle = <A>(paths: readonly string[], work: Promise<A>): Promise<A> =>
  paths.length === 1 ? withPathInError(printable(paths.join()), work) : work;

/** Reports a partial reply: its `failed` list and the exit code for partial success. */
export const reportPartial = (
  output: Output,
  verb: 'Removed {done} of {total}' | 'Moved to the recycle bin: {done} of {total}' | 'Restored {done} of {total}',
  total: number,
  failed: readonly { readonly path: string; readonly error: number }[] = [],
): void => {
  const left = failed.map(({ path, error }) => ({ path, error: itemErrorText(error), code: error }));
  output.result({ done: total - left.length, failed: left }, [
    translate(verb, { done: total - left.length, total }),
    ...left.map(({ path, error }) => translate('  failed: {path} ({why})', { path: printable(path), why: error })),
  ]);
  if (failed.length > 0) process.exitCode = left.length < total ? EXIT.partial : EXIT.refused;
};
