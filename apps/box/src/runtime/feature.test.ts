import { describe, expect, it } from 'vitest';
import { defineMigration } from '../store/migrations.ts';
import { defineFeature, Features, Emitter } from './feature.ts';

let steps: string[] = [];
const first = defineFeature({
  migrations: [defineMigration('first', 1, 'CREATE TABLE a (b)')],
  make: ({ base }: { readonly base: string }, scope) => {
    steps.push(`first over ${base}`);
    scope.defer(() => void steps.push('first closed'));
    return { value: { one: 1 }, handlers: { areaOne: () => 1 } };
  },
});
const second = defineFeature({
  migrations: [defineMigration('second', 1, 'CREATE TABLE c (d)')],
  make: async ({ one }: { readonly one: number }, scope) => {
    await Promise.resolve();
    steps.push(`second over ${one}`);
    scope.defer(() => void steps.push('second closed'));
    return {
      value: { two: one + 1 },
      handlers: {},
      schedule: [{ name: 'upkeep', everyMs: 1000, run: () => 'done' as const }],
    };
  },
});
const broken = defineFeature({
  make: (): { value: object; handlers: object } => {
    throw new Error('it cannot be made');
  },
});
const both = Features.over<{ readonly base: string }>().with(first).with(second);

describe('a list of features', () => {
  it('is made in its order, each of what those before it gave, and gives all of it', async () => {
    steps = [];
    await using scope = new AsyncDisposableStack();
    const { value, handlers, routes, schedule } = await both.make({ base: 'ground' }, scope);
    expect(steps).toEqual(['first over ground', 'second over 1']);
    expect(value).toEqual({ base: 'ground', one: 1, two: 2 });
    expect([Object.keys(handlers), routes, schedule.map(({ name }) => name)]).toEqual([['areaOne'], [], ['upkeep']]);
    expect(both.migrations.map(({ feature }) => feature)).toEqual(['first', 'second']);
  });

  it('closes what was made, the last first, also when one of them cannot be', async () => {
    steps = [];
    const making = async (): Promise<void> => {
      await using scope = new AsyncDisposableStack();
      await both.with(broken).make({ base: 'ground' }, scope);
    };
    await expect(making()).rejects.toThrow('it cannot be made');
    expect(steps.slice(2)).toEqual(['second closed', 'first closed']);
  });

  it.each([
    ['a value', { value: { one: 2 }, handlers: {} }, 'one'],
    ['an area', { value: {}, handlers: { areaOne: () => 2 } }, 'areaOne'],
  ])('refuses %s that two of them give', async (_, given, name) => {
    await using scope = new AsyncDisposableStack();
    const twice = both.with(defineFeature({ make: () => given }));
    await expect(twice.make({ base: 'ground' }, scope)).rejects.toThrow(`two features provide ${name}`);
  });

  it('does not compile with one that needs what nothing before it gives', () => {
    const needy = defineFeature({
      make: ({ three }: { readonly three: number }) => ({ value: { three }, handlers: {} }),
    });
    // @ts-expect-error nothing before it gives `three`
    expect(both.with(needy)).toBeInstanceOf(Features);
  });
});

it('what one feature tells is heard by all who listen, in the order in which they came', () => {
  const told = new Emitter<[from: string, to: string]>();
  const heard: string[] = [];
  told.on((from, to) => void heard.push(`a ${from} ${to}`));
  told.on((from) => void heard.push(`b ${from}`));
  told.emit('x', 'y');
  expect(heard).toEqual(['a x y', 'b x']);
});
