import type { BoxError } from '@boxwood/command-bus';
import { expect, it } from 'vitest';
import { isNotOffered } from './not-offered.ts';

const refused = (family: 'GEN' | 'PLG' | 'ACC', code: number, info?: string): BoxError => ({
  _tag: 'Refused',
  family,
  code,
  fields: {},
  ...(info === undefined ? {} : { info }),
});

it.each<readonly [string, BoxError, boolean]>([
  ['a word that a box does not know', refused('GEN', 4), true],
  ['what our box does not do, in its family', refused('PLG', 5, 'notOffered'), true],
  ['what our box does not do, beside others that fail so', refused('GEN', 3, 'notOffered'), true],
  ['a failure', refused('GEN', 3), false],
  ['a refusal of the account service', refused('ACC', 4), false],
  ['an address that is none', { _tag: 'Http', status: 404, body: '' }, true],
  ['no connection', { _tag: 'Network', cause: null }, false],
])('%s', (_, error, isSaid) => {
  expect(isNotOffered(error)).toBe(isSaid);
});
