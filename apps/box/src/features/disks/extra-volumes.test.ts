import { GEN } from '@boxwood/command-bus';
import type { HostDisk } from '@boxwood/host';
import { afterEach, expect, it } from 'vitest';
import { openDatabase } from '../../store/database.ts';
import { ExtraVolumes, volumeMigrations } from './extra-volumes.ts';

const database = openDatabase(':memory:', { migrations: volumeMigrations });
afterEach(() => {
  database.run('DELETE FROM volumes');
});

/** A root helper with one disk, which unmounts and mounts it at once or on demand. */
const fakeHost = (refusals = 0) => {
  let mounted = true;
  let left = refusals;
  let release = (): void => undefined;
  const acts: string[] = [];
  const disk = (): HostDisk => ({
    name: 'sdb',
    serial: 'S',
    model: 'M',
    bus: 'sata',
    size: 1,
    unplugs: 0,
    rotates: 0,
    parts: [
      {
        name: 'sdb1',
        number: 1,
        size: 1,
        type: 'ext4',
        uuid: 'U',
        label: '',
        place: '',
        held: 0,
        use: mounted ? 'place' : 'free',
      },
    ],
  });
  const volumes = new ExtraVolumes({
    mountExistingArray: () => Promise.reject(new Error('no array')),
    database,
    refreshMounts: () => Promise.resolve(),
    mountPointOf: () => Promise.resolve(mounted ? '/mnt/usb2' : ''),
    onChange: () => undefined,
    retryMs: 1,
    host: {
      disks: () => Promise.resolve({ answer: 'disks', disks: [disk()], arrays: [], gone: [] }),
      plan: () => Promise.resolve({ hash: 'h', words: '', steps: [], facts: { volume: 'usb2' } }),
      execute: async (verb) => {
        acts.push(verb);
        if (left > 0) {
          left -= 1;
          return { answer: 'refused', why: 'failed', detail: 'target is busy' };
        }
        mounted = verb === 'mountVolume';
        // The volume is unmounted, but the response has not arrived yet.
        if (!mounted)
          await new Promise<void>((resolve) => {
            release = resolve;
          });
        return null;
      },
    },
  });
  return { volumes, acts, answer: () => release() };
};

it('what is being taken out of use is not mounted again by the box that finds it gone', async () => {
  database.run('INSERT INTO volumes (uuid, volume) VALUES (?, ?)', 'U', 'usb2');
  const { volumes, acts, answer } = fakeHost();
  const unmounted = volumes.unmount('/dev/sdb1', { user: 'ann', from: '' });
  await expect.poll(() => acts).toEqual(['unmountVolume']);
  const again = volumes.remount();
  answer();
  await Promise.all([unmounted, again]);
  expect(acts).toEqual(['unmountVolume']);
  // A mounted volume is mounted again after a restart.
  await volumes.mount({ dev: '/dev/sdb1', mntdir: '' }, { user: 'ann', from: '' });
  expect(acts).toEqual(['unmountVolume', 'mountVolume']);
});

it('one that is in use for a moment is let go of; one that stays in use is refused and kept', async () => {
  const by = { user: 'ann', from: '' };
  const row = () => database.all((each) => each['volume'], 'SELECT volume FROM volumes');
  database.run('INSERT INTO volumes (uuid, volume) VALUES (?, ?)', 'U', 'usb2');
  const busy = fakeHost(1000);
  await expect(busy.volumes.unmount('/dev/sdb1', by)).rejects.toMatchObject({ code: GEN.inUse });
  expect(busy.acts).toHaveLength(6);
  expect(row()).toEqual(['usb2']);
  const soon = fakeHost(2);
  const unmounted = soon.volumes.unmount('/dev/sdb1', by);
  await expect.poll(() => soon.acts.length).toBe(3);
  soon.answer();
  await unmounted;
  expect(row()).toEqual([]);
});

it('DISK-05: what was made a primary volume stays one, also over a restart, and is not taken out of use', async () => {
  const by = { user: 'ann', from: '' };
  const { volumes, acts } = fakeHost();
  await volumes.mountPrimary('sdb1', by);
  expect(volumes.primaries).toEqual(['/mnt/usb2']);
  await expect(fakeHost().volumes.unmount('/dev/sdb1', by)).rejects.toMatchObject({ code: GEN.noPrivilege });
  expect(acts).toEqual(['mountVolume']);
});
