import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandTree } from '@boxwood/command-bus';
import { commandTree } from '@boxwood/box-sdk';
import { decode, either } from '@boxwood/command-bus/codecs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BoxProcess, MEMBER, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { RESPONSE_CODECS, type OperationPlan } from '../../apps/host/src/host-responses.ts';
import { sdks } from '../contract/fixtures.ts';
import { signIn } from '../lib/box/client.ts';
import { type HostProcess, startHostProcess, sendToSocket } from '../lib/box/host-process.ts';
import { describeRefusal } from '../../apps/box/src/platform/testing/describe-refusal.ts';

const by = { user: 'annabel', from: '127.0.0.1' };
const ask = async (socket: string, question: object): Promise<Record<string, unknown>> => {
  const said: unknown = JSON.parse(await sendToSocket(socket, `${JSON.stringify(question)}\n`));
  return typeof said === 'object' && said !== null ? { ...said } : {};
};
const planOf = async (socket: string, verb: string, params: object): Promise<OperationPlan> => {
  const answer = decode(RESPONSE_CODECS.plan, await ask(socket, { ask: 'plan', verb, params, by }));
  if (answer._tag === 'Left' || answer.right.answer !== 'plan') throw new Error('no plan');
  return answer.right.plan;
};
const act = (socket: string, verb: string, params: object, plan: string) =>
  ask(socket, { ask: 'act', verb, params, by, plan });
const refused = (why: string): unknown => expect.objectContaining({ answer: 'refused', why });

