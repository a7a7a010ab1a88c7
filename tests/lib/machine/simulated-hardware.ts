/**
 * Simulated device files of a kernel, in a folder that a test writes: a fan with a sensor, a status light, a power
 * supply.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const FAN = 'class/hwmon/hwmon0';

export interface SimulatedHardware {
  readonly folder: string;
  put(file: string, value: string): void;
  read(file: string): string;
  /** Celsius. */
  heat(degrees: number): void;
  /** The fan speed that was set, 0 to 255; null while it is being written. */
  readonly fan: () => number | null;
  remove(): void;
}

export const createSimulatedHardware = (): SimulatedHardware => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-sys-'));
  const put = (file: string, value: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${value}\n`);
  };
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8').trim();
  const heat = (degrees: number): void => put(`${FAN}/temp1_input`, String(degrees * 1000));
  heat(41);
  put(`${FAN}/fan1_input`, '1240');
  put(`${FAN}/pwm1`, '128');
  put(`${FAN}/pwm1_enable`, '2');
  // Unlike a kernel file, this one is empty for a moment while it is written.
  const fan = (): number | null => {
    const said = read(`${FAN}/pwm1`);
    return said === '' ? null : Number(said);
  };
  return {
    folder,
    put,
    read,
    heat,
    fan,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
