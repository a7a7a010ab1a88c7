import type { BoxState } from '../box-state.ts';
import { stateOfBox, nowSeconds } from '../box-state.ts';
import type { CommandCall, Fields } from '../command-call.ts';
import { GENERIC, Refusal } from '../simulator-refusal.ts';
import { commands } from '../command-table.ts';
import { measureNode } from '../tree/measure-node.ts';
import { join } from '../tree/file-tree.ts';
import { locateExisting } from '../files/path-access.ts';
import { arrays } from './raid-commands.ts';
import type { Partition } from './disk-state.ts';
import { disks } from './disk-state.ts';

const BLOCK = 4096;
const TEST_DURATION_MS = 120_000;
const FORMAT_DURATION_MS = 5000;
const SCAN_DURATION_MS = 3000;
const GB = 1024 ** 3;

const requirePartition = (box: BoxState, dev: string): Partition => {
  const found = disks(box).partitions.find((one) => one.dev === dev);
  if (found === undefined) throw new Refusal(GENERIC.invalid);
  return found;
};

/** Refuses the primary partition (specification, section 4) and partitions in use. */
const requireUnusedPartition = (box: BoxState, dev: string): Partition => {
  const found = requirePartition(box, dev);
  if (found.master) throw new Refusal(GENERIC.noPrivilege);
  if (found.mntdir !== '' || disks(box).arrays.some(({ members }) => members.includes(dev)))
    throw new Refusal(GENERIC.wrongType);
  return found;
};

const checkPassword = (call: CommandCall, at: number): void => {
  if (call.text(at, 'password') !== call.caller.password) throw new Refusal(GENERIC.authFailed);
};

const partitionFields = (box: BoxState, { dev, bus, master, mntdir, type, bytes }: Partition): Fields => {
  const root = box.tree.folder(mntdir);
  const used = root === undefined ? 0 : measureNode(root).size;
  return {
    dev,
    bus,
    master: master ? '1' : '0',
    mntdir,
    uuid: `0000-${dev}`,
    type,
    f_blocks: String(bytes / BLOCK),
    f_bsize: BLOCK,
    f_bavail: Math.floor((bytes - used) / BLOCK),
  };
};

const usage = stateOfBox(() => ({ mount: '', until: 0, time: 0 }));

const queryCommands = commands('/eshell', {
  LISTDISKS: (_, box) => ({ disks: disks(box).partitions.map((one) => partitionFields(box, one)) }),
  UMOUNT: (call, box) => {
    const mntdir = call.text(0, 'mntdir');
    const found = disks(box).partitions.find((one) => one.mntdir === mntdir);
    if (found === undefined) throw new Refusal(GENERIC.path);
    if (found.master) throw new Refusal(GENERIC.noPrivilege);
    found.mntdir = '';
    box.tree.remove(mntdir);
    return {};
  },
});

const adminCommands = commands(
  '/eshell',
  {
    GETHDDINFO: (call, box) => {
      const [dev = ''] = call.texts(0, 'dev');
      const list = [...new Set(disks(box).partitions.map((one) => one.dev.replace(/\d+$/, '')))];
      if (dev !== '' && !list.includes(dev)) throw new Refusal(GENERIC.invalid);
      return { list: list.filter((one) => dev === '' || one === dev).map((one) => ({ dev: one, health: 'PASSED' })) };
    },
    SMARTTEST: (call, box) => {
      const dev = call.text(0, 'dev');
      if ((disks(box).tests.get(dev) ?? 0) > box.clock.now()) throw new Refusal(GENERIC.busy);
      disks(box).tests.set(dev, box.clock.now() + TEST_DURATION_MS);
      return {};
    },
    SMARTLOG: (call, box) => {
      const until = disks(box).tests.get(call.text(0, 'dev'));
      const left = (until ?? 0) - box.clock.now();
      return {
        running: left > 0 ? '1' : '0',
        progress: String(left > 0 ? Math.floor(100 - (left / TEST_DURATION_MS) * 100) : 0),
        list: until !== undefined && left <= 0 ? [{ type: 'short', result: 'passed' }] : [],
      };
    },
    DISKINIT: (call, box) => {
      checkPassword(call, 1);
      const found = requireUnusedPartition(box, call.text(0, 'dev'));
      box.schedule.after(FORMAT_DURATION_MS, () => {
        found.type = 'ext4';
      });
      return {};
    },
    DISKMOUNT: (call, box) => {
      const found = requireUnusedPartition(box, call.text(0, 'dev'));
      if (found.type === '') throw new Refusal(GENERIC.invalid);
      const occupied = disks(box).partitions.map(({ mntdir }) => mntdir);
      const free = [2, 3, 4, 5].map((n) => `/mnt/usb${n}`).find((mntdir) => !occupied.includes(mntdir)) ?? '';
      found.mntdir = call.text(1, 'mntdir', '') || free;
      for (const { name } of box.users) box.tree.makeFolder(join(found.mntdir, name));
      return { mntdir: found.mntdir };
    },
    DISKDEACTIVATE: (call, box) => {
      const found = requirePartition(box, call.text(0, 'dev'));
      if (found.master) throw new Refusal(GENERIC.noPrivilege);
      found.mntdir = '';
      return {};
    },
    // At least 10 GB, and a fifth of the disk remains free.
    DISKPRIMARY: (call, box) => {
      const { bytes } = requirePartition(box, call.text(0, 'dev'));
      const size = call.number(1, 'size');
      if (size < 10 || size * GB > bytes * 0.8) throw new Refusal(GENERIC.invalid);
      return {};
    },
  },
  { access: 'admin' },
);

/** The space used by each folder, found by a scan that takes some time. */
const usageScan = commands('/offlinetask', {
  DUSTART: (call, box) => {
    const mount = locateExisting(call, box, call.text(0, 'mount'));
    Object.assign(usage(box), { mount, until: box.clock.now() + SCAN_DURATION_MS, time: nowSeconds(box) });
    return {};
  },
  DULIST: (call, box) => {
    const { until } = usage(box);
    if (box.clock.now() < until || until === 0) return { scanning: until === 0 ? '0' : '1', list: [] };
    const path = locateExisting(call, box, call.text(1, 'path', call.text(0, 'mount')));
    const folders = [...(box.tree.folder(path)?.children.values() ?? [])].filter(({ kind }) => kind === 'folder');
    return { list: folders.map((node) => ({ path: join(path, node.name), size: String(measureNode(node).size) })) };
  },
});

export const diskCommands = [...queryCommands, ...adminCommands, ...arrays, ...usageScan];
