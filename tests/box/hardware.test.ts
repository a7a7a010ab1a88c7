/**
 * The fan, the status light and the power supply of a box: a real box and its real helper, over simulated device files.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient, FanRule } from '@boxwood/box-sdk';
import { fanDefault, fanOff } from '@boxwood/box-sdk/rules';
import { type BoxProcess, MEMBER, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { type HostProcess, startHostProcess } from '../lib/box/host-process.ts';
import { describeRefusal } from '../../apps/box/src/platform/testing/describe-refusal.ts';
import { createSimulatedHardware, type SimulatedHardware } from '../lib/machine/simulated-hardware.ts';

/** The box polls every ten seconds. */
const LOOKS = { timeout: 30_000 };

describe('the devices of a box', () => {
  let machine: SimulatedHardware;
  let data: string;
  let host: HostProcess;
  let box: BoxProcess;
  let ann: BoxClient;
  const start = async (...args: readonly string[]): Promise<void> => {
    box = await startBoxProcess({
      dataDir: data,
      configDir: `${data}-config`,
      args: ['--helper', host.socket, ...args],
      env: { BOXWOOD_SYS: machine.folder },
    });
    ann = await signIn(box.origin, OWNER);
  };
  const rule = (object: FanRule) => ann.system.setRootJson({ name: 'fan_rule', object });
  beforeAll(async () => {
    machine = createSimulatedHardware();
    data = mkdtempSync(join(tmpdir(), 'boxwood-data-'));
    host = await startHostProcess({ data, sys: machine.folder });
    await start();
  });
  afterAll(async () => {
    await box.remove();
    await host.remove();
    machine.remove();
    for (const folder of [data, `${data}-config`]) rmSync(folder, { recursive: true, force: true });
  });

  it('SYSTEM-08 SYSTEM-09 VALID-62: a wrong rule is refused and none is kept: thresholds the wrong way round, no slot, two slots at one time, another shape', async () => {
    const [slot] = fanDefault.powers;
    if (slot === undefined) throw new Error('no slot');
    const tried = (powers: readonly object[]) =>
      describeRefusal(ann.system.setRootJson({ name: 'fan_rule', object: { powers } }));
    expect(await tried([{ ...slot, temp_low: 60_000, temp_high: 59_999 }])).toBe('11');
    expect(await tried([])).toBe('11');
    expect(await tried([slot, slot])).toBe('11');
    expect(await tried([{ ...slot, hour: 24 }])).toBe('11');
    for (const { idx, ...less } of [slot]) expect([idx, await tried([less])]).toEqual([0, '11']);
    expect(await describeRefusal(ann.system.rootJson({ name: 'fan_rule' }))).toBe('15');
    const member = await signIn(box.origin, MEMBER);
    expect(await describeRefusal(member.system.setRootJson({ name: 'fan_rule', object: fanDefault }))).toBe('13');
    expect([machine.fan(), machine.read('class/hwmon/hwmon0/pwm1_enable')]).toEqual([128, '2']);
    // Equal thresholds are valid.
    expect(await tried([{ ...slot, temp_low: 60_000, temp_high: 60_000 }])).toBe('done');
  });

  it('SYSTEM-10: by the rule that a box begins with the fan stands still below 75 °C and runs from there on', async () => {
    await rule(fanDefault);
    expect(await ann.system.rootJson({ name: 'fan_rule' })).toMatchObject({ object: fanDefault });
    expect(fanDefault.powers.map(({ temp_low, temp_high }) => [temp_low, temp_high])).toEqual(
      Array.from({ length: 24 }, () => [75_000, 75_000]),
    );
    machine.heat(74.9);
    await expect.poll(machine.fan, LOOKS).toBe(0);
    machine.heat(75);
    await expect.poll(machine.fan, LOOKS).toBe(255);
    expect((await ann.monitor.status({})).fan).toEqual({ temp: 75, rpm: 1240, runs: 1 });
  });

  it('between two thresholds it goes on as it was, also after a restart of the box', async () => {
    await rule({ powers: fanDefault.powers.map((slot) => ({ ...slot, temp_low: 50_000, temp_high: 60_000 })) });
    machine.heat(49);
    await expect.poll(machine.fan, LOOKS).toBe(0);
    await box.stop();
    machine.heat(61);
    await start();
    await expect.poll(machine.fan, LOOKS).toBe(255);
    machine.heat(55);
    const ran = async () => (await ann.monitor.timetable({})).list.find(({ name }) => name === 'fan')?.ran ?? 0;
    const before = await ran();
    await expect.poll(ran, LOOKS).toBeGreaterThan(before);
    expect(machine.fan()).toBe(255);
  });

  it('SYSTEM-11: the preset switches the fan off; while it is hot the helper does not', async () => {
    machine.heat(79);
    await rule(fanOff);
    await expect.poll(machine.fan, LOOKS).toBe(0);
    machine.heat(81);
    await expect.poll(machine.fan, { timeout: 40_000 }).toBe(255);
    machine.heat(70);
    await expect.poll(machine.fan, LOOKS).toBe(0);
    expect(
      host
        .auditLog()
        .filter(({ verb, event }) => verb === 'fan' && event === 'begins')
        .at(-1),
    ).toMatchObject({
      words: 'turn the fan off',
    });
  });

  it('a helper that was killed while the fan stood still takes it up again: it runs once the machine is hot, whatever the rule says', async () => {
    await rule(fanOff);
    machine.heat(70);
    await expect.poll(machine.fan, LOOKS).toBe(0);
    await host.stop();
    const again = (): Promise<HostProcess> => startHostProcess({ folder: host.folder, data, sys: machine.folder });
    machine.heat(85);
    // Without any request of a client.
    host = await again();
    expect(machine.fan()).toBe(255);
    machine.heat(70);
    await expect.poll(machine.fan, LOOKS).toBe(0);
    await host.stop();
    host = await again();
    machine.heat(85);
    await expect.poll(machine.fan, { timeout: 40_000 }).toBe(255);
    machine.heat(70);
    await expect.poll(machine.fan, LOOKS).toBe(0);
  });

  it('SYSTEM-12: the status light is read and set, by administrators alone; a machine without one says so', async () => {
    expect(await describeRefusal(ann.system.led({}))).toBe('3 led.absent');
    expect(await describeRefusal(ann.system.setLed({ status: 1 }))).toBe('3 led.absent');
    machine.put('class/leds/green:status/brightness', '0');
    machine.put('class/leds/green:status/max_brightness', '15');
    machine.put('class/leds/input3::capslock/brightness', '0');
    expect(await ann.system.led({})).toMatchObject({ status: 0 });
    await ann.system.setLed({ status: 1 });
    expect(machine.read('class/leds/green:status/brightness')).toBe('15');
    expect(await ann.system.led({})).toMatchObject({ status: 1 });
    const member = await signIn(box.origin, MEMBER);
    expect(await describeRefusal(member.system.setLed({ status: 0 }))).toBe('13');
    await ann.system.setLed({ status: 0 });
    expect([await ann.system.led({}), machine.read('class/leds/input3::capslock/brightness')]).toMatchObject([
      { status: 0 },
      '0',
    ]);
  });

  it('SYSTEM-13: the power supply is what the kernel says of it: an adapter, one that was pulled, a battery that stands in', async () => {
    const supply = (name: string, values: Readonly<Record<string, string>>): void => {
      for (const [field, value] of Object.entries(values)) machine.put(`class/power_supply/${name}/${field}`, value);
    };
    supply('AC', { type: 'Mains', online: '1', voltage_now: '12040000' });
    expect(await ann.system.power({})).toMatchObject({ source: 'adapter', ok: 1, voltage: 12_040 });
    supply('AC', { online: '0' });
    expect(await ann.system.power({})).toMatchObject({ source: 'adapter', ok: 0 });
    rmSync(join(machine.folder, 'class/power_supply/AC'), { recursive: true });
    supply('ups0', { type: 'UPS', voltage_now: '13500000' });
    expect(await ann.system.power({})).toMatchObject({ source: 'ups', ok: 1, voltage: 13_500 });
  });

  it('a machine without a fan keeps no rule, and says why', async () => {
    rmSync(join(machine.folder, 'class/hwmon'), { recursive: true });
    expect(await describeRefusal(rule(fanDefault))).toBe('3 fan.absent');
    expect((await ann.monitor.status({})).fan).toBeUndefined();
  });
});
