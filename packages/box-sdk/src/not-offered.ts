import { ALB, APP, GEN, PLG, TSK } from '@boxwood/command-bus';
import type { BoxError, ErrorFamily } from '@boxwood/command-bus';

/** What a box answers to a command that it does not know: the number that each family has for a bad parameter. */
const NO_COMMAND: Readonly<Partial<Record<ErrorFamily, number>>> = {
  ...{ GEN: GEN.badParameter, PLG: PLG.badParameter, APP: APP.badParameter, TSK: TSK.badParameter },
  ALB: ALB.badParameter,
};

/**
 * Whether a failure says that the box does not know the command at all: for what this project adds to the specification, which other
 * boxes do not have. A command that the specification names is refused so for its parameters. Our box says of what it does not do that it
 * is not offered, whatever the family.
 *
 * @example
 * ```ts
 * const undone = await box.exec(UndoChange, { id: [] })();
 * if (isLeft(undone) && isNotOffered(undone.left)) console.log('This box takes nothing back');
 * ```
 */
export const isNotOffered = (error: BoxError): boolean =>
  (error._tag === 'Http' && error.status === 404) ||
  // Or "command version wrong", which has one number everywhere.
  (error._tag === 'Refused' &&
    error.family !== 'ACC' &&
    (error.info === 'notOffered' || error.code === NO_COMMAND[error.family] || error.code === GEN.version));
