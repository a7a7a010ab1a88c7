import { ofBox } from '../box.ts';
import type { Call, Fields } from '../call.ts';
import { NETWORK } from '../files/places.ts';
import { GENERIC, Refusal } from '../refusal.ts';
import { Shelf } from '../shelf.ts';
import { commands } from '../table.ts';
import { join } from '../tree/tree.ts';

/** Network storage; passwords are accepted but never returned. */
const mounts = ofBox(() => {
  const shelf = new Shelf<{ mount: Fields }>();
  shelf.add({ mount: { kind: 'smb', addr: '192.168.1.5', port: '445', mntdir: 'nas' } });
  return shelf;
});

const read = (call: Call, at: number): { readonly mount: Fields; readonly mntdir: string } => {
  const { password: _, ...mount } = call.object(at, 'mount');
  const { mntdir } = mount;
  if (typeof mntdir !== 'string' || mntdir === '' || mntdir.includes('/')) throw new Refusal(GENERIC.invalid);
  return { mount, mntdir };
};

const questions = commands(
  '/eshell',
  {
    NETMOUNTLIST: (_, box) => ({ list: mounts(box).all.map(({ id, mount }) => ({ id, ...mount, status: 'mounted' })) }),
  },
  { offer: 'networkMounts' },
);

const administration = commands(
  '/eshell',
  {
    NETMOUNTADD: (call, box) => {
      const { mount, mntdir } = read(call, 0);
      if (mounts(box).all.some((one) => one.mount['mntdir'] === mntdir)) throw new Refusal(GENERIC.invalid);
      mounts(box).add({ mount });
      box.tree.makeFolder(join(NETWORK, mntdir));
      return {};
    },
    NETMOUNTSET: (call, box) => {
      const found = mounts(box).find(call.text(0, 'id'));
      if (found === undefined) throw new Refusal(GENERIC.invalid);
      found.mount = read(call, 1).mount;
      return {};
    },
    NETMOUNTDEL: (call, box) => {
      const found = mounts(box).find(call.text(0, 'id'));
      if (found === undefined) throw new Refusal(GENERIC.invalid);
      mounts(box).remove(found.id);
      box.tree.remove(join(NETWORK, String(found.mount['mntdir'])));
      return {};
    },
  },
  { access: 'admin', offer: 'networkMounts' },
);

export const mountCommands = [...questions, ...administration];
