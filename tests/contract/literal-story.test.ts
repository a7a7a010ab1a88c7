/**
 * The main story at the literal box, with the real clients of both SDKs: its models, its clock, its faults. What every
 * box does is tested in `tests/box/both-boxes.test.ts`.
 */
import { createBoxClient, fetchTransport, uploadFile } from '@boxwood/box-sdk';
import type { BoxClient } from '@boxwood/box-sdk';
import { manualClock, MODELS } from '@boxwood/box-simulator';
import type { ManualClock } from '@boxwood/box-simulator';
import { BoxFailure } from '@boxwood/command-bus';
import { describe, expect, it } from 'vitest';
import { HOME, signIn, withLiteralBox } from '../lib/box/literal-box.ts';

const page = { count: 500, hasbaseinfo: 0 } as const;
const MINUTE = 60_000;

const source = (target: string, text: string, mtime: number | string = 1_759_000_000) => {
  const data = new TextEncoder().encode(text);
  return {
    target,
    size: data.length,
    mtime,
    read: (from: number, to: number) => Promise.resolve(data.slice(from, to)),
  };
};

const namesIn = async (box: BoxClient, path: string): Promise<readonly string[]> =>
  (await box.files.list({ path, ...page })).file_list.map(({ n }) => n);

/** The number of a refusal. */
const refusal = async (call: Promise<unknown>): Promise<number | string> => {
  const failure = await call.then(
    () => 'done',
    (error: unknown) => error,
  );
  if (!(failure instanceof BoxFailure)) throw new Error(String(failure));
  return failure.error._tag === 'Refused' ? failure.error.code : failure.error._tag;
};

type Task = Parameters<BoxClient['tasks']['add']>[0];
type NewTask = Task extends infer T ? (T extends { readonly user: string } ? Omit<T, 'user'> : never) : never;

/** Adds a task and advances the clock by its duration. */
const runTask = async (box: BoxClient, clock: ManualClock, task: NewTask): Promise<void> => {
  await box.tasks.add({ user: 'annabel', ...task });
  clock.advance(MINUTE);
};

describe.each(MODELS)('%s', (model) => {
  it('says what it is, lists its box, its people and its places', () =>
    withLiteralBox({ model }, async (simulated) => {
      const { box, account } = await signIn(simulated);
      expect(await box.system.product({})).toMatchObject({ product: model, boxid: 'SIM0001' });
      const [own] = await account.roster.boxes({});
      expect(own).toMatchObject({ boxName: 'simulated', model, online: 'Y' });
      const top = await box.files.list({ path: '/', ...page });
      expect(top.file_list.map(({ t }) => t)).toContain(777);
      for (const path of [HOME, '/mnt/usb1/shared-files', `${HOME}/.share2me`])
        expect((await box.files.list({ path, ...page })).sum).toBeGreaterThanOrEqual(0);
      const stick = await box.files.listDirect({ path: '/mnt/extdev/stick', mode: 0, desc: 0, dirfirst: 1, ...page });
      expect(stick).toMatchObject({ sum: 1, file_list: [{ n: 'read me.txt' }] });
      for (const area of ['.safebox', '.safe_home'])
        expect(await refusal(box.files.list({ path: `${HOME}/${area}`, ...page }))).toBe(13);
      expect(await refusal(box.files.list({ path: '/mnt/usb1/robert1', ...page }))).toBe(13);
      expect(await refusal(box.files.list({ path: `${HOME}/none`, count: 1, hasbaseinfo: 0 }))).toBe(6);
    }));

  it('what a model does not offer it does not know', () =>
    withLiteralBox({ model, files: { [`${HOME}/a.txt`]: 'a' } }, async (simulated) => {
      const { box } = await signIn(simulated);
      const isSmall = model === 'N2';
      const packing = box.tasks.add({
        user: 'annabel',
        type: 'COMPRESS',
        source: HOME,
        target: `${HOME}/a.zip`,
        names: ['a.txt'],
      });
      expect(await refusal(packing.then(() => Promise.reject(new BoxFailure({ _tag: 'Aborted' }, 'done'))))).toBe(
        isSmall ? 3 : 'Aborted',
      );
      const mounts = box.mounts.list({});
      expect(isSmall ? await refusal(mounts) : (await mounts).list.length).toBe(isSmall ? 19 : 1);
      const engine = box.containers.engine({});
      expect(isSmall ? await refusal(engine) : (await engine).engine).toBe(isSmall ? 'Http' : 'running');
    }));
});

