import { EXIT } from '../exit.ts';
import type { Output } from '../output.ts';
import { printable } from '../output.ts';
import { codeText } from '@boxwood/box-sdk/messages';

/** `failed` lists of partial replies become words and the exit code for "some". */
export const reportPartial = (
  output: Output,
  verb: string,
  total: number,
  failed: readonly { readonly path: string; readonly error: number }[] = [],
): void => {
  output.result({ done: total - failed.length, failed }, [
    `${verb} ${total - failed.length} of ${total}`,
    ...failed.map((item) => `  failed: ${printable(item.path)} (${codeText('GEN', item.error, 'en')})`),
  ]);
  if (failed.length > 0) process.exitCode = EXIT.partial;
};
