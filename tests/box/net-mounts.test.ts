/** Storage of the network for real: a server of rclone, mounted by a real helper below a real box. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NetMountChange, uploadFile } from '@boxwood/box-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BoxProcess, MEMBER, OWNER, startBoxProcess } from '../lib/box-process.ts';
import { signIn } from '../lib/client.ts';
import type { HostProcess } from '../lib/host-process.ts';
import {
  canMount,
  freePort,
  netPlaces,
  type NetShare,
  SHARE_PASSWORD,
  SHARE_USER,
  startMountingHost,
  startNetShare,
  unmountNet,
} from '../lib/net-share.ts';
import { refusalOf } from '../../apps/box/src/testing/refusal.ts';

const sha = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

describe.runIf(canMount)('network storage', { timeout: 120_000 }, () => {
  let host: HostProcess;
  let box: BoxProcess;
  let owner: Awaited<ReturnType<typeof signIn>>;
  let member: Awaited<ReturnType<typeof signIn>>;
  let dataDir: string;
  let share: NetShare;

  const wish = (more: Partial<NetMountChange> = {}): NetMountChange => ({
    ...{
      kind: 'webdav',
      addr: '127.0.0.1',
      port: share.port,
      user: SHARE_USER,
      password: SHARE_PASSWORD,
      mntpoint: '',
      mntdir: '影音_nas',
    },
    ...{ remark: '书房(2)', path: '/', protocol: 'http' },
    ...more,
  });
  const there = '/mnt/netdev/影音_nas';
  const names = async (path = there) =>
    (await member.files.list({ path, count: 100, hasbaseinfo: 0 })).file_list.map(({ n }) => n).toSorted();
  const answer = (path = there) => refusalOf(names(path));
  const statusOf = async () =>
    (await member.mounts.list()).list.map(({ mntdir, status, why }) => [mntdir, status, why]);
  const serving = () =>
    readdirSync('/proc').filter((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return line.includes('rclone\0mount') && line.includes(host.folder);
      } catch {
        return false;
      }
    });

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'boxwood-data-'));
    share = await startNetShare();
    host = await startMountingHost(dataDir);
    box = await startBoxProcess({ dataDir, args: ['--helper', host.socket] });
    [owner, member] = [await signIn(box.origin, OWNER), await signIn(box.origin, MEMBER)];
  }, 120_000);
  afterAll(async () => {
    await box.remove();
    unmountNet(dataDir, host);
    share.remove();
    await host.remove();
    for (const folder of [dataDir, `${dataDir}-config`]) rmSync(folder, { recursive: true, force: true });
  });

  it('MOUNT-02 MOUNT-03 MOUNT-04 MOUNT-05 MOUNT-06 VALID-76 VALID-77 VALID-78 VALID-79 VALID-80: what cannot be mounted is refused before it is kept, and why is said', async () => {
    expect(await refusalOf(owner.mounts.add({ mount: wish({ password: 'wrong' }) }))).toBe('6');
    expect(await refusalOf(owner.mounts.add({ mount: wish({ mntpoint: 'nowhere' }) }))).toBe('15');
    expect(await refusalOf(owner.mounts.add({ mount: wish({ port: await freePort() }) }))).toBe('3 mounts.silent');
    expect(await refusalOf(owner.mounts.add({ mount: wish({ kind: 'nfs' }) }))).toBe('3 mounts.nfs');
    for (const bad of [{ addr: '-o' }, { user: 'a\nb' }, { mntpoint: 'x\ny' }])
      expect(await refusalOf(owner.mounts.add({ mount: wish(bad) })), JSON.stringify(bad)).toMatch(/^11/);
    expect(await refusalOf(member.mounts.add({ mount: wish() }))).toBe('13');
    // What no SDK would send.
    const raw = async (more: object): Promise<unknown> => {
      const call = { version: 1, username: OWNER, token: owner.token, cmd: 'NETMOUNTADD' };
      const body = JSON.stringify({ ...call, params: [JSON.stringify({ ...wish(), ...more })] });
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${box.origin}/eshell`, { method: 'POST', headers, body })).json();
    };
    const strange = [
      ...['', 'a b', 'a.b', '../x', 'é'].map((mntdir) => ({ mntdir })),
      ...['a b', 'a,b', '（全角）'].map((remark) => ({ remark })),
      ...['', 'a b', 'a/b'].map((addr) => ({ addr })),
      ...['', '80', 0, 65_536].map((each) => ({ port: each })),
      ...['', 'dav'].map((path) => ({ path })),
    ];
    for (const bad of strange) expect(await raw(bad), JSON.stringify(bad)).toMatchObject({ error: 4 });
    expect([(await owner.mounts.list()).list, serving()]).toEqual([[], []]);
  });

  it('MOUNT-01: everybody reads and writes what the administrator mounted; its password is nowhere but with the helper', async () => {
    const { id } = await owner.mounts.add({ mount: wish() });
    expect((await member.mounts.list()).list).toEqual([{ ...wish({ password: '' }), id, status: 'mounted' }]);
    expect(await names()).toEqual(['films']);
    const { disks } = await member.disks.list({});
    expect(disks.filter(({ mntdir }) => mntdir === there)).toMatchObject([{ master: 0 }]);
    await member.files.makeFolder({ path: `${there}/films/new` });
    const renames = [{ source: `${there}/films/one.txt`, target: `${there}/films/two.txt` }];
    await member.files.rename({ renames });
    const data = randomBytes(3_000_000);
    const source = {
      ...{ target: `${there}/films/new/large.bin`, size: data.length, mtime: 1_700_000_000 },
      read: (start: number, end: number) => Promise.resolve(new Uint8Array(data.subarray(start, end))),
    };
    expect(await uploadFile(member, source)).toMatchObject({ _tag: 'Right' });
    const arrived = (): string => sha(readFileSync(join(share.folder, 'films/new/large.bin')));
    await expect.poll(arrived, { timeout: 30_000 }).toBe(sha(data));
    expect(readdirSync(join(share.folder, 'films')).toSorted()).toEqual(['new', 'two.txt']);
    expect(await refusalOf(owner.mounts.add({ mount: wish() }))).toBe('11');
    expect(await refusalOf(member.disks.eject({ mntdir: there }))).toBe('13');
    const lines = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    expect(lines.split('\n').filter((line) => line.includes(SHARE_PASSWORD) && !line.includes('serve'))).toEqual([]);
    const logs = [box.log(), JSON.stringify(host.log()), JSON.stringify(host.acts())];
    expect(logs.filter((log) => log.includes(SHARE_PASSWORD))).toEqual([]);
    const found = spawnSync('grep', ['-rlaF', SHARE_PASSWORD, dataDir, `${dataDir}-config`], { encoding: 'utf8' });
    expect(found.stdout).toBe('');
  });

  it('a server that says nothing any more is told of in words, holds up nobody, and comes back by itself', async () => {
    share.signal('SIGSTOP');
    // More than there are file threads, and as many who want something else.
    const asked = await Promise.all(
      Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? answer() : answer(`/mnt/usb1/${MEMBER}`))),
    );
    expect(new Set(asked.filter((_, at) => at % 2 === 1))).toEqual(new Set(['done']));
    // One that was on its way when it fell silent is told what it met there.
    await expect.poll(() => answer(), { timeout: 30_000 }).toBe('3 EHOSTDOWN');
    expect(await statusOf()).toEqual([['影音_nas', 'error', 'mounts.silent']]);
    share.signal('SIGCONT');
    await expect.poll(() => answer(), { timeout: 30_000 }).toBe('done');
    share.signal('SIGKILL');
    await expect.poll(() => answer(), { timeout: 30_000 }).toBe('3 EHOSTDOWN');
    await share.start();
    await expect.poll(() => answer(), { timeout: 30_000 }).toBe('done');
  });

  it('what serves it is started again when it was killed', async () => {
    const before = serving();
    for (const pid of before) process.kill(Number(pid), 'SIGKILL');
    await expect.poll(() => serving().filter((pid) => !before.includes(pid)), { timeout: 60_000 }).toHaveLength(1);
    await expect.poll(() => answer(), { timeout: 60_000 }).toBe('done');
    expect(await statusOf()).toEqual([['影音_nas', 'mounted', undefined]]);
  });

  it('after a restart of the machine it is there again; its password goes to no other server', async () => {
    await box.kill();
    for (const place of netPlaces(dataDir, host)) execFileSync('umount', ['-l', place]);
    box = await startBoxProcess({ dataDir, args: ['--helper', host.socket] });
    [owner, member] = [await signIn(box.origin, OWNER), await signIn(box.origin, MEMBER)];
    await expect.poll(() => answer(), { timeout: 60_000 }).toBe('done');
    expect(await names(`${there}/films`)).toEqual(['new', 'two.txt']);
    const [{ id } = { id: '' }] = (await owner.mounts.list()).list;
    const elsewhere = wish({ password: '', addr: 'localhost' });
    expect(await refusalOf(owner.mounts.set({ id, mount: elsewhere }))).toBe('6');
    expect(await answer()).toBe('done');
    await owner.mounts.set({ id, mount: wish({ password: '', remark: 'ok', mntpoint: 'films' }) });
    expect(await names()).toEqual(['new', 'two.txt']);
    await owner.mounts.remove({ id });
    expect([(await owner.mounts.list()).list, readdirSync(join(dataDir, 'netdev')), serving()]).toEqual([[], [], []]);
    expect(readdirSync(join(host.folder, 'net')).filter((name) => /\.(json|conf)$/.test(name))).toEqual([]);
    expect(await refusalOf(owner.mounts.remove({ id }))).toBe('11');
  });
});
