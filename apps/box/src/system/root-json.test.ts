import { fanOff } from '@boxwood/box-sdk/rules';
import { Refusal } from '@boxwood/box-sdk/server';
import { afterEach, expect, it } from 'vitest';
import { Facts } from '../identity/facts.ts';
import { identityMigrations } from '../identity/tables.ts';
import { openDatabase } from '../store/database.ts';
import { RootJson } from './root-json.ts';

const database = openDatabase(':memory:', { migrations: identityMigrations });
const rootJson = new RootJson(new Facts(database));
afterEach(() => database.exec('delete from facts'));

const codeOf = (work: () => void): number => {
  try {
    work();
    return 0;
  } catch (failure) {
    if (failure instanceof Refusal) return failure.code;
    throw failure;
  }
};

it('SYSTEM-08: the largest fan rule is kept, and whatever is sent along with a setting counts: 900 KB of it are refused', () => {
  const slot = { idx: 23, off: 1, hour: 23, min: 59, temp_low: 200_000, temp_high: 200_000 };
  const powers = Array.from({ length: 24 }, () => slot);
  expect(codeOf(() => rootJson.set('fan_rule', { powers }))).toBe(0);
  expect(rootJson.get('fan_rule')).toEqual({ powers });
  expect(codeOf(() => rootJson.set('fan_rule', fanOff))).toBe(0);
  const plan = { enable: 1, frequency: 'day', time: '04:30' };
  expect(codeOf(() => rootJson.set('reboot_plan', { ...plan, more: 'x'.repeat(900_000) }))).toBe(11);
  expect(codeOf(() => rootJson.set('mirror', { list: ['x'.repeat(900_000)] }))).toBe(11);
  expect(codeOf(() => rootJson.set('led_plan', { enable: 1, on: '07:00', off: '23:00', more: 'x'.repeat(600) }))).toBe(
    11,
  );
  expect(codeOf(() => rootJson.get('reboot_plan'))).toBe(15);
});
