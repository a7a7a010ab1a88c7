import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GEN } from '@boxwood/command-bus';
import { Refusal } from '@boxwood/box-sdk/server';

const FOLDER = '/sys/class/leds';

/** The status light, where the kernel has one: any light whose name says status, power or system. */
const findLed = async (): Promise<string> => {
  const names = await readdir(FOLDER).catch((): string[] => []);
  const name = names.find((entry) => /status|power|system/i.test(entry));
  if (name === undefined) throw new Refusal(GEN.failed, 'noLed');
  return join(FOLDER, name, 'brightness');
};

export const readLed = async (): Promise<0 | 1> => (Number(await readFile(await findLed(), 'utf8')) > 0 ? 1 : 0);

export const writeLed = async (on: 0 | 1): Promise<void> => {
  const file = await findLed();
  await writeFile(file, String(on)).catch(() => {
    throw new Refusal(GEN.noPrivilege, 'led');
  });
};
