/** The fan and the status light, which are kernel files. */
import type { Machine } from '../machine.ts';
import type { OperationStep } from '../host-responses.ts';
import { VERBS } from '../protocol.ts';
import { Barred, definePlanner, WRITE_STEP } from './planner.ts';

/** Temperature from which the fan always runs, in millidegrees Celsius, whatever the box requested. */
const HOT_MILLIDEGREES = 80_000;
const CHECK_INTERVAL_MS = 15_000;
/** Limit of fans; no home server has more. */
const MAX_FANS = 5;
const FULL_SPEED = '255';

const chipsOf = (machine: Machine): readonly string[] =>
  machine
    .names(`${machine.sys}/class/hwmon`)
    .filter((name) => /^hwmon\d{1,3}$/.test(name))
    .map((name) => `${machine.sys}/class/hwmon/${name}`);

/** The PWM file of each fan. */
const fansOf = (machine: Machine): readonly string[] =>
  chipsOf(machine)
    .flatMap((chip) => machine.names(chip).flatMap((name) => (/^pwm\d{1,2}$/.test(name) ? [`${chip}/${name}`] : [])))
    .toSorted()
    .slice(0, MAX_FANS);

/** The highest measured temperature; null without a sensor. */
const hottestOf = (machine: Machine): number | null => {
  const found = chipsOf(machine)
    .flatMap((chip) =>
      machine.names(chip).flatMap((name) => (/^temp\d{1,2}_input$/.test(name) ? [`${chip}/${name}`] : [])),
    )
    .map((file) => machine.read(file))
    .filter((text) => /^-?\d{1,6}$/.test(text))
    .map(Number);
  return found.length === 0 ? null : Math.max(...found);
};

const mayStopFans = (machine: Machine): boolean => {
  const hottest = hottestOf(machine);
  return hottest !== null && hottest < HOT_MILLIDEGREES;
};

const watchedMachines = new WeakSet<Machine>();

/** Fans that were stopped by a request. A fan that its chip controls is not included. */
const stoppedFansOf = (machine: Machine): readonly string[] =>
  fansOf(machine).filter((file) => machine.read(file) === '0' && /^1?$/.test(machine.read(`${file}_enable`)));

const checkFans = (machine: Machine): void => {
  const stopped = stoppedFansOf(machine);
  if (stopped.length > 0 && mayStopFans(machine)) {
    setTimeout(checkFans, CHECK_INTERVAL_MS, machine).unref();
    return;
  }
  for (const file of stopped) machine.write(file, FULL_SPEED);
  watchedMachines.delete(machine);
};

/** Checks the temperature while a fan is stopped, and starts it when it gets hot: the box may have exited. */
const watchFans = (machine: Machine): void => {
  if (watchedMachines.has(machine)) return;
  watchedMachines.add(machine);
  setTimeout(checkFans, CHECK_INTERVAL_MS, machine).unref();
};

/** Continues to watch fans that a previous helper stopped before it exited, without waiting for a request. */
export const resumeFanWatch = (machine: Machine): void => {
  if (watchedMachines.has(machine)) return;
  watchedMachines.add(machine);
  checkFans(machine);
};

export const fan = definePlanner(VERBS.fan.params, {
  draft: ({ on }, machine) => {
    const fans = fansOf(machine);
    if (fans.length === 0) return Promise.reject(new Barred('no fan'));
    if (on === 0 && !mayStopFans(machine)) return Promise.reject(new Barred('hot'));
    const enabled = fans.map((file) => machine.read(`${file}_enable`));
    return Promise.resolve({
      words: on === 1 ? 'turn the fan on' : 'turn the fan off',
      steps: fans.flatMap((file, index): readonly OperationStep[] => [
        // A chip in automatic mode would override the value.
        ...(enabled[index] === '' || enabled[index] === '1'
          ? []
          : [{ program: WRITE_STEP, args: [`${file}_enable`, '1'] }]),
        { program: WRITE_STEP, args: [file, on === 1 ? FULL_SPEED : '0'] },
      ]),
      facts: { fans: fans.join(' '), enabled: enabled.join(' ') },
    });
  },
  begin:
    ({ on }, machine) =>
    (done) => {
      if (done && on === 0) watchFans(machine);
    },
  lacking: (machine) => (fansOf(machine).length === 0 ? ['fan'] : []),
});

/** The status light: the first LED whose name contains status, power or system. */
const statusLightOf = (machine: Machine): string | undefined =>
  machine
    .names(`${machine.sys}/class/leds`)
    .find((name) => /^[\w:.@-]{1,64}$/.test(name) && /status|power|system/i.test(name));

export const led = definePlanner(VERBS.led.params, {
  draft: ({ on }, machine) => {
    const name = statusLightOf(machine);
    if (name === undefined) return Promise.reject(new Barred('no light'));
    const folder = `${machine.sys}/class/leds/${name}`;
    const maxBrightness = machine.read(`${folder}/max_brightness`);
    const bright = /^[1-9]\d{0,5}$/.test(maxBrightness) ? maxBrightness : '1';
    return Promise.resolve({
      words: `turn the light ${name} ${on === 1 ? 'on' : 'off'}`,
      steps: [{ program: WRITE_STEP, args: [`${folder}/brightness`, on === 1 ? bright : '0'] }],
      facts: { name },
    });
  },
  lacking: (machine) => (statusLightOf(machine) === undefined ? ['light'] : []),
});
