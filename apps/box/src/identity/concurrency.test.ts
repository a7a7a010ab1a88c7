import { ListFiles, SignInOffline } from '@boxwood/box-sdk';
import { Refusal } from '@boxwood/box-sdk/server';
import { expect, it } from 'vitest';
import { stays } from './authorise.ts';
import { createConcurrency } from './concurrency.ts';

const context = (user: string, remote: string) => ({
  ...{ caller: { user, admin: false, isUnlocked: () => false }, session: '', remote, headers: {}, gone: stays },
});
const codeOf = (work: () => unknown): number => {
  try {
    work();
    return 0;
  } catch (failure) {
    if (failure instanceof Refusal) return failure.code;
    throw failure;
  }
};

it('G-70: too many calls at once are refused in the numbers of their command, of one user or of one address', () => {
  const enter = createConcurrency(2);
  const leave = [1, 2].map(() => enter(context('', '10.0.0.1'), SignInOffline));
  expect(codeOf(() => enter(context('', '10.0.0.1'), SignInOffline))).toBe(2002);
  expect(codeOf(() => enter(context('', '10.0.0.1'), ListFiles))).toBe(2);
  expect(codeOf(() => enter(context('', '10.0.0.2'), SignInOffline))).toBe(0);
  expect(codeOf(() => enter(context('ann', '10.0.0.1'), ListFiles))).toBe(0);
  for (const each of leave) each();
  expect(codeOf(() => enter(context('', '10.0.0.1'), SignInOffline))).toBe(0);
});
