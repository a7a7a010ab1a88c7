import { EXIT } from '../exit.ts';
import type { Output } from '../output.ts';
import { printable } from '../output.ts';
import { codeText } from '@boxwood/box-sdk/messages';
import { language, say } from '../words/say.ts';

/** `failed` lists of partial replies become words and the exit code for "some". */
export const reportPartial = (
  output: Output,
  verb: 'Removed {done} of {total}' | 'Moved to the recycle bin: {done} of {total}' | 'Put back {done} of {total}',
  total: number,
  failed: readonly { readonly path: string; readonly error: number }[] = [],
): void => {
  output.result({ done: total - failed.length, failed }, [
    say(verb, { done: total - failed.length, total }),
    ...failed.map((item) =>
      say('  failed: {path} ({why})', { path: printable(item.path), why: codeText('GEN', item.error, language) }),
    ),
  ]);
  if (failed.length > 0) process.exitCode = EXIT.partial;
};
