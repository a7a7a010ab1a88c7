import { stateOfBox } from '../box-state.ts';
import type { CommandCall, Fields } from '../command-call.ts';
import { NETWORK } from '../files/path-access.ts';
import { GENERIC, Refusal } from '../simulator-refusal.ts';
import { Repository } from '../id-repository.ts';
import { commands } from '../command-table.ts';
import { join } from '../tree/file-tree.ts';

/** Network storage; passwords are accepted but never returned. */
const mounts = stateOfBox(() => {
  const repository = new Repository<{ mount: Fields }>();
  repository.add({ mount: { kind: 'smb', addr: '192.168.1.5', port: '445', mntdir: 'nas' } });
  return repository;
});

const readMount = (call: CommandCall, at: number): { readonly mount: Fields; readonly mntdir: string } => {
  const { password: _, ...mount } = call.object(at, 'mount');
  const { mntdir } = mount;
  if (typeof mntdir !== 'string' || mntdir === '' || mntdir.includes('/')) throw new Refusal(GENERIC.invalid);
  return { mount, mntdir };
};

const queryCommands = commands(
  '/eshell',
  {
    NETMOUNTLIST: (_, box) => ({ list: mounts(box).all.map(({ id, mount }) => ({ id, ...mount, status: 'mounted' })) }),
  },
  { feature: 'networkMounts' },
);

const adminCommands = commands(
  '/eshell',
  {
    NETMOUNTADD: (call, box) => {
      const { mount, mntdir } = readMount(call, 0);
      if (mounts(box).all.some((one) => one.mount['mntdir'] === mntdir)) throw new Refusal(GENERIC.invalid);
      mounts(box).add({ mount });
      box.tree.makeFolder(join(NETWORK, mntdir));
      return {};
    },
    NETMOUNTSET: (call, box) => {
      const found = mounts(box).find(call.text(0, 'id'));
      if (found === undefined) throw new Refusal(GENERIC.invalid);
      found.mount = readMount(call, 1).mount;
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
  { access: 'admin', feature: 'networkMounts' },
);

export const mountCommands = [...queryCommands, ...adminCommands];
