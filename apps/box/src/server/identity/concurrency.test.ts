import { commandTree, ListFiles, MeasureFolder, SignInOffline } from '@boxwood/box-sdk';
import type { CommandSpec } from '@boxwood/box-sdk';
import { STANDARD_REFUSALS, Refusal } from '@boxwood/box-sdk/server';
import { expect, it } from 'vitest';
import { createConcurrency, MAX_CONCURRENT } from './concurrency.ts';

const context = (user: string, remote: string) => ({
  caller: { user, admin: false, isUnlocked: () => false },
  session: '',
  remote,
  headers: {},
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

it('of the calls at once four may be heavy, by their declaration, and the others go on beside them', () => {
  const enter = createConcurrency(MAX_CONCURRENT);
  const ann = context('ann', '10.0.0.1');
  const leave = [1, 2, 3, 4].map(() => enter(ann, MeasureFolder));
  const areas: readonly Readonly<Record<string, CommandSpec>>[] = Object.values(commandTree);
  for (const command of areas.flatMap((area) => Object.values(area))) {
    const said = codeOf(() => enter(ann, command)());
    expect([command.name, said]).toEqual([
      command.name,
      command.cost === 'heavy' ? STANDARD_REFUSALS[command.errors].busy : 0,
    ]);
  }
  leave[0]?.();
  expect(codeOf(() => enter(ann, MeasureFolder))).toBe(0);
});
