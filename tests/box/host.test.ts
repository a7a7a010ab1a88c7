import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, either } from '@boxwood/command-bus/codecs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESPONSE_CODECS, type OperationPlan } from '../../apps/host/src/host-responses.ts';
import { type HostProcess, startHostProcess, sendToSocket } from '../lib/box/host-process.ts';

const REQUESTS = 20_000;

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
