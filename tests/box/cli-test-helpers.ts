/** A box, a command line that is signed in to it, and a folder of this computer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import type { Cli } from '../lib/box/cli.ts';
import { createCli } from '../lib/box/cli.ts';

/** The box, the command line and the local folder of the current file. */
export let box: BoxProcess;
export let cli: Cli;
export let local: string;

export const json = (text: string): unknown => JSON.parse(text);

/** The path of a file at the box, on its disk. */
export const home = (...path: string[]) => join(box.usb1, OWNER, ...path);
/** The path of a file in the local folder. */
export const here = (...path: string[]) => join(local, ...path);
/** The output of a command that succeeds. */
export const said = async (args: readonly string[]) => {
  const ran = await cli.run(args);
  expect(ran.err).toBe('');
  expect(ran.code).toBe(0);
  return ran.out;
};

/** Starts a box for the calling suite. */
export const setUpCliBox = (): void => {
  beforeAll(async () => {
    box = await startBoxProcess();
    cli = createCli();
    local = mkdtempSync(join(tmpdir(), 'boxwood-local-'));
    await cli.run(['login', box.origin, '-u', OWNER], { BOXWOOD_PASSWORD: PASSWORD });
  });
  afterAll(async () => {
    cli.remove();
    rmSync(local, { recursive: true, force: true });
    await box.remove();
  });
};
