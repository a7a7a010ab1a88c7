import { ALB, APP, GEN, PLG, TSK } from '@boxwood/command-bus';
import type { BoxError, ErrorFamily } from '@boxwood/command-bus';

/** Code with which a box refuses an unknown command, by error family: the code for a bad parameter. */
const UNKNOWN_COMMAND_CODES: Readonly<Partial<Record<ErrorFamily, number>>> = {
  GEN: GEN.badParameter,
  PLG: PLG.badParameter,
  APP: APP.badParameter,
  TSK: TSK.badParameter,
  ALB: ALB.badParameter,
};

/**
 * Whether an error means that the box does not know the command. Use it for commands that this project adds to the
 * specification and that other boxes do not have; a command of the specification gets the same code for bad parameters.
 * Our box marks every command it does not support with the info `notOffered`, whatever the family.
 *
 * @example
 * ```ts
 * const undone = await box.exec(UndoChange, { id: [] })();
 * if (isLeft(undone) && isNotOffered(undone.left)) console.log('This box cannot undo');
 * ```
 */
export const isNotOffered = (error: BoxError): boolean =>
  (error._tag === 'Http' && error.status === 404) ||
  // "Command version wrong" has the same code in every family.
  (error._tag === 'Refused' &&
    error.family !== 'ACC' &&
    (error.info === 'notOffered' || error.code === UNKNOWN_COMMAND_CODES[error.family] || error.code === GEN.version));
