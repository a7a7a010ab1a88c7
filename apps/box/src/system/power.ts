import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PowerStatus } from '@boxwood/box-sdk';
import { Refusal } from '@boxwood/box-sdk/server';
import { runProgram } from '../runtime/programs.ts';

const FOLDER = '/sys/class/power_supply';

const read = (name: string, field: string): Promise<string> =>
  readFile(join(FOLDER, name, field), 'utf8').then(
    (text) => text.trim(),
    () => '',
  );

/** What feeds the machine: a supply the kernel knows, else the adapter it cannot see; voltage in millivolts, 0 when unknown. */
export const readPower = async (): Promise<PowerStatus> => {
  for (const name of await readdir(FOLDER).catch((): string[] => [])) {
    const type = await read(name, 'type');
    const volts = Math.round(Number(await read(name, 'voltage_now')) / 1000);
    if (type === 'UPS') return { source: 'ups', ok: 1, voltage: volts };
    if (type === 'Mains')
      return { source: 'adapter', ok: (await read(name, 'online')) === '1' ? 1 : 0, voltage: volts };
  }
  return { source: 'adapter', ok: 1, voltage: 0 };
};

/** The box answers before it acts (B10): the reply must be out when the machine goes down. */
const ANSWER_FIRST_MS = 1000;

const NO_PRIVILEGE = 13;

/** Reboot, power off and the clock: only with `--allow-power`, and only where the machine lets this user. */
export class Power {
  readonly #allowed: boolean;
  readonly #onFault: (fault: unknown) => void;

  /** @param onFault told when the machine did not obey, which whoever asked has no answer for any more */
  constructor(allowed: boolean, onFault: (fault: unknown) => void = () => undefined) {
    this.#allowed = allowed;
    this.#onFault = onFault;
  }

  #check(): void {
    if (!this.#allowed) throw new Refusal(NO_PRIVILEGE, 'allowPower');
    if (process.getuid?.() !== 0) throw new Refusal(NO_PRIVILEGE, 'notRoot');
  }

  later(action: 'reboot' | 'poweroff'): void {
    this.#check();
    setTimeout(() => {
      succeed('systemctl', [action]).catch(this.#onFault);
    }, ANSWER_FIRST_MS);
  }

  async setClock(epochSeconds: number, zone: string): Promise<void> {
    this.#check();
    if (zone !== '') {
      if (!Intl.supportedValuesOf('timeZone').includes(zone) && zone !== 'UTC') throw new Refusal(11, 'zone');
      await succeed('timedatectl', ['set-timezone', zone]);
    }
    await succeed('date', ['-s', `@${epochSeconds}`]);
  }
}

const DEADLINE_MS = 15_000;

const succeed = async (program: string, args: readonly string[]): Promise<void> => {
  const { code } = await runProgram(program, args, { rights: 'own', deadlineMs: DEADLINE_MS }).catch(() => ({
    code: null,
  }));
  if (code !== 0) throw new Refusal(3, program);
};
