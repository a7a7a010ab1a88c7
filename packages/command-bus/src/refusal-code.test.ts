import { expect, it } from 'vitest';
import type { BoxError } from './box-error.ts';
import { refusalCodeOf } from './refusal-code.ts';
import { ListThings } from './test-kit.ts';

const refused = (code: number): BoxError => ({ _tag: 'Refused', family: 'GEN', code, fields: {} });

it('a refusal is the number that the declaration or any call of the family knows, and nothing else is one', () => {
  expect([6, 13, 18, 2].map((code) => refusalCodeOf(ListThings, refused(code)))).toEqual([6, 13, 18, 2]);
  expect(refusalCodeOf(ListThings, refused(11))).toBeUndefined();
  expect(refusalCodeOf(ListThings, { _tag: 'Timeout', ms: 1 })).toBeUndefined();
});

it('a switch over it can be complete: the compiler knows when a number is left', () => {
  const words = (error: BoxError): string => {
    const code = refusalCodeOf(ListThings, error);
    switch (code) {
      case 6:
        return 'absent';
      case 2:
      case 4:
      case 7:
      case 13:
      case 18:
      case 19:
      case 20:
        return 'of any call';
      case undefined:
        return error._tag;
      default:
        return code satisfies never;
    }
  };
  expect([refused(6), refused(18), refused(11)].map(words)).toEqual(['absent', 'of any call', 'Refused']);
});
