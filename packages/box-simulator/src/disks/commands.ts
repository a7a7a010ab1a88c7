import type { Box } from '../box.ts';
import { ofBox, seconds } from '../box.ts';
import type { Call, Fields } from '../call.ts';
import { GENERIC, Refusal } from '../refusal.ts';
import { commands } from '../table.ts';
import { measure } from '../tree/measure.ts';
import { join } from '../tree/tree.ts';
import { locateThere } from '../files/places.ts';
import { arrays } from './arrays.ts';
import type { Partition } from './state.ts';
import { disks } from './state.ts';

const BLOCK = 4096;
const TEST_MS = 120_000;
const FORMAT_MS = 5000;
const SCAN_MS = 3000;
const GB = 1024 ** 3;

const partition = (box: Box, dev: string): Partition => {
  const found = disks(box).partitions.find((one) => one.dev === dev);
  if (found === undefined) throw new Refusal(GENERIC.invalid);
  return found;
};

/** Refuses the primary partition (specification, section 4) and partitions in use. */
const atRest = (box: Box, dev: string): Partition => {
  const found = partition(box, dev);
  if (found.master) throw new Refusal(GENERIC.noPrivilege);
  if (found.mntdir !== '' || disks(box).arrays.some(({ members }) => members.includes(dev)))
    throw new Refusal(GENERIC.wrongType);
  return found;
};

const checkPassword = (call: Call, at: number): void => {
  if (call.text(at, 'password') !== call.caller.password) throw new Refusal(GENERIC.authFailed);
};

const listed = (box: Box, { dev, bus, master, mntdir, type, bytes }: Partition): Fields => {
  const root = box.tree.folder(mntdir);
  const used = root === undefined ? 0 : measure(root).size;
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

const usage = ofBox(() => ({ mount: '', until: 0, time: 0 }));

const questions = commands('/eshell', {
  LISTDISKS: (_, box) => ({ disks: disks(box).partitions.map((one) => listed(box, one)) }),
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

const administration = commands(
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
      disks(box).tests.set(dev, box.clock.now() + TEST_MS);
      return {};
    },
    SMARTLOG: (call, box) => {
      const until = disks(box).tests.get(call.text(0, 'dev'));
      const left = (until ?? 0) - box.clock.now();
      return {
        running: left > 0 ? '1' : '0',
        progress: String(left > 0 ? Math.floor(100 - (left / TEST_MS) * 100) : 0),
        list: until !== undefined && left <= 0 ? [{ type: 'short', result: 'passed' }] : [],
      };
    },
    DISKINIT: (call, box) => {
      checkPassword(call, 1);
      const found = atRest(box, call.text(0, 'dev'));
      box.timeline.after(FORMAT_MS, () => {
        found.type = 'ext4';
      });
      return {};
    },
    DISKMOUNT: (call, box) => {
      const found = atRest(box, call.text(0, 'dev'));
      if (found.type === '') throw new Refusal(GENERIC.invalid);
      const taken = disks(box).partitions.map(({ mntdir }) => mntdir);
      const free = [2, 3, 4, 5].map((n) => `/mnt/usb${n}`).find((mntdir) => !taken.includes(mntdir)) ?? '';
      found.mntdir = call.text(1, 'mntdir', '') || free;
      for (const { name } of box.users) box.tree.makeFolder(join(found.mntdir, name));
      return { mntdir: found.mntdir };
    },
    DISKDEACTIVATE: (call, box) => {
      const found = partition(box, call.text(0, 'dev'));
      if (found.master) throw new Refusal(GENERIC.noPrivilege);
      found.mntdir = '';
      return {};
    },
    // At least 10 GB, and a fifth of the disk remains free.
    DISKPRIMARY: (call, box) => {
      const { bytes } = partition(box, call.text(0, 'dev'));
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
    const mount = locateThere(call, box, call.text(0, 'mount'));
    Object.assign(usage(box), { mount, until: box.clock.now() + SCAN_MS, time: seconds(box) });
    return {};
  },
  DULIST: (call, box) => {
    const { until } = usage(box);
    if (box.clock.now() < until || until === 0) return { scanning: until === 0 ? '0' : '1', list: [] };
    const path = locateThere(call, box, call.text(1, 'path', call.text(0, 'mount')));
    const folders = [...(box.tree.folder(path)?.children.values() ?? [])].filter(({ kind }) => kind === 'folder');
    return { list: folders.map((node) => ({ path: join(path, node.name), size: String(measure(node).size) })) };
  },
});

export const diskCommands = [...questions, ...administration, ...arrays, ...usageScan];
