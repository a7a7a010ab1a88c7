import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandTree } from '@boxwood/command-bus';
import { commandTree } from '@boxwood/box-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BoxProcess, MEMBER, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { sdks } from '../contract/fixtures.ts';
import { signIn } from '../lib/box/client.ts';
import { type HostProcess, startHostProcess } from '../lib/box/host-process.ts';
import { describeRefusal } from '../../apps/box/src/platform/testing/describe-refusal.ts';

describe('a box and its helper', () => {
  let host: HostProcess;
  let box: BoxProcess;
  beforeAll(async () => {
    host = await startHostProcess();
    box = await startBoxProcess({ args: ['--helper', host.socket] });
  });
  afterAll(async () => {
    await box.remove();
    await host.remove();
  });

  it('SYSTEM-02 SYSTEM-14: an administrator restarts the machine and sets its clock, and the helper knows who it was', async () => {
    const owner = await signIn(box.origin, OWNER);
    await owner.system.setDate({ time: 1_800_000_000, zone: '' });
    expect(host.programCalls()).toEqual(['date -s @1800000000']);
    expect(await describeRefusal(owner.system.setDate({ time: 5, zone: '' }))).toBe('11');
    expect(await describeRefusal(owner.system.setDate({ time: 1_800_000_000, zone: '../etc/passwd' }))).toBe('11');
    await owner.system.reboot({});
    await expect.poll(() => host.programCalls().at(-1)).toBe('systemctl reboot');
    expect(host.auditLog().at(-1)).toMatchObject({ verb: 'power', user: OWNER, from: '127.0.0.1' });
    expect(await describeRefusal((await signIn(box.origin, MEMBER)).system.reboot({}))).toBe('13');
    expect(host.log().filter(({ user }) => user === MEMBER)).toEqual([]);
  });

  it('SYSTEM-18: an administrator restarts the network service that runs, and no other; where none runs it is said in a word', async () => {
    const owner = await signIn(box.origin, OWNER);
    const systemctl = (state: string): void => {
      const shown = ['NetworkManager', 'systemd-networkd', 'networking'].map(
        (name) =>
          `Id=${name}.service\nActiveState=${name === 'networking' ? state : 'inactive'}\nActiveEnterTimestampMonotonic=7\n`,
      );
      host.program(
        'systemctl',
        `if [ "$1" = show ]; then printf '%s\n' '${shown.join("' '")}'; else echo "systemctl $*" >> '${host.folder}/done'; fi`,
      );
    };
    systemctl('failed');
    expect(await describeRefusal(owner.network.restart({}))).toBe('3 host.lacking');
    const before = host.programCalls().length;
    systemctl('active');
    expect(await describeRefusal((await signIn(box.origin, MEMBER)).network.restart({}))).toBe('13');
    await owner.network.restart({});
    await expect.poll(() => host.programCalls().slice(before)).toEqual(['systemctl restart networking.service']);
    // Its log has the entry when the program has ended, a moment after the operation.
    await expect.poll(() => host.auditLog().at(-1)).toMatchObject({ verb: 'network', user: OWNER, how: 'done' });
  });

  it('SYSTEM-15: a plan to restart is kept where the helper can carry it out, is next on the timetable, and holds after a restart of the box', async () => {
    const owner = await signIn(box.origin, OWNER);
    const name = 'reboot_plan';
    const plan = { enable: 1, frequency: 'month', time: '04:30', day: 31 };
    expect(await describeRefusal(owner.system.rootJson({ name }))).toBe('15');
    expect(await describeRefusal(owner.system.setRootJson({ name, object: { ...plan, day: 32 } }))).toBe('11');
    expect(await describeRefusal((await signIn(box.origin, MEMBER)).system.setRootJson({ name, object: plan }))).toBe(
      '13',
    );
    expect(await describeRefusal(owner.system.setRootJson({ name: 'mirror', object: { list: [] } }))).toBe(
      '3 notOffered',
    );
    await owner.system.setRootJson({ name, object: plan });
    const next = async () => {
      const { list } = await owner.monitor.timetable({});
      return new Date(1000 * (list.find((row) => row.name === 'reboot')?.next ?? 0));
    };
    expect([(await owner.system.rootJson({ name })).object, (await next()).getHours()]).toEqual([plan, 4]);
    const before = await next();
    expect(new Date(before.getTime() + 24 * 60 * 60_000).getDate()).toBe(1);
    await owner.system.setRootJson({ name, object: { ...plan, enable: 0 } });
    expect((await next()).getTime()).toBe(0);
  });

  it('what is coming is refused as not offered, all of it, and of what is offered something is not', async () => {
    const owner = await signIn(box.origin, OWNER);
    const { areas } = await owner.offers.list({});
    expect(areas.find(({ area }) => area === 'power')).toEqual({
      area: 'power',
      state: 'offered',
      version: 1,
      missing: [],
    });
    const tree: CommandTree = commandTree;
    const fixtures = sdks.find(({ name }) => name === 'box-sdk')?.fixtures ?? [];
    for (const { area, state } of areas) {
      // The other answers contain no free text.
      const commands = Object.values(tree[area] ?? {}).filter(
        ({ idempotent, reply }) => reply === 'error' && (idempotent || state === 'coming'),
      );
      const refused: boolean[] = [];
      for (const command of commands) {
        const params = fixtures.find((each) => each.command === command.name)?.params;
        refused.push((await describeRefusal(owner.send(command, params))).endsWith(' notOffered'));
      }
      if (state === 'coming') expect([area, refused]).toEqual([area, refused.map(() => true)]);
      else if (commands.length > 0) expect([area, refused]).not.toEqual([area, refused.map(() => true)]);
    }
  });

  it(
    'a helper that hangs, is gone or lacks a program is said in words, and is used again when it is back',
    { timeout: 120_000 },
    async () => {
      const owner = await signIn(box.origin, OWNER);
      const setClock = () => describeRefusal(owner.system.setDate({ time: 1_800_000_000, zone: '' }));
      host.child.kill('SIGSTOP');
      expect(await setClock()).toBe('3 host.silent');
      host.child.kill('SIGCONT');
      expect(await setClock()).toBe('done');
      rmSync(join(host.folder, 'bin/date'));
      expect(await setClock()).toBe('3 host.lacking');
      const standing = async () => (await owner.offers.list({})).areas.find(({ area }) => area === 'date');
      expect(await standing()).toMatchObject({ state: 'absent', missing: [{ what: 'date' }] });
      const { cursor } = await owner.changes.wait({ cursor: '', wait: 0, folders: [] });
      await host.stop();
      expect(await setClock()).toBe('3 host.absent');
      rmSync(host.socket);
      expect((await owner.changes.wait({ cursor, wait: 40, folders: [] })).areas).toEqual(['offers']);
      expect(await standing()).toMatchObject({ state: 'absent', missing: [{ what: 'boxwood-host' }] });
      const again = await startHostProcess({ folder: host.folder });
      again.program('date', 'true');
      expect(await setClock()).toBe('done');
      await again.stop();
    },
  );
});

