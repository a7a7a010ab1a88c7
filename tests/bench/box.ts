/**
 * The built box against nginx, other file servers and system tools, on the same disk in the same run: `npm run bench --
 * box`. `BENCH_MB=1024` for files of 1 GiB instead of 256 MiB, `BENCH_ENTRIES=10000` for only the smaller folder. The
 * ratios count; the times are those of this machine. It ends within five minutes.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createAccountClient, RegisterUser, signInParams } from '@boxwood/account-sdk';
import type { BoxClient, Identity } from '@boxwood/box-sdk';
import { compressTask, copyTask, fetchTransport, fileUrl, isRight } from '@boxwood/box-sdk';
import { randomText } from '@boxwood/command-bus/rules';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import type { Peer } from './_peers.ts';
import { hasProgram, runProgram, startHfs, startNginx, startRclone } from './_peers.ts';
import { sendRequest, closeConnections } from './_http-load.ts';
import { PAGE, createPageClient } from './_listing-pages.ts';
import { createReport, median, quantile, race, flushDisk } from './_report.ts';
import { requestBytes, measureConcurrentClients } from './_concurrent-clients.ts';

const MEGABYTE = 1024 * 1024;
const SIZE = Number(process.env['BENCH_MB'] ?? 256) * MEGABYTE;
const ENTRIES = (process.env['BENCH_ENTRIES'] ?? '10000,100000').split(',').map(Number);
const LISTERS = [1, 50, 500] as const;
/** A box has twenty users with ten concurrent calls each by default: 500 listers need more. */
const CALLS_EACH = 30;
const CHUNK_BYTES = 8 * MEGABYTE;
const SETTLE_MS = 25_000;
const FORGET_MS = 75_000;
/**
 * The duration of an upload varies by a factor of two with any server: memory pages are free, or have to be fetched
 * from the host.
 */
const TRANSFERS = 5;

const ms = (value: number): string => `${value.toFixed(1)} ms`;
const rate = (bytes: number, took: number): string => `${(bytes / MEGABYTE / (took / 1000)).toFixed(0)} MiB/s`;
/**
 * Megabytes of the box. `RssAnon` excludes file pages, mostly of the Node program, which the system can drop and read
 * again.
 */
