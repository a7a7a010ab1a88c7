import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDispatcher } from '../dispatcher.ts';
import { type Machine, openMachine } from '../machine.ts';
import { resumeFanWatch } from './hardware.ts';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
let machine: Machine;
const at = (...names: readonly string[]): string => join(folder, 'class', ...names);
const put = (value: string, ...names: readonly string[]): void => {
  mkdirSync(join(at(...names), '..'), { recursive: true });
  writeFileSync(at(...names), `${value}\n`);
};
const readValue = (...names: readonly string[]): string => readFileSync(at(...names), 'utf8').trim();

beforeEach(() => {
  vi.useFakeTimers();
  folder = mkdtempSync(join(tmpdir(), 'boxwood-sys-'));
  machine = openMachine('/none', null, null, folder);
  put('42000', 'hwmon', 'hwmon0', 'temp1_input');
  put('51000', 'hwmon', 'hwmon1', 'temp2_input');
  put('128', 'hwmon', 'hwmon1', 'pwm1');
  put('2', 'hwmon', 'hwmon1', 'pwm1_enable');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const by = { user: 'ann', from: 'here' };
const createTestDispatcher = () =>
  createDispatcher({ machine, now: () => 0, log: { logOperation: () => undefined, logRequest: () => undefined } });
const ask = async (question: object): Promise<Readonly<Record<string, unknown>>> => ({
  ...(await createTestDispatcher().answer(JSON.stringify({ by, ...question }))),
});
const turn = async (verb: string, on: 0 | 1) => {
  const planned = await ask({ ask: 'plan', verb, params: { on } });
  const hash = /"hash":"([0-9a-f]{64})"/.exec(JSON.stringify(planned))?.[1];
  return hash === undefined ? planned : ask({ ask: 'act', verb, params: { on }, plan: hash });
};

it('a fan stands still and runs as it is told, also one that a chip turned by itself', async () => {
  expect(await turn('fan', 0)).toEqual({ answer: 'done' });
  expect([readValue('hwmon', 'hwmon1', 'pwm1'), readValue('hwmon', 'hwmon1', 'pwm1_enable')]).toEqual(['0', '1']);
  expect(await turn('fan', 1)).toEqual({ answer: 'done' });
  expect(readValue('hwmon', 'hwmon1', 'pwm1')).toBe('255');
});

it('while it is hot no fan stands still, nor where nothing says how warm it is; one that stood still runs when it gets hot, whoever asked for what', async () => {
  expect(await turn('fan', 0)).toEqual({ answer: 'done' });
  vi.advanceTimersByTime(60_000);
  expect(readValue('hwmon', 'hwmon1', 'pwm1')).toBe('0');
  put('80000', 'hwmon', 'hwmon0', 'temp1_input');
  vi.advanceTimersByTime(15_000);
  expect(readValue('hwmon', 'hwmon1', 'pwm1')).toBe('255');
  expect(await turn('fan', 0)).toMatchObject({ answer: 'refused', why: 'barred', detail: 'hot' });
  rmSync(at('hwmon', 'hwmon0'), { recursive: true });
  rmSync(at('hwmon', 'hwmon1', 'temp2_input'));
  expect(await turn('fan', 0)).toMatchObject({ why: 'barred', detail: 'hot' });
});

it('a helper that starts takes up a fan that stands still, and leaves one alone that its chip turns by itself', () => {
  put('0', 'hwmon', 'hwmon1', 'pwm1');
  put('85000', 'hwmon', 'hwmon0', 'temp1_input');
  resumeFanWatch(machine);
  expect(readValue('hwmon', 'hwmon1', 'pwm1')).toBe('0');
  put('1', 'hwmon', 'hwmon1', 'pwm1_enable');
  resumeFanWatch(openMachine('/none', null, null, folder));
  expect(readValue('hwmon', 'hwmon1', 'pwm1')).toBe('255');
  put('0', 'hwmon', 'hwmon1', 'pwm1');
  put('60000', 'hwmon', 'hwmon0', 'temp1_input');
  resumeFanWatch(machine);
  vi.advanceTimersByTime(60_000);
  expect(readValue('hwmon', 'hwmon1', 'pwm1')).toBe('0');
  put('80000', 'hwmon', 'hwmon0', 'temp1_input');
  vi.advanceTimersByTime(15_000);
  expect(readValue('hwmon', 'hwmon1', 'pwm1')).toBe('255');
});

it('a machine without a fan and a light is left alone', async () => {
  rmSync(at('hwmon', 'hwmon1'), { recursive: true });
  expect(await turn('fan', 1)).toMatchObject({ why: 'barred', detail: 'no fan' });
  expect(await turn('led', 1)).toMatchObject({ why: 'barred', detail: 'no light' });
});

it('the status light goes on as bright as it can, and off, and no other light does', async () => {
  put('0', 'leds', 'green:status', 'brightness');
  put('15', 'leds', 'green:status', 'max_brightness');
  put('0', 'leds', 'input3::capslock', 'brightness');
  expect(await turn('led', 1)).toEqual({ answer: 'done' });
  expect(readValue('leds', 'green:status', 'brightness')).toBe('15');
  await turn('led', 0);
  expect([
    readValue('leds', 'green:status', 'brightness'),
    readValue('leds', 'input3::capslock', 'brightness'),
  ]).toEqual(['0', '0']);
});
