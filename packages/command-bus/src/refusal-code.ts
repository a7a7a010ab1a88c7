import { STANDARD_REFUSALS } from './standard-refusals.ts';
import type { CommandSpec, RefusalOf } from './command.ts';
import type { BoxError } from './box-error.ts';

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
export const refusalCodeOf = <C extends CommandSpec>(command: C, error: BoxError): RefusalOf<C> | undefined => {
  const { busy, badParameter, service, version, notJson, session, noPrivilege } = STANDARD_REFUSALS[command.errors];
  const standardCodes: readonly number[] = [busy, badParameter, service, version, notJson, session, noPrivilege];
  const isKnownCode = (code: number): code is RefusalOf<C> =>
    command.refusals.includes(code) || standardCodes.includes(code);
  return error._tag === 'Refused' && isKnownCode(error.code) ? error.code : undefined;
};
