import { ANSWERS } from './answers.ts';
import type { CommandSpec, RefusalOf } from './command.ts';
import type { BoxError } from './failure.ts';

/**
 * The code a command was refused with, typed by its declaration, so that a `switch` that misses one does not compile.
 * Undefined for every other failure (see `_tag`), and for a code that only a later box has.
 *
 * @example
 * ```ts
 * const found = await box.exec(ListFiles, { path: '/mnt/usb1/ann', count: 500, hasbaseinfo: 0 })();
 * if (isLeft(found) && refusalCodeOf(ListFiles, found.left) === GEN.absent) console.log('nothing is there');
 * ```
 */
export const refusalOf = <C extends CommandSpec>(command: C, error: BoxError): RefusalOf<C> | undefined => {
  const { busy, badParameter, service, version, notJson, session, noPrivilege } = ANSWERS[command.errors];
  const any: readonly number[] = [busy, badParameter, service, version, notJson, session, noPrivilege];
  const isOf = (code: number): code is RefusalOf<C> => command.refusals.includes(code) || any.includes(code);
  return error._tag === 'Refused' && isOf(error.code) ? error.code : undefined;
};
