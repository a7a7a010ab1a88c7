/**
 * Real network storage: a server of each kind, mounted by a real helper below a real box. NFS, whose server is a
 * kernel, is in `tests/machine/kernel/nfs`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type NetMountChange, uploadFile } from '@boxwood/box-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BoxProcess, MEMBER, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import type { HostProcess } from '../lib/box/host-process.ts';
import {
  canServe,
  freePort,
  networkMountPoints,
  type NetworkShare,
  SHARE_KINDS,
  SHARE_PASSWORD,
  SHARE_USER,
  startMountingHost,
  startNetworkShare,
  UNREAD_FOLDER_COUNT,
  unmountNetworkShares,
} from '../lib/machine/network-share.ts';
import { describeRefusal } from '../../apps/box/src/platform/testing/describe-refusal.ts';

const sha = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

/**
 * Other calls while a server hangs, and the limit for the slowest of them but one on a busy machine: a call that waited
 * for the server would take a second at least.
 */
const OTHERS = 100;
const OTHERS_MS = 500;
/** Limit for a listing of a hanging server, in ms. */
const TOLD_MS = 2000;
/** Limit for a call that arrives when all file threads are blocked, in ms. */
const FREED_MS = 6000;
/** How long the mount program caches folders, in ms. */
const REMEMBERED_MS = 5500;

const timed = async <A>(work: () => Promise<A>): Promise<{ readonly said: A; readonly ms: number }> => {
  const began = performance.now();
  const said = await work();
  return { said, ms: performance.now() - began };
};

