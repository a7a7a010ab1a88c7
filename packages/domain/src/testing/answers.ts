/** Ready-made answers for ports in marble tests. */
import type { BoxError } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import { NEVER, of } from 'rxjs';
import type { Answer } from '../outcome.ts';

export const yes = <A>(value: A): Answer<A> => of(right(value));
export const offline: BoxError = { _tag: 'Network', cause: 'test' };
export const refused = (
  code: number,
  family: 'GEN' | 'ACC' | 'TSK' = 'GEN',
  fields: Readonly<Record<string, unknown>> = {},
): BoxError => ({
  _tag: 'Refused',
  family,
  code,
  fields,
});
export const no = (error: BoxError = offline): Answer<never> => of(left(error));
export const silence: Answer<never> = NEVER;
