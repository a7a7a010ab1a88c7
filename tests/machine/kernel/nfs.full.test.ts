/**
 * NFS storage: the server is the kernel of this machine in a network namespace whose link is cut. The other kinds are
 * in `tests/box/net-mounts`.
 */
import { expect, it } from 'vitest';
import { OWNER } from '../../lib/box/box-process.ts';
import { describeRefusal } from '../../../apps/box/src/platform/testing/describe-refusal.ts';
import type { NetMountChange } from '@boxwood/box-sdk';
import { LONG_TIMEOUT, useMachineFixture } from '../machine-fixture.ts';

const fixture = useMachineFixture();
const SERVER = '10.9.0.2';
const there = '/mnt/netdev/nas';
/** More folders than the box has file threads. */
const UNREAD = [0, 1, 2, 3, 4, 5];

const wish = (mntpoint: string): NetMountChange => ({
  kind: 'nfs',
  addr: SERVER,
  port: 2049,
  user: '',
  password: '',
  mntpoint,
  mntdir: 'nas',
  remark: '',
});
const answer = (path = there) =>
  describeRefusal(fixture().owner.files.list({ path, count: 100, hasbaseinfo: 0 }, LONG_TIMEOUT));
const cable = (state: 'up' | 'down') => fixture().machine.must(`ip link set nas-line ${state}`);

it('MOUNT-01: NFS is mounted by the kernel, read and written; a server whose cable is pulled is told of in words, holds no file thread, and comes back by itself', async () => {
  const { machine, owner, dataDir } = fixture();
  // Version 4 begins at the folder with number 0; a missing path is requested again with version 3, which needs
  // `rpcbind`.
  await machine.must(
    `modprobe -a nfsd nfs nfsv4 veth || exit 1
     mkdir -p /run/nas/films /var/lib/nfs/sm /var/lib/nfs/v4recovery && mount -t tmpfs memory /run/nas && mkdir -p /run/nas/films ${UNREAD.map((at) => `/run/nas/unread/${at}`).join(' ')} && echo 'from afar' > /run/nas/films/one.txt
     ip netns add nas && ip link add nas-line type veth peer name eth0 netns nas && ip address add 10.9.0.1/24 dev nas-line && ip link set nas-line up || exit 1
     ip netns exec nas sh -c 'ip link set lo up && ip address add ${SERVER}/24 dev eth0 && ip link set eth0 up && rpcbind && mount -t nfsd nfsd /proc/fs/nfsd &&
       exportfs -o rw,no_root_squash,insecure,no_subtree_check,fsid=0 10.9.0.1:/run/nas && rpc.nfsd --grace-time 10 --lease-time 10 2 && rpc.mountd'`,
  );
  expect(await describeRefusal(owner.mounts.add({ mount: wish('nowhere') }, LONG_TIMEOUT))).toBe('15');
  await owner.mounts.add({ mount: wish('') }, LONG_TIMEOUT);
  expect((await owner.mounts.list({}, LONG_TIMEOUT)).list.map(({ status }) => status)).toEqual(['mounted']);
  expect(await machine.must(`cat '${dataDir}/netdev/nas/films/one.txt'`)).toBe('from afar');
  const song = `'${dataDir}/usb1/${OWNER}/song.bin'`;
  await owner.files.makeFolder({ path: `${there}/films/new` }, LONG_TIMEOUT);
  const sum = await machine.must(`cp ${song} '${dataDir}/netdev/nas/films/new' && sha256sum < ${song}`);
  expect(await machine.must('sha256sum < /run/nas/films/new/song.bin')).toBe(sum);

  expect(await answer()).toBe('done');
  await cable('down');
  const asked = await Promise.all(UNREAD.map((at) => answer(`${there}/unread/${at}`)));
  expect(new Set(asked)).toEqual(new Set(['3 EHOSTDOWN']));
  expect(await answer(`/mnt/usb1/${OWNER}`)).toBe('done');
  expect((await owner.mounts.list({}, LONG_TIMEOUT)).list.map(({ why }) => why)).toEqual(['mounts.silent']);
  await cable('up');
  await expect.poll(() => answer()).toBe('done');
  const [{ id } = { id: '' }] = (await owner.mounts.list({}, LONG_TIMEOUT)).list;
  // The box waits for processes that use it, but not for ever.
  const busy = await machine.must(`cd '${dataDir}/netdev/nas/films'; sleep 9999 > /dev/null 2>&1 & echo $!`);
  expect(await describeRefusal(owner.mounts.remove({ id }, LONG_TIMEOUT))).toBe('3 mounts.inUse');
  const removed = describeRefusal(owner.mounts.remove({ id }, LONG_TIMEOUT));
  await machine.must(`sleep 1; kill ${busy}`);
  expect(await removed).toBe('done');
  expect(await machine.must('grep -c nfs4 /proc/mounts || true')).toBe('0');
  await machine.must(
    'ip netns exec nas rpc.nfsd 0; pkill -x rpc.mountd; pkill -x rpcbind; ip netns del nas; umount /run/nas',
  );
});