describe('boxwood-host', () => {
  let host: HostProcess;
  beforeAll(async () => {
    host = await startHostProcess();
  });
  afterAll(() => host.remove());

  it('plans without doing, does what was planned and nothing else, and writes down who wanted it and how it ended', async () => {
    const bin = join(host.folder, 'bin');
    const params = { time: 1_800_000_000, zone: 'Europe/Vienna' };
    host.clock('Etc/UTC', 'yes');
    const plan = await planOf(host.socket, 'date', params);
    expect(plan).toMatchObject({
      words: 'set the time zone to Europe/Vienna, turn off network time, set the clock to 2027-01-15T08:00:00.000Z',
      steps: [
        { program: join(bin, 'timedatectl'), args: ['set-timezone', 'Europe/Vienna'] },
        { program: join(bin, 'timedatectl'), args: ['set-ntp', 'false'] },
        { program: join(bin, 'date'), args: ['-s', '@1800000000'] },
      ],
      facts: { zone: 'Etc/UTC', ntp: 'yes' },
    });
    expect([host.programCalls(), host.auditLog()]).toEqual([[], []]);
    // The machine has changed: executing the plan would not do what was shown to the user.
    host.clock('Etc/UTC', 'no');
    expect(await act(host.socket, 'date', params, plan.hash)).toEqual(refused('stale'));
    host.clock('Etc/UTC', 'yes');
    expect(await act(host.socket, 'date', { ...params, time: 1_800_000_001 }, plan.hash)).toEqual(refused('stale'));
    expect([host.programCalls(), host.auditLog()]).toEqual([[], []]);
    expect(await act(host.socket, 'date', params, plan.hash)).toEqual({ answer: 'done' });
    expect(host.programCalls()).toEqual([
      'timedatectl set-timezone Europe/Vienna',
      'timedatectl set-ntp false',
      'date -s @1800000000',
    ]);
    expect(host.auditLog()).toEqual([
      expect.objectContaining({ event: 'begins', verb: 'date', ...by, words: plan.words, plan: plan.hash }),
      expect.objectContaining({ event: 'ended', verb: 'date', ...by, how: 'done', plan: plan.hash }),
    ]);
  });

  it('a step that fails ends the act, in the words of its program', async () => {
    host.program('date', 'echo "no such time" >&2; exit 1');
    const plan = await planOf(host.socket, 'date', { time: 1_800_000_000 });
    const said = await act(host.socket, 'date', { time: 1_800_000_000 }, plan.hash);
    expect(said).toEqual(refused('failed'));
    expect(said['detail']).toMatch(/date: no such time$/);
    expect(host.auditLog().at(-1)?.['how']).toMatch(/^failed .*no such time$/);
  });

  it('one act at a time: nothing begins while the machine is told to restart, and that does not begin while something is done', async () => {
    const gate = join(host.folder, 'gate');
    host.program('systemctl', `while [ ! -e '${gate}' ]; do /bin/sleep 0.02; done`);
    const [power, date] = [{ action: 'reboot' }, { zone: 'Asia/Shanghai' }];
    const plans = [await planOf(host.socket, 'power', power), await planOf(host.socket, 'date', date)];
    const [powerPlan = '', datePlan = ''] = plans.map(({ hash }) => hash);
    const first = act(host.socket, 'power', power, powerPlan);
    await expect.poll(() => host.auditLog().at(-1)?.['event']).toBe('begins');
    expect(await act(host.socket, 'power', power, powerPlan)).toEqual(refused('busy'));
    expect(await act(host.socket, 'date', date, datePlan)).toEqual(refused('busy'));
    writeFileSync(gate, '');
    expect(await first).toEqual({ answer: 'done' });
  });

  it('an act that cannot be written down is not begun', async () => {
    const other = await startHostProcess({ acts: '/proc/acts.log' });
    try {
      const plan = await planOf(other.socket, 'power', { action: 'powerOff' });
      expect(plan.words).toBe('Switch this machine off');
      expect(await act(other.socket, 'power', { action: 'powerOff' }, plan.hash)).toEqual(refused('unlogged'));
      expect(other.programCalls()).toEqual([]);
    } finally {
      await other.remove();
    }
  });

  it.runIf(process.getuid?.() === 0)(
    'only one user may connect, and only in a folder where nobody can put another socket',
    async () => {
      const user = await startHostProcess({ user: '4711' });
      try {
        expect(lstatSync(user.socket)).toMatchObject({ uid: 4711 });
        expect(lstatSync(user.socket).mode & 0o777).toBe(0o600);
        const program = `require('node:net').connect(${JSON.stringify(user.socket)}).once('connect',()=>{console.log('in');process.exit()}).once('error',(e)=>console.log(e.code))`;
        const as = (uid: number): string =>
          spawnSync(
            'setpriv',
            [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', process.execPath, '-e', program],
            { encoding: 'utf8', cwd: '/', env: {} },
          ).stdout.trim();
        expect([as(4711), as(4712), as(65_534)]).toEqual(['in', 'EACCES', 'EACCES']);
        await user.stop();
        chmodSync(user.folder, 0o777);
        await expect(startOver(user.folder)).rejects.toThrow('Users other than the one who runs this can write');
      } finally {
        await user.remove();
      }
    },
  );

  it(
    'only its verbs are answered: 20,000 requests of every form run nothing, and each is a line of the log',
    { timeout: 180_000 },
    async () => {
      const fresh = await startHostProcess({ sys: '/nowhere' });
      // The helper closes silent connections.
      const silence = sendToSocket(fresh.socket, '');
      try {
        const questions = requests();
        const before = fresh.log().length;
        let at = 0;
        const counts = new Map<string, number>();
        const worker = async (): Promise<void> => {
          for (let bytes = questions[at++]; bytes !== undefined; bytes = questions[at++]) {
            const said = decode(
              either(either(RESPONSE_CODECS.offers, RESPONSE_CODECS.disks), RESPONSE_CODECS.plan),
              JSON.parse(await sendToSocket(fresh.socket, bytes)),
            );
            if (said._tag === 'Left') throw new Error(said.left.join());
            const kind = said.right.answer === 'refused' ? `refused ${said.right.why}` : said.right.answer;
            counts.set(kind, (counts.get(kind) ?? 0) + 1);
          }
        };
        await Promise.all(Array.from({ length: 16 }, worker));
        expect(fresh.programCalls()).toEqual([]);
        expect(fresh.auditLog()).toEqual([]);
        expect([...counts.keys()].toSorted()).toEqual(
          [
            'offers',
            'plan',
            'refused barred',
            'refused busy',
            'refused lacking',
            'refused stale',
            'refused unreadable',
          ].filter((kind) => counts.has(kind)),
        );
        expect(counts.get('refused barred')).toBeGreaterThan(10);
        expect(counts.get('refused unreadable')).toBeGreaterThan(15_000);
        expect(counts.get('refused stale')).toBeGreaterThan(10);
        await expect.poll(() => fresh.log().length - before).toBe(questions.length);
        expect(fresh.log().filter(({ how }) => how === 'stale')).toHaveLength(counts.get('refused stale') ?? 0);
        expect(await silence).toBe('');
        // The helper still works.
        expect(await ask(fresh.socket, { ask: 'offers' })).toEqual({
          answer: 'offers',
          version: 1,
          lacking: {
            power: [],
            date: [],
            mount: ['lsblk', 'blkid', 'mount'],
            unmount: ['lsblk', 'umount'],
            fan: ['fan'],
            led: ['light'],
            network: [],
            format: ['lsblk', 'wipefs', 'mkfs.ext4'],
            primary: ['lsblk', 'wipefs', 'mkfs.ext4'],
            selfTest: ['lsblk', 'smartctl'],
            ...Object.fromEntries(
              ['createArray', 'stopArray', 'startArray', 'deleteArray', 'addMember', 'removeMember', 'checkArray'].map(
                (verb) => [verb, ['lsblk', 'wipefs', 'mkfs.ext4', 'mdadm']],
              ),
            ),
            adoptArray: ['lsblk', 'wipefs', 'mkfs.ext4', 'mdadm', 'blockdev', 'mount'],
            mountVolume: ['lsblk', 'blkid', 'mount'],
            unmountVolume: ['umount'],
            mountNet: ['rclone', 'fusermount', 'mount', 'umount'],
            unmountNet: ['umount'],
          },
        });
      } finally {
        await fresh.remove();
      }
    },
  );
});

const startOver = async (folder: string): Promise<void> => {
  const again = await startHostProcess({ folder });
  await again.stop();
};

const REQUESTS = Number(process.env['FUZZ_HOST'] ?? 20_000);

/** Malformed requests, and a few that are valid except for the name of their plan. */
const requests = (): readonly (string | Uint8Array)[] => {
  const good = fc.constantFrom<object>(
    { ask: 'offers' },
    { ask: 'plan', verb: 'power', params: { action: 'reboot' }, by },
    { ask: 'disks' },
    { ask: 'plan', verb: 'mount', params: { serial: 'S', number: 1, uuid: '1FF5-1A01' }, by },
    { ask: 'act', verb: 'unmount', params: { place: 'PHOTOS' }, by, plan: 'a'.repeat(64) },
    { ask: 'act', verb: 'network', params: {}, by, plan: 'a'.repeat(64) },
    { ask: 'act', verb: 'fan', params: { on: 0 }, by, plan: 'a'.repeat(64) },
    { ask: 'act', verb: 'power', params: { action: 'powerOff' }, by, plan: 'a'.repeat(64) },
    {
      ask: 'plan',
      verb: 'mountNet',
      by,
      params: { name: 'nas', kind: 'webdav', addr: 'nas', port: 80, user: 'ann', share: '', password: 'x' },
    },
    { ask: 'act', verb: 'date', params: { time: 1_800_000_000, zone: 'Europe/Vienna' }, by, plan: 'a'.repeat(64) },
  );
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(
      '',
      '-h',
      '--help',
      '../../bin/sh',
      '$(reboot)',
      '; reboot',
      '\0',
      'reboot\n',
      1e300,
      -1,
      null,
      [],
      {},
      ['reboot'],
      {
        toString: 'reboot',
      },
    ),
  );
  const key = fc.constantFrom('ask', 'verb', 'params', 'by', 'plan', 'steps', 'program', '__proto__', 'constructor');
  const spoiled = fc
    .tuple(good, key, odd)
    .map(([question, name, value]) => `${JSON.stringify({ ...question, [name]: value })}\n`);
  const params = fc
    .tuple(
      fc.constantFrom('plan', 'act'),
      fc.constantFrom(
        'power',
        'date',
        'mount',
        'unmount',
        'primary',
        'createArray',
        'deleteArray',
        'addMember',
        'checkArray',
        'adoptArray',
        'mountVolume',
        'mountNet',
        'unmountNet',
      ),
      fc.constantFrom(
        'action',
        'name',
        'share',
        'password',
        'time',
        'zone',
        'ntp',
        'program',
        'serial',
        'uuid',
        'place',
        'members',
        'volume',
      ),
      odd,
    )
    .map(
      ([kind, verb, name, value]) =>
        `${JSON.stringify({ ask: kind, verb, params: { [name]: value }, by, ...(kind === 'act' ? { plan: 'b'.repeat(64) } : {}) })}\n`,
    );
  const verbs = fc
    .constantFrom('mount', 'exec', 'shell', 'Power', 'power ', 'toString', '__proto__', 'hasOwnProperty')
    .map((verb) => `${JSON.stringify({ ask: 'plan', verb, params: {}, by })}\n`);
  const bytes = fc
    .uint8Array({ minLength: 1, maxLength: 200 })
    .map((piece) => Uint8Array.from([...piece.filter((byte) => byte !== 10), 10]));
  const frames = fc.constantFrom<string | Uint8Array>(
    '\n',
    'GET / HTTP/1.1\r\nHost: box\r\n\r\n',
    '{"ask":"offers"}\n{"ask":"offers"}\n',
    `${JSON.stringify({ ask: 'offers', pad: 'x'.repeat(3000) })}\n`,
    'x'.repeat(4096),
    `{"ask":${'['.repeat(2000)}${']'.repeat(2000)}}\n`.slice(0, 4095),
    `${'x'.repeat(8000)}\n`,
  );
  const each = fc.oneof(
    { arbitrary: spoiled, weight: 8 },
    { arbitrary: params, weight: 6 },
    { arbitrary: verbs, weight: 1 },
    { arbitrary: bytes, weight: 4 },
    { arbitrary: frames, weight: 1 },
    { arbitrary: good.map((question) => `${JSON.stringify(question)}\n`), weight: 1 },
  );
  return fc.sample(each, { numRuns: REQUESTS, seed: 20_261_125 });
};

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
