import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openMachine } from '../machine.ts';
import { IN_VOLUME, withStepFolders } from './step-folders.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'boxwood-hold-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('what a step leaves at work in the background reaches its volume after the step has ended, and no other folder that stands there by then', async () => {
  const [place, go] = [join(dataDir, 'usb1'), join(dataDir, 'go')];
  mkdirSync(place);
  const machine = { ...openMachine('/usr/bin:/bin'), box: { dataDir, uid: 0 } };
  // Like `btrfs balance start --background`: the background process opens its folder when the step may have ended.
  const script = `exec >/dev/null 2>&1; (while [ ! -e '${go}' ]; do sleep 0.05; done; echo late > "$0/late.txt") &`;
  const { code } = await withStepFolders(machine, ['-c', script, `${IN_VOLUME}usb1`], (args, inherited) =>
    machine.run('/bin/sh', args, 10_000, { inherited }),
  );
  expect(code).toBe(0);
  renameSync(place, join(dataDir, 'was'));
  mkdirSync(place);
  writeFileSync(go, '');
  await expect.poll(() => existsSync(join(dataDir, 'was', 'late.txt'))).toBe(true);
});
