/**
 * Disks and sticks are mounted again after a restart without user interaction: a real box, a real helper that mounts,
 * and separate file systems.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { type BoxProcess, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { type HostProcess, startHostProcess } from '../lib/box/host-process.ts';
import { canMount } from '../lib/machine/small-disk.ts';

const run = (program: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout.trim();
};

interface Plugged {
  readonly device: string;
  readonly serial: string;
  readonly label: string;
  readonly hotplug: boolean;
}

const hasLoops = spawnSync('losetup', ['--find']).status === 0;

describe.skipIf(!canMount() || !hasLoops)('after a restart', () => {
  let folder = '';
  let data = '';
  let host: HostProcess;
  let box: BoxProcess;
  let ann: BoxClient;
  const plugged: Plugged[] = [];

  /** Plugs a disk in, with an empty ext4 on it. */
  const plug = (serial: string, label: string, hotplug: boolean): string => {
    const image = join(folder, serial);
    writeFileSync(image, '');
    truncateSync(image, 32 * 1024 * 1024);
    run('mkfs.ext4', '-q', '-L', label, image);
    const device = run('losetup', '--find');
    plugged.push({ device, serial, label, hotplug });
    // What the machine reports of its disks; mount points are read from the kernel.
    const rows = plugged.map(({ device: dev, ...disk }) => {
      const block = {
        kname: dev.replace('/dev/', ''),
        pkname: null,
        type: 'disk',
        size: 33_554_432,
        hotplug: disk.hotplug,
        rota: false,
        tran: 'sata',
        model: 'Disk',
        serial: disk.serial,
        fstype: 'ext4',
        uuid: run('blkid', '-p', '-o', 'value', '-s', 'UUID', join(folder, disk.serial)),
        label: disk.label,
        mountpoints: ['AT'],
      };
      return `at=$(/usr/bin/findmnt -n -f -o TARGET ${dev})\n/bin/cat <<JSON\n${JSON.stringify(block).replaceAll('"AT"', '"$at"')}\nJSON`;
    });
    host.program('lsblk', `echo '{"blockdevices":['\n${rows.join('\necho ,\n')}\necho ']}'`);
    run('losetup', device, image);
    return device;
  };
  const start = async (): Promise<void> => {
    box = await startBoxProcess({ dataDir: data, configDir: `${data}-config`, args: ['--helper', host.socket] });
    ann = await signIn(box.origin, OWNER);
  };
  const volumes = async () => (await ann.disks.list({})).disks.map(({ mntdir }) => mntdir);
  const names = async (path: string) =>
    (await ann.files.list({ path, count: 50, hasbaseinfo: 0 })).file_list.map(({ n }) => n);
  /** How often a device is mounted. */
  const times = (device: string): number =>
    readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith(`${device} `)).length;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'boxwood-loops-'));
    data = mkdtempSync(join(tmpdir(), 'boxwood-data-'));
    host = await startHostProcess({ data });
    for (const name of ['mount', 'umount']) symlinkSync(`/usr/bin/${name}`, join(host.folder, 'bin', name));
    host.program('lsblk', `echo '{"blockdevices":[]}'`);
    await start();
  });
  afterEach(async () => {
    await box.remove();
    await host.remove();
    for (const { device } of plugged.splice(0)) {
      spawnSync('umount', ['-l', '-A', device]);
      spawnSync('losetup', ['--detach', device]);
    }
    for (const each of [folder, data, `${data}-config`]) rmSync(each, { recursive: true, force: true });
  });

  it('of the machine a volume is mounted again where it was; one that was taken out of use is not', async () => {
    const device = plug('V-1', 'Second', false);
    expect(await ann.disks.mount({ dev: device, mntdir: '' })).toMatchObject({ mntdir: '/mnt/usb2' });
    await ann.files.makeFolder({ path: `/mnt/usb2/${OWNER}/Kept` });
    await box.stop();
    run('umount', device);
    await start();
    await expect.poll(volumes).toContain('/mnt/usb2');
    expect(await names(`/mnt/usb2/${OWNER}`)).toContain('Kept');
    expect(host.auditLog().at(-1)).toMatchObject({ verb: 'mountVolume', how: 'done' });

    await ann.disks.deactivate({ dev: device });
    await box.stop();
    await start();
    await expect
      .poll(async () => (await ann.monitor.timetable({})).list.find(({ name }) => name === 'sticks')?.ran)
      .toBeGreaterThan(0);
    expect([await volumes(), times(device)]).toEqual([['/mnt/usb1'], 0]);
  });

  it('of the box alone, also a killed one, a volume and a stick stay mounted, once, and what is on them is read', async () => {
    const device = plug('V-2', 'Second', false);
    await ann.disks.mount({ dev: device, mntdir: '' });
    const stick = plug('S-2', 'Camera', true);
    const place = join(data, 'extdev', 'Camera');
    mkdirSync(place, { recursive: true });
    run('mount', stick, place);
    await expect.poll(volumes).toContain('/mnt/extdev/Camera');
    await ann.files.makeFolder({ path: '/mnt/extdev/Camera/Beach' });
    await box.kill();
    await start();
    await expect
      .poll(async () => (await volumes()).toSorted())
      .toEqual(['/mnt/extdev/Camera', '/mnt/usb1', '/mnt/usb2']);
    expect(await names('/mnt/extdev/Camera')).toEqual(expect.arrayContaining(['Beach']));
    await ann.files.makeFolder({ path: `/mnt/usb2/${OWNER}/After` });
    expect([times(device), times(stick)]).toEqual([1, 1]);
  });
});
