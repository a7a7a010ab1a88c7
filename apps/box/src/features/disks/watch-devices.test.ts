import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { watchDisks, watchMounts } from './watch-devices.ts';

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'boxwood-hear-'));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const each of folders.splice(0)) rmSync(each, { recursive: true });
});
/** Whether this machine can mount file systems. */
const mounts = (at: string): boolean =>
  process.getuid?.() === 0 && spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', at], { stdio: 'ignore' }).status === 0;

it('tells of a device whose file udev writes or removes, and of nothing where there is no udev', async () => {
  const udev = folder();
  const soon = vi.fn();
  const end = watchDisks(soon, udev);
  writeFileSync(join(udev, 'b8:16'), 'S:disk/by-uuid/1');
  await vi.waitFor(() => expect(soon).toHaveBeenCalled(), 10_000);
  soon.mockClear();
  rmSync(join(udev, 'b8:16'));
  await vi.waitFor(() => expect(soon).toHaveBeenCalled(), 10_000);
  end();
  watchDisks(soon, join(udev, 'nowhere'))();
});

it('tells of what is mounted and unmounted, until it is ended', async (context) => {
  const disk = folder();
  if (!mounts(disk)) return context.skip();
  spawnSync('umount', [disk]);
  const [soon, info] = [vi.fn(), vi.fn()];
  const end = watchMounts(soon, { info });
  try {
    await vi.waitFor(
      () => {
        // No event arrives before findmnt listens, so the test mounts again until one does.
        mounts(disk);
        spawnSync('umount', [disk]);
        expect(soon).toHaveBeenCalled();
      },
      { timeout: 20_000, interval: 200 },
    );
  } finally {
    end();
  }
  expect(info).not.toHaveBeenCalled();
});
