import { essential, flag, int, list, noArguments, str, struct } from '@boxwood/command-bus/codecs';
import { shellCommand } from '../define.ts';

/** A chore of the box: `done` is 1 when it was done in this round. */
export const Chore = struct({ id: essential(int), name: str, done: flag }, {}, 'Chore');

/**
 * The chores of the box, in the order in which it does them. What changes is told as the area `chores` of `WaitChanges`.
 *
 * `POST /eshell` `LISTCHORES []` (not in the product specification). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { chores } = await box.send(ListChores, {});
 * console.log(chores.filter(({ done }) => done === 0).map(({ name }) => name));
 * ```
 */
export const ListChores = shellCommand({
  name: 'ListChores',
  cmd: 'LISTCHORES',
  params: noArguments,
  result: struct({ chores: list(Chore, 100) }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});