const children = (of: number): readonly number[] =>
  readdirSync('/proc').flatMap((name) => {
    try {
      const stat = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/stat`, 'utf8') : '';
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return stat !== '' && state !== 'Z' && Number(parent) === of ? [Number(name)] : [];
    } catch {
      return []; // It has just ended.
    }
  });
const isHelper = (pid: number): boolean => {
  try {
    return /host(\.js|\/src\/main\.ts)/.test(readFileSync(`/proc/${pid}/cmdline`, 'latin1'));
  } catch {
    return false;
  }
};

it.runIf(process.getuid?.() === 0)(
  'a box that is root starts a helper when it is needed, which dies with it',
  async () => {
    // No request here would change this machine: a time of the year 1970 is never planned.
    const box = await startBoxProcess({ args: ['--helper', 'installed'] });
    try {
      const owner = await signIn(box.origin, OWNER);
      const helpers = () => children(box.child.pid ?? 0).filter(isHelper);
      expect(helpers()).toEqual([]);
      expect(await describeRefusal(owner.system.setDate({ time: 5, zone: '' }))).toBe('11');
      const [helper = 0, ...more] = helpers();
      expect([helper > 0, more]).toEqual([true, []]);
      // A killed helper is replaced at the next request.
      process.kill(helper, 'SIGKILL');
      await expect.poll(helpers).toEqual([]);
      expect(await describeRefusal(owner.system.setDate({ time: 5, zone: '' }))).toBe('11');
      const [next = 0] = helpers();
      process.kill(next, 'SIGSTOP');
      await box.kill();
      await expect.poll(() => isHelper(next), { timeout: 2000 }).toBe(false);
    } finally {
      await box.remove();
    }
  },
);