const memory = ({ child }: BoxProcess, what: 'VmRSS' | 'RssAnon'): number =>
  Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${child.pid ?? 0}/status`, 'utf8'))?.[1] ?? 0) /
  1024;

const box = await startBoxProcess({
  program: fileURLToPath(new URL('../../apps/box/dist/main.js', import.meta.url)),
  args: ['--calls', String(CALLS_EACH)],
  env: { BOXWOOD_LOG: 'warn' },
});
const home = join(box.usb1, OWNER);
const nginx = await startNginx(home);
const hfs = await startHfs(home);
const rclone = await startRclone(home);
process.once('exit', () => {
  // Also after a failure: nothing stays behind.
  for (const peer of [nginx, hfs, rclone]) peer?.kill();
  box.child.kill('SIGKILL');
});
const report = createReport();
const owner = await signIn(box.origin, OWNER);
const client: BoxClient = owner;
const wire = (name: string): string => `/mnt/usb1/${OWNER}/${name}`;
// The index thread and the first sign-in's memory are released after a while.
await delay(SETTLE_MS);
const idle = { all: memory(box, 'VmRSS'), own: memory(box, 'RssAnon') };

const { listing, page: listPage, first: firstPage, all: allPages } = createPageClient(box.origin);
const fetchAll = async (peer: Peer | null, path: string): Promise<number> =>
  peer === null ? 0 : (await sendRequest(peer.origin + path)).bytes;
const me: Identity = { username: OWNER, token: owner.token };

// --- Listings ------------------------------------------------------------------------------------------------------
for (const count of ENTRIES) {
  const name = `list ${count}`;
  mkdirSync(join(home, name));
  for (let i = 0; i < count; i++) writeFileSync(join(home, name, `IMG_${i}.jpg`), '');
  await listPage(me, wire(name));
  let payload = 0;
  const whole = async (): Promise<void> => {
    payload = await allPages(me, wire(name), count);
  };
  const first = (): Promise<void> => firstPage(me, wire(name));
  const at = `/${encodeURIComponent(name)}/`;
  let peerBytes = 0;
  const raced = await race(3, {
    first,
    whole,
    nginx: async () => {
      peerBytes = await fetchAll(nginx, at);
    },
  });
  // Once: they take up to a thousand times as long.
  const timed = async (work: Promise<unknown>): Promise<number> => {
    const begun = performance.now();
    await work;
    return performance.now() - begun;
  };
  const took: Readonly<Record<string, number>> = {
    ...raced,
    hfs: await timed(fetchAll(hfs, `/~/api/get_file_list?uri=/files${at}`)),
    rclone: await timed(fetchAll(rclone, at)),
  };
  for (const [peer, its] of [
    [nginx, 'nginx'],
    [hfs, 'hfs'],
    [rclone, 'rclone'],
  ] as const) {
    const other = took[its] ?? 0;
    const against = peer === null ? ([its, 'not available'] as const) : ([its, ms(other)] as const);
    const ratio = (own: number): number | null => (peer === null ? null : own / other);
    if (its === 'nginx')
      report.add(
        `${count} entries: first page of ${PAGE}`,
        ms(took['first'] ?? 0),
        against,
        ratio(took['first'] ?? 0),
        '<= 50 ms',
      );
    report.add(`${count} entries: all pages`, ms(took['whole'] ?? 0), against, ratio(took['whole'] ?? 0), '<= 1 x');
  }
  const sizes = [payload / 1e6, peerBytes / 1e6] as const;
  report.add(
    `${count} entries: bytes transferred`,
    `${sizes[0].toFixed(2)} MB`,
    nginx === null ? null : ['nginx', `${sizes[1].toFixed(2)} MB`],
    nginx === null ? null : payload / peerBytes,
    count === 10_000 ? '<= 0.9 MB' : '',
  );
}

// --- Up and down ---------------------------------------------------------------------------------------------------
const data = randomBytes(SIZE);
let round = 0;
/** Repeats `uploadFile` with the same client as for nginx, so that only the server is measured. */
const upload = async (target: string): Promise<void> => {
  const { uuid } = await client.transfers.prepare({ target, size: SIZE });
  for (let start = 0; start < SIZE; start += CHUNK_BYTES) {
    const body = data.subarray(start, Math.min(SIZE, start + CHUNK_BYTES));
    const { status, head } = await sendRequest(`${box.origin}/filetrans?uuid=${uuid}&start=${start}`, {
      method: 'PUT',
      body,
    });
    if (status !== 200) throw new Error(head);
  }
  await client.transfers.finish({ target, size: SIZE, reserved: '0', uuid, ctime: 1_700_000_000 + round });
};
const { key } = await client.session.fileKey();
/** Removes what a round replaced: the box has it in the bin, nginx deleted it. The memory of both is free again. */
const restEmpty = (): void => {
  const bin = join(home, '.Trash');
  if (existsSync(bin)) for (const name of readdirSync(bin)) rmSync(join(bin, name), { recursive: true });
  flushDisk();
};
const transfers = await race(
  TRANSFERS,
  {
    up: async () => {
      round += 1;
      await upload(wire('up.bin'));
    },
    peerUp: async () => {
      if (nginx !== null) await sendRequest(`${nginx.origin}/peer.bin`, { method: 'PUT', body: data });
    },
    down: async () => {
      if ((await sendRequest(fileUrl({ base: box.origin, key }, wire('up.bin')))).bytes !== SIZE)
        throw new Error('a short file');
    },
    peerDown: () => fetchAll(nginx, '/up.bin'),
  },
  restEmpty,
);
const { up = 0, peerUp = 0, down = 0, peerDown = 0 } = transfers;
const versus = (took: number): readonly [string, string] | null =>
  nginx === null ? null : ['nginx', rate(SIZE, took)];
report.add(
  `upload of ${SIZE / MEGABYTE} MiB, synced to the disk`,
  rate(SIZE, up),
  versus(peerUp),
  peerUp / up,
  '>= 0.7 x, nginx does not sync',
);
report.add(`download of ${SIZE / MEGABYTE} MiB`, rate(SIZE, down), versus(peerDown), peerDown / down, '>= 0.8 x');

// --- Copy, tar, zip ------------------------------------------------------------------------------------------------
const finished = async (id: string): Promise<void> => {
  for (;;) {
    const { list } = await client.tasks.list({ user: OWNER, count: 10, start: 0, type: 'ALL' });
    const task = list.find(({ tb_id }) => tb_id === id);
    if (task?.tb_state === 1) return;
    if (task === undefined || task.tb_state === -1) throw new Error(`the task failed: ${task?.tb_msg ?? 'gone'}`);
    await delay(10);
  }
};
mkdirSync(join(home, 'tree'));
mkdirSync(join(home, 'to'));
const text = Buffer.from(JSON.stringify(Array.from({ length: 40_000 }, (_, i) => `line ${i * 7919}`)));
for (let i = 0; i < 60; i++) writeFileSync(join(home, 'tree', `${i}.txt`), text);
writeFileSync(join(home, 'tree/random.bin'), data.subarray(0, SIZE / 8));

const works = [
  ['cp', 'copy of the file', () => copyTask(OWNER, wire('up.bin'), wire('to')), ['up.bin', 'to/peer.bin']],
  [
    'tar',
    'tar of a tree',
    () => compressTask(OWNER, wire('').slice(0, -1), ['tree'], { target: wire('to'), name: 'box', suffix: 'tar' }),
    ['-cf', 'to/peer.tar', 'tree'],
  ],
  [
    'zip',
    'zip of a tree',
    () => compressTask(OWNER, wire('').slice(0, -1), ['tree'], { target: wire('to'), name: 'box', suffix: 'zip' }),
    ['-qr', 'to/peer.zip', 'tree'],
  ],
] as const;
for (const [program, measure, task, args] of works) {
  const there = hasProgram(program);
  const clear = (): void => {
    rmSync(join(home, 'to'), { recursive: true });
    mkdirSync(join(home, 'to'));
  };
  const { own = 0, peer = 0 } = await race(3, {
    own: async () => {
      clear();
      await finished((await client.tasks.add(task())).id);
    },
    peer: async () => {
      clear();
      // The box answers when the data is on the disk; so does the peer.
      if (there) await runProgram('sh', ['-c', `${program} "$@" && sync -f to`, program, ...args], home);
    },
  });
  report.add(measure, ms(own), there ? [`${program} + sync`, ms(peer)] : null, there ? own / peer : null);
}

// --- Many listers --------------------------------------------------------------------------------------------------
const account = createAccountClient({ baseUrl: `${box.origin}/account`, transport: fetchTransport() });
const appKey = (): string => randomText((bytes) => crypto.getRandomValues(bytes));
const signed = await account.session.signIn(signInParams(OWNER, PASSWORD, appKey()));
const head = createAccountClient({
  baseUrl: `${box.origin}/account`,
  transport: fetchTransport(),
  identity: () => ({ username: signed.userName, token: signed.token }),
});
const { boxid } = await client.session.setup();
const users: Identity[] = [];
for (let i = 0; i < Math.max(...LISTERS) / CALLS_EACH; i++) {
  const userName = `lister${i}`;
  const { inviteCode } = await head.roster.invite({ boxName: boxid });
  const joined = await account.exec(RegisterUser, { userName, password: PASSWORD, param: '', code: '', inviteCode })();
  // A box has a maximum number of users.
  if (!isRight(joined)) break;
  // The box is notified of its users a moment later, and creates their folders.
  for (let tries = 0; tries < 400 && !existsSync(join(box.usb1, userName, 'Download')); tries++) await delay(25);
  users.push({ username: userName, token: (await signIn(box.origin, userName)).token });
  mkdirSync(join(box.usb1, userName, 'many'), { recursive: true });
  for (let n = 0; n < PAGE; n++) writeFileSync(join(box.usb1, userName, 'many', `IMG_${n}.jpg`), '');
}
mkdirSync(join(home, 'many'));
for (let n = 0; n < PAGE; n++) writeFileSync(join(home, 'many', `IMG_${n}.jpg`), '');

for (const asked of LISTERS) {
  const count = Math.min(asked, Math.max(1, users.length) * CALLS_EACH);
  const asks = (users.length === 0 ? [me] : users).map((user) => listing(user, `/mnt/usb1/${user.username}/many`));
  const turns = Math.max(10, Math.ceil(400 / count));
  const run = (origin: string, requests: readonly Buffer[], good: string): Promise<readonly number[]> =>
    measureConcurrentClients(requests, { port: Number(new URL(origin).port), count, turns, good });
  const own = await run(
    box.origin,
    asks.map((each) => requestBytes(each.url, each.ask)),
    '{"error":0',
  );
  const peer = nginx === null ? [] : await run(nginx.origin, [requestBytes(`${nginx.origin}/many/`)], 'IMG_0.jpg');
  for (const [name, pick] of [
    ['p50', median],
    ['p99', (all: readonly number[]) => quantile(all, 0.99)],
  ] as const)
    report.add(
      `listing ${PAGE} entries, concurrency ${count}, ${name}`,
      ms(pick(own)),
      nginx === null ? null : ['nginx', ms(pick(peer))],
      nginx === null ? null : pick(own) / pick(peer),
      name === 'p99' ? '<= 150 ms' : '',
    );
}

report.add('memory, idle', `${idle.all.toFixed(0)} MB`, null, null, '<= 80 MB');
report.add('memory, idle, anonymous pages only', `${idle.own.toFixed(0)} MB`, null, null);
const worked = memory(box, 'VmRSS');
closeConnections();
// An idle box closes folders that were not used for a minute.
await delay(FORGET_MS);
report.add('memory, directly after the benchmark', `${worked.toFixed(0)} MB`, null, null);
report.add('memory, one minute after the benchmark', `${memory(box, 'VmRSS').toFixed(0)} MB`, null, null, '<= 120 MB');
report.print();
await Promise.all([nginx?.stop(), hfs?.stop(), rclone?.stop()]);
await box.remove();
process.exit(0);
