import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder in which the kernel exposes its devices; tests set another one. */
export const SYSFS_ROOT = process.env['BOXWOOD_SYS'] ?? '/sys';

/** Names in a sysfs folder; empty when it does not exist. */
export const listNames = (folder: string): Promise<readonly string[]> => readdir(folder).catch((): string[] => []);

/** A sysfs value without its newline; empty when it cannot be read. */
export const readValue = (...names: readonly string[]): Promise<string> =>
  readFile(join(...names), 'utf8').then(
    (text) => text.trim(),
    () => '',
  );

const numberOf = (text: string): number | null => (/^-?\d{1,9}$/.test(text) ? Number(text) : null);

/** State of the fan: highest temperature in millidegrees Celsius and speed in rpm, null without a sensor. */
export interface FanState {
  readonly temp: number | null;
  readonly rpm: number | null;
  readonly runs: boolean;
}

/** Returns null on a machine without a controllable fan. */
export const readFan = async (sys = SYSFS_ROOT): Promise<FanState | null> => {
  const root = join(sys, 'class/hwmon');
  const chips = await Promise.all(
    (await listNames(root)).map(async (chip) => [join(root, chip), await listNames(join(root, chip))] as const),
  );
  const read = async (pattern: RegExp): Promise<readonly number[]> => {
    const found = chips.flatMap(([chip, names]) =>
      names.filter((name) => pattern.test(name)).map((name) => join(chip, name)),
    );
    return (await Promise.all(found.map((file) => readValue(file)))).flatMap((text) => numberOf(text) ?? []);
  };
  const [temps, fanSpeedsRpm, pwmValues] = await Promise.all([
    read(/^temp\d+_input$/),
    read(/^fan\d+_input$/),
    read(/^pwm\d+$/),
  ]);
  if (pwmValues.length === 0) return null;
  return {
    temp: temps.length === 0 ? null : Math.max(...temps),
    rpm: fanSpeedsRpm.length === 0 ? null : Math.max(...fanSpeedsRpm),
    runs: pwmValues.some((speed) => speed > 0),
  };
};