const storageOf = (kind: (typeof SHARE_KINDS)[number]): void => {
  let host: HostProcess;
  let box: BoxProcess;
  let owner: Awaited<ReturnType<typeof signIn>>;
  let member: Awaited<ReturnType<typeof signIn>>;
  let dataDir: string;
  let share: NetworkShare;

  const wish = (more: Partial<NetMountChange> = {}): NetMountChange => ({
    kind,
    addr: '127.0.0.1',
    port: share.port,
    user: SHARE_USER,
    password: SHARE_PASSWORD,
    mntpoint: share.share,
    mntdir: '影音_nas',
    remark: '书房(2)',
    ...(kind === 'webdav' ? ({ path: '/', protocol: 'http' } as const) : {}),
    ...more,
  });
  const there = '/mnt/netdev/影音_nas';
  const names = async (path = there) =>
    (await member.files.list({ path, count: 100, hasbaseinfo: 0 })).file_list.map(({ n }) => n).toSorted();
  const answer = (path = there) => describeRefusal(names(path));
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
    share = await startNetworkShare(kind);
    host = await startMountingHost(dataDir);
    box = await startBoxProcess({ dataDir, args: ['--helper', host.socket] });
    [owner, member] = [await signIn(box.origin, OWNER), await signIn(box.origin, MEMBER)];
  }, 120_000);
  afterAll(async () => {
    await box.remove();
    unmountNetworkShares(dataDir, host);
    share.remove();
    await host.remove();
    for (const folder of [dataDir, `${dataDir}-config`]) rmSync(folder, { recursive: true, force: true });
  });

  it('what cannot be mounted is refused before it is kept, and why is said: a password that is none, a share that is not there, a server that is not there', async () => {
    expect(await describeRefusal(owner.mounts.add({ mount: wish({ password: 'wrong' }) }))).toBe('6');
    expect(await describeRefusal(owner.mounts.add({ mount: wish({ mntpoint: 'nowhere' }) }))).toBe('15');
    expect(await describeRefusal(owner.mounts.add({ mount: wish({ mntpoint: `${share.share}/nowhere` }) }))).toBe('15');
    expect(await describeRefusal(owner.mounts.add({ mount: wish({ port: await freePort() }) }))).toBe(
      '3 mounts.silent',
    );
    expect([(await owner.mounts.list()).list, serving()]).toEqual([[], []]);
  });

  // The rules are those of the form, which are the same for all kinds.
  if (kind === 'webdav')
    it('MOUNT-02 MOUNT-03 MOUNT-04 MOUNT-05 MOUNT-06 VALID-76 VALID-77 VALID-78 VALID-79 VALID-80: what is no address, name or path is refused, whoever sends it', async () => {
      expect(await describeRefusal(owner.mounts.add({ mount: wish({ kind: 'nfs' }) }))).toBe('3 mounts.nfs');
      for (const bad of [{ addr: '-o' }, { user: 'a\nb' }, { mntpoint: 'x\ny' }])
        expect(await describeRefusal(owner.mounts.add({ mount: wish(bad) })), JSON.stringify(bad)).toMatch(/^11/);
      expect(await describeRefusal(member.mounts.add({ mount: wish() }))).toBe('13');
      // A request that no SDK would send.
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

  it('MOUNT-01 MOUNT-08: everybody reads and writes what the administrator mounted; its password is nowhere but with the helper', async () => {
    const { id } = await owner.mounts.add({ mount: wish() });
    expect((await member.mounts.list()).list).toEqual([{ ...wish({ password: '' }), id, status: 'mounted' }]);
    expect(await names()).toEqual(['films', 'unread']);
    const { disks } = await member.disks.list({});
    expect(disks.filter(({ mntdir }) => mntdir === there)).toMatchObject([{ master: 0 }]);
    await member.files.makeFolder({ path: `${there}/films/new` });
    const renames = [{ source: `${there}/films/one.txt`, target: `${there}/films/two.txt` }];
    await member.files.rename({ renames });
    const data = randomBytes(3_000_000);
    const source = {
      target: `${there}/films/new/large.bin`,
      size: data.length,
      mtime: 1_700_000_000,
      read: (start: number, end: number) => Promise.resolve(new Uint8Array(data.subarray(start, end))),
    };
    expect(await uploadFile(member, source)).toMatchObject({ _tag: 'Right' });
    const arrived = (): string => sha(readFileSync(join(share.folder, 'films/new/large.bin')));
    await expect.poll(arrived, { timeout: 30_000 }).toBe(sha(data));
    expect(readdirSync(join(share.folder, 'films')).toSorted()).toEqual(['new', 'two.txt']);
    expect(await describeRefusal(owner.mounts.add({ mount: wish() }))).toBe('11');
    expect(await describeRefusal(member.disks.eject({ mntdir: there }))).toBe('13');
    const lines = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    expect(lines.split('\n').filter((line) => line.includes(SHARE_PASSWORD) && !line.includes('serve'))).toEqual([]);
    const logs = [box.log(), JSON.stringify(host.log()), JSON.stringify(host.auditLog())];
    expect(logs.filter((log) => log.includes(SHARE_PASSWORD))).toEqual([]);
    const found = spawnSync('grep', ['-rlaF', SHARE_PASSWORD, dataDir, `${dataDir}-config`], { encoding: 'utf8' });
    expect(found.stdout).toBe('');
  });

  it('a server that says nothing any more is told of in words, holds up nobody, and comes back by itself', async () => {
    // A recent listing is cached, and the server is not contacted.
    await delay(REMEMBERED_MS);
    expect(await answer()).toBe('done');
    share.signal('SIGSTOP');
    await delay(100);
    // More calls than file threads were blocked when the server stopped answering.
    const asked = await Promise.all(
      Array.from({ length: UNREAD_FOLDER_COUNT }, (_, at) => timed(() => answer(`${there}/unread/${at}`))),
    );
    for (const { said, ms } of asked) {
      expect(said).toBe('3 EHOSTDOWN');
      expect(ms).toBeLessThan(TOLD_MS);
    }
    // A call without such paths works again immediately: the blocked operations were aborted.
    const first = await timed(() => answer(`/mnt/usb1/${MEMBER}`));
    expect(first.ms).toBeLessThan(FREED_MS);
    const told = Promise.all(Array.from({ length: 12 }, () => timed(() => answer())));
    const others: number[] = [];
    for (let at = 0; at < OTHERS; at += 1) others.push((await timed(() => names(`/mnt/usb1/${MEMBER}`))).ms);
    const slow = others.toSorted((a, b) => b - a)[1] ?? 0;
    expect(slow).toBeLessThan(OTHERS_MS);
    for (const { said, ms } of await told) {
      expect(said).toBe('3 EHOSTDOWN');
      expect(ms).toBeLessThan(TOLD_MS);
    }
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
    for (const place of networkMountPoints(dataDir, host)) execFileSync('umount', ['-l', place]);
    box = await startBoxProcess({ dataDir, args: ['--helper', host.socket] });
    [owner, member] = [await signIn(box.origin, OWNER), await signIn(box.origin, MEMBER)];
    await expect.poll(() => answer(), { timeout: 60_000 }).toBe('done');
    expect(await names(`${there}/films`)).toEqual(['new', 'two.txt']);
    const [{ id } = { id: '' }] = (await owner.mounts.list()).list;
    const elsewhere = wish({ password: '', addr: 'localhost' });
    expect(await describeRefusal(owner.mounts.set({ id, mount: elsewhere }))).toBe('6');
    expect(await answer()).toBe('done');
    await owner.mounts.set({ id, mount: wish({ password: '', remark: 'ok', mntpoint: `${share.share}/films` }) });
    expect(await names()).toEqual(['new', 'two.txt']);
    await owner.mounts.remove({ id });
    expect([(await owner.mounts.list()).list, readdirSync(join(dataDir, 'netdev')), serving()]).toEqual([[], [], []]);
    expect(readdirSync(join(host.folder, 'net')).filter((name) => /\.(json|conf)$/.test(name))).toEqual([]);
    expect(await describeRefusal(owner.mounts.remove({ id }))).toBe('11');
  });
};

for (const kind of SHARE_KINDS) {
  const inWords = `network storage by ${kind}`;
  describe.runIf(canServe(kind))(inWords, { timeout: 120_000 }, () => {
    storageOf(kind);
  });
}
