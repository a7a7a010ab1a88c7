import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the kernel shows its devices; tests name another folder. */
export const SYS = process.env['BOXWOOD_SYS'] ?? '/sys';

/** What lies in a folder of it; nothing where there is none. */
export const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch((): string[] => []);

/** A value of it, without the end of its line; empty where it cannot be read. */
export const valueOf = (...names: readonly string[]): Promise<string> =>
  readFile(join(...names), 'utf8').then(
    (text) => text.trim(),
    () => '',
  );

const numberOf = (text: string): number | null => (/^-?\d{1,9}$/.test(text) ? Number(text) : null);

/** The fan as the kernel has it: millidegrees of the hottest that is measured, turns a minute; null where nothing says it. */
export interface FanNow {
  readonly temp: number | null;
  readonly rpm: number | null;
  readonly runs: boolean;
}

/** Null on a machine without a fan that can be turned. */
export const readFan = async (sys = SYS): Promise<FanNow | null> => {
  const root = join(sys, 'class/hwmon');
  const chips = await Promise.all(
    (await namesIn(root)).map(async (chip) => [join(root, chip), await namesIn(join(root, chip))] as const),
  );
  const read = async (pattern: RegExp): Promise<readonly number[]> => {
    const found = chips.flatMap(([chip, names]) =>
      names.filter((name) => pattern.test(name)).map((name) => join(chip, name)),
    );
    return (await Promise.all(found.map((file) => valueOf(file)))).flatMap((text) => numberOf(text) ?? []);
  };
  const [temps, turns, speeds] = await Promise.all([read(/^temp\d+_input$/), read(/^fan\d+_input$/), read(/^pwm\d+$/)]);
  if (speeds.length === 0) return null;
  return {
    temp: temps.length === 0 ? null : Math.max(...temps),
    rpm: turns.length === 0 ? null : Math.max(...turns),
    runs: speeds.some((speed) => speed > 0),
  };
};
