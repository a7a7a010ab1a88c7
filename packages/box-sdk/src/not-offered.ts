import { GEN } from '@boxwood/command-bus';
import type { BoxError } from '@boxwood/command-bus';

/** What a box answers to a command that it does not know: bad parameter, command version wrong. */
const NO_COMMAND: readonly number[] = [GEN.badParameter, GEN.version];

/**
 * Whether a failure says that the box does not know the command at all: for what this project adds to the specification, which other
 * boxes do not have. A command that the specification names is refused so for its parameters.
 *
 * @example
 * ```ts
 * const undone = await box.exec(UndoChange, { id: [] })();
 * if (isLeft(undone) && isNotOffered(undone.left)) console.log('This box takes nothing back');
 * ```
 */
export const isNotOffered = (error: BoxError): boolean =>
  (error._tag === 'Http' && error.status === 404) ||
  (error._tag === 'Refused' && error.family !== 'ACC' && NO_COMMAND.includes(error.code));