it('an upload goes on after the line broke', () =>
  withLiteralBox({}, async (simulated) => {
    const { box } = await signIn(simulated);
    simulated.fault('cut-put@100000x1');
    const long = source(`${HOME}/long.txt`, 'x'.repeat(300_000));
    expect(await uploadFile(box, long)).toMatchObject({ left: { _tag: 'Network' } });
    expect(simulated.tree.has(`${HOME}/long.txt`)).toBe(false);
    expect(await uploadFile(box, long)).toMatchObject({ right: { resumedAt: 0 } });
    expect(simulated.tree.read(`${HOME}/long.txt`)?.length).toBe(300_000);
  }));

it('copies, packs and unpacks while the clock goes, and can be paused', async () => {
  const clock = manualClock();
  const files = { [`${HOME}/Trip/a.txt`]: 'a'.repeat(2_000_000), [`${HOME}/Trip/深/b.txt`]: 'b' };
  await withLiteralBox({ clock, files }, async (simulated) => {
    const { box } = await signIn(simulated);
    const added = await box.tasks.add({ user: 'annabel', type: 'COPY', source: `${HOME}/Trip`, target: `${HOME}/New` });
    expect(added.id).toBe('');
    const states: number[] = [];
    const look = async () => {
      const { list } = await box.tasks.list({ user: 'annabel', count: 100, start: 0, type: 'ALL' });
      states.push(list[0]?.tb_state ?? NaN);
      return list[0];
    };
    await look();
    clock.advance(200);
    const moving = await look();
    expect(moving).toMatchObject({ tb_cmd: 'COPY', tb_name: 'Trip', tb_source: `${HOME}/Trip` });
    expect(moving?.tb_progress).toBeGreaterThan(0);
    const id = moving?.tb_id ?? '';
    expect(await refusal(box.tasks.remove({ user: 'annabel', id }))).toBe(6);
    await box.tasks.pause({ user: 'annabel', id });
    clock.advance(MINUTE);
    await look();
    expect(simulated.tree.has(`${HOME}/New/Trip`)).toBe(false);
    await box.tasks.resume({ user: 'annabel', id });
    clock.advance(MINUTE);
    await look();
    expect(states).toEqual([0, 2, 3, 1]);
    expect(simulated.tree.text(`${HOME}/New/Trip/深/b.txt`)).toBe('b');

    for (const suffix of ['zip', 'tar', 'tar.gz']) {
      const archive = `${HOME}/p.${suffix}`;
      await runTask(box, clock, { type: 'COMPRESS', source: HOME, target: archive, names: ['Trip'] });
      await runTask(box, clock, { type: 'DECOMPRESS', source: archive, target: `${HOME}/out-${suffix}` });
      expect(simulated.tree.text(`${HOME}/out-${suffix}/p/Trip/深/b.txt`)).toBe('b');
    }
    await runTask(box, clock, { type: 'MOVE', source: `${HOME}/Trip`, target: `${HOME}/New`, conflict: 2 });
    expect(simulated.tree.names(`${HOME}/New`)).toEqual(['Trip', 'Trip_copy']);
    expect(simulated.tree.has(`${HOME}/Trip`)).toBe(false);
  });
});

