/** Ready-made answers for ports in marble tests. */
import type { BoxError } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import { NEVER, of } from 'rxjs';
import type { PortResult } from '../outcome.ts';

export const yes = <A>(value: A): PortResult<A> => of(right(value));
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
export const no = (error: BoxError = offline): PortResult<never> => of(left(error));
export const noAnswer: PortResult<never> = NEVER;
