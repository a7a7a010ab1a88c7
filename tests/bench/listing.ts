/**
 * Listings of typical folders, compared with nginx on the same folders in the same run: `npm run bench -- listing`,
 * with `BENCH_ENTRIES=10000` for smaller folders. Without nginx it fails: a missing row would look like a met goal.
 */
import { mkdirSync, readdirSync, lstatSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { makePicture } from '../lib/media/png-picture.ts';
import { sendRequest, closeConnections } from './_http-load.ts';
import { createPageClient } from './_listing-pages.ts';
import { startNginx } from './_peers.ts';
import { createReport, median, quantile, flushDisk, formatRange } from './_report.ts';
import { requestBytes, measureConcurrentClients } from './_concurrent-clients.ts';

const COUNT = Number(process.env['BENCH_ENTRIES'] ?? 100_000);
const RUNS = 3;
const AT_ONCE = 50;
const TURNS = 10;
const REST_MS = 300;
/** Pictures that are being indexed during the listings. */
const INDEXED = 3000;

const ms = (value: number): string => `${value.toFixed(1)} ms`;
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

const program = fileURLToPath(new URL('../../apps/box/dist/main.js', import.meta.url));
const options = { program, args: ['--calls', String(AT_ONCE)], env: { BOXWOOD_LOG: 'warn' } };
const before = await startBoxProcess(options);
const home = join(before.usb1, OWNER);

/** The photo index skips folders whose names begin with a dot: it has a separate row. */
const KINDS = [
  { what: 'plain files', name: '.plain', goal: '<= 1 x', file: (at: number) => `document ${at}.dat` },
  { what: 'pictures', name: '.pictures', goal: '<= 0.5 x', file: (at: number) => `IMG_${at}.jpg` },
  {
    what: 'Chinese names',
    name: '.names',
    goal: '<= 1 x',
    file: (at: number) =>
      `${['春节', '海边', 'Trip', '生日 party'][at % 4]}${['照片', '视频', '图'][at % 3]} ${at}.txt`,
  },
] as const;
for (const { name, file } of KINDS) {
  mkdirSync(join(home, name));
  for (let at = 0; at < COUNT; at += 1) writeFileSync(join(home, name, file(at)), 'x');
}
await before.stop();

// As if the box had computed them one after the other, which takes minutes.
const hashes = new DatabaseSync(join(before.dataDir, '.boxwood/box.sqlite'));
const put = hashes.prepare(
  'INSERT OR REPLACE INTO file_hashes (dev, ino, size, mtime, hash, key) VALUES (?, ?, ?, ?, ?, ?)',
);
hashes.exec('BEGIN');
for (const [at, name] of readdirSync(join(home, '.pictures')).entries()) {
  const { dev, ino, size, mtimeMs } = lstatSync(join(home, '.pictures', name));
  const hash = at.toString(16).padStart(32, '0');
  put.run(dev, ino, size, Math.floor(mtimeMs / 1000), hash, `/mnt/usb1/${OWNER}/.pictures/${name}`);
}
hashes.exec('COMMIT');
hashes.close();

const box = await startBoxProcess({ ...options, dataDir: before.dataDir, withUsers: false });
const nginx = await startNginx(home);
if (nginx === null) throw new Error('nginx is what listings are measured against: it is not installed');
process.once('exit', () => {
  nginx.kill();
  box.child.kill('SIGKILL');
  for (const folder of [before.dataDir, `${before.dataDir}-config`]) rmSync(folder, { recursive: true, force: true });
});
const report = createReport();
const pages = createPageClient(box.origin);
const owner = await signIn(box.origin, OWNER);
const me = { username: OWNER, token: owner.token };
const wire = (name: string): string => `/mnt/usb1/${OWNER}/${name}`;

/** Only root may drop the system's caches, and not in every container. */
const dropCaches = (): boolean => {
  flushDisk();
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '3');
    return true;
  } catch {
    return false;
  }
};
let touched = 1_700_000_000;
const forget = (name: string): void => {
  touched += 1;
  utimesSync(join(home, name), touched, touched);
  dropCaches();
};
const add = (what: string, took: readonly number[], peer: readonly number[] | null, goal = ''): void => {
  const [own, their] = [median(took), peer === null ? 0 : median(peer)];
  report.add(
    what,
    ms(own),
    peer === null ? null : ['nginx', ms(their)],
    peer === null ? null : own / their,
    goal,
    formatRange(took, 1),
  );
};

for (const { what, name, goal } of KINDS) {
  const took = {
    cold: [] as number[],
    peerCold: [] as number[],
    first: [] as number[],
    all: [] as number[],
    peer: [] as number[],
  };
  const peer = (): Promise<unknown> => sendRequest(`${nginx.origin}/${name}/`);
  for (let run = 0; run < RUNS; run += 1) {
    forget(name);
    took.cold.push(await timed(() => pages.first(me, wire(name))));
    await pages.all(me, wire(name), COUNT);
    forget(name);
    took.peerCold.push(await timed(peer));
    await pages.all(me, wire(name), COUNT);
    const turns = [
      async () => took.all.push(await timed(() => pages.all(me, wire(name), COUNT))),
      async () => took.peer.push(await timed(peer)),
    ];
    for (const turn of run % 2 === 0 ? turns : turns.toReversed()) await turn();
    // The 10 MB that this process has just received from a peer are collected here, instead of during a small request.
    for (let turn = 0; turn < TURNS; turn += 1) {
      await delay(REST_MS);
      took.first.push(await timed(() => pages.first(me, wire(name))));
    }
  }
  const isPictures = name === '.pictures';
  add(`${COUNT} ${what}: all pages`, took.all, took.peer, goal);
  add(`${COUNT} ${what}: first page`, took.first, took.peer, '<= 3 ms');
  add(`${COUNT} ${what}: first page, cold cache`, took.cold, took.peerCold, isPictures ? '<= 150 ms' : '');
}

// --- Fifty at once on the pictures, and while others are indexed ---------------------------------------------------------
const request = pages.listing(me, wire('.pictures'));
const atOnce = (origin: string, asked: Buffer, good: string): Promise<readonly number[]> =>
  measureConcurrentClients([asked], { port: Number(new URL(origin).port), count: AT_ONCE, turns: TURNS, good });
const p99 = (all: readonly number[]): number => quantile(all, 0.99);
const own = await atOnce(box.origin, requestBytes(request.url, request.ask), '{"error":0');
report.add(`first page of ${COUNT} pictures, concurrency ${AT_ONCE}, p99`, ms(p99(own)), null, null, '<= 60 ms');

mkdirSync(join(home, 'Pictures'));
for (let at = 0; at < INDEXED; at += 1) writeFileSync(join(home, 'Pictures', `${at}.png`), makePicture(String(at)));
const isIndexing = async (): Promise<boolean> => (await owner.photos.config()).cfg.scanning === 1;
while (!(await isIndexing())) await delay(20);
const beside: number[] = [];
while (await isIndexing())
  for (let turn = 0; turn < TURNS; turn += 1) beside.push(await timed(() => pages.first(me, wire('.pictures'))));
report.add(
  `first page of ${COUNT} pictures while ${INDEXED} others are indexed, p99`,
  ms(p99(beside)),
  null,
  null,
  '<= 60 ms',
  `${beside.length} listings`,
);

report.print();
closeConnections();
await nginx.stop();
await box.stop();
process.exit(0);