it('opens the safe and the private files with their passwords, and locks them after five wrong ones', async () => {
  const clock = manualClock();
  await withLiteralBox({ clock, files: { [`${HOME}/letter.txt`]: 'secret' } }, async (simulated) => {
    const { box } = await signIn(simulated);
    const username = 'annabel';
    expect(await refusal(box.safe.status({ username }))).toBe(10);
    await box.safe.setUp({ username, password: 'tulip-42' });
    expect(await box.safe.status({ username })).toMatchObject({ set: 1, locked: 0 });
    expect(await refusal(box.safe.unlock({ username, password: 'wrong-1' }))).toBe(6);
    await box.safe.unlock({ username, password: 'tulip-42' });
    const safe = `${HOME}/.safebox`;
    await runTask(box, clock, { type: 'EMOVE', source: `${HOME}/letter.txt`, target: safe });
    expect(await namesIn(box, safe)).toEqual(['letter.txt.hyencrypt_v3']);
    expect(simulated.tree.text(`${safe}/letter.txt.hyencrypt_v3`)).not.toContain('secret');
    await runTask(box, clock, { type: 'DMOVE', source: `${safe}/letter.txt.hyencrypt_v3`, target: HOME });
    expect(simulated.tree.text(`${HOME}/letter.txt`)).toBe('secret');
    await box.safe.lock({ area: 'safe' });
    expect(await refusal(box.files.list({ path: safe, ...page }))).toBe(13);

    await box.safe.setPrivatePassword({ username, password: 'crocus-7' });
    for (let tries = 0; tries < 5; tries += 1)
      expect(await refusal(box.safe.unlockPrivate({ username, password: 'wrong-1' }))).toBe(6);
    expect(await refusal(box.safe.unlockPrivate({ username, password: 'crocus-7' }))).toBe(16);
    clock.advance(10 * MINUTE);
    await box.safe.unlockPrivate({ username, password: 'crocus-7' });
    expect(await namesIn(box, `${HOME}/.safe_home`)).toEqual([]);
  });
});

it('shares by link and with the family', async () => {
  const clock = manualClock();
  await withLiteralBox({ clock, files: { [`${HOME}/Trip/a.txt`]: 'a' } }, async (simulated) => {
    const { box } = await signIn(simulated);
    const link = await box.shares.link({ path: HOME, names: ['Trip'], days: 3, code: '0420' });
    expect(link).toMatchObject({ url: expect.stringMatching(/^http/) as string });
    const address = link.url.replace(/^https/, 'http');
    expect((await fetch(address)).status).toBe(200);
    expect((await box.shares.list({ user: 'annabel', page: 1, count: 50 })).list).toMatchObject([{ files: ['Trip'] }]);
    clock.advance(4 * 24 * 60 * MINUTE);
    expect((await fetch(address)).status).toBe(404);

    const robert = await signIn(simulated, 1);
    expect(await refusal(robert.box.files.list({ path: `${HOME}/Trip`, ...page }))).toBe(13);
    await box.shares.familyPut({
      id: '',
      name: 'Trip',
      path: `${HOME}/Trip`,
      users: [{ user: 'robert1', perm: 'rw' }],
    });
    expect(await namesIn(robert.box, '/mnt/usb1/robert1/.share2me/annabel/Trip')).toEqual(['a.txt']);
  });
});

it('tells messages and how it is', () =>
  withLiteralBox({ clock: manualClock() }, async (simulated) => {
    const { box, account } = await signIn(simulated);
    const before = await account.messages.unread({});
    await account.messages.markRead({ type: 1 });
    expect((await account.messages.unread({})).total).toBe(before.total - 1);
    const { datas } = await account.messages.list({ type: 1, pageNo: 1, pageSize: 100 });
    expect(datas).toMatchObject([{ state: 1, content: 'Message 1' }]);
    const status = await box.monitor.status({});
    expect(status).toMatchObject({ local_time: 1_760_000_000, network_info: { netdev: [{ dev: 'eth0' }, {}, {}] } });
    expect(status.memory_info.memory_total).toBe(4 * 1024 ** 3);
    expect((await box.disks.list({})).disks[0]).toMatchObject({ dev: 'sda1', master: 1, mntdir: '/mnt/usb1' });
  }));

it('is reached through its relay by who knows the values', () =>
  withLiteralBox({}, async (simulated) => {
    const { account, token } = await signIn(simulated);
    const { relayUrl, relayHost, relayAuth } = await account.box.address({ boxName: 'simulated' });
    const through = (auth: string) =>
      createBoxClient({
        baseUrl: relayUrl,
        transport: fetchTransport(),
        identity: () => ({ username: 'annabel', token }),
        relay: { current: () => ({ host: relayHost, auth }), renew: () => Promise.resolve(null) },
      });
    expect(await through(relayAuth).system.product({})).toMatchObject({ boxid: 'SIM0001' });
    expect(await refusal(through('stale').system.product({}))).toBe('Http');
  }));
