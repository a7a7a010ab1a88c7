import { expect, it } from 'vitest';
import { fanDefault, fanOff } from '@boxwood/box-sdk/rules';
import { LONG_TIMEOUT, useMachineFixture } from '../machine-fixture.ts';

const fixture = useMachineFixture();

it('SYSTEM-10 SYSTEM-11: a chip of the kernel is read by the box and turned by its helper: below 75 °C the fan stands still, from there on it runs, and the preset switches it off', async () => {
  // Registers in memory that the kernel's driver treats as a chip; its range starts at -64 °C.
  const chip = await fixture().machine.must(
    `modprobe i2c-dev && modprobe i2c-stub chip_addr=0x2e && modprobe adt7475 || exit 1
     bus=$(basename "$(dirname "$(grep -l 'SMBus stub' /sys/class/i2c-adapter/i2c-*/name)")")
     echo $bus | cut -d- -f2 > /tmp/bus
     for register in 0x25 0x26 0x27; do busybox i2cset -f -y $(cat /tmp/bus) 0x2e $register 0x69 b || exit 1; done
     echo adt7475 0x2e > /sys/bus/i2c/devices/$bus/new_device && cd /sys/bus/i2c/devices/*-002e/hwmon/hwmon* && pwd -P`,
  );
  const heat = (degrees: number) =>
    fixture().machine.must(
      `for register in 0x25 0x26 0x27; do busybox i2cset -f -y $(cat /tmp/bus) 0x2e $register ${degrees + 64} b || exit 1; done`,
    );
  const fan = () => fixture().machine.must(`cat ${chip}/pwm1`);
  await fixture().owner.system.setRootJson({ name: 'fan_rule', object: fanDefault }, LONG_TIMEOUT);
  await expect.poll(fan).toBe('0');
  expect((await fixture().owner.monitor.status({}, LONG_TIMEOUT)).fan).toMatchObject({ runs: 0 });
  await heat(76);
  await expect.poll(fan).toBe('255');
  await fixture().owner.system.setRootJson({ name: 'fan_rule', object: fanOff }, LONG_TIMEOUT);
  await expect.poll(fan).toBe('0');
});
