/**
 * How cost grows at a real box: listing, search and measuring of folders of 1,000 to 1,000,000 files: `npm run bench --
 * growth-box`, or `BENCH_SIZES=1000,10000` for less. A search is one request, whatever its scope. The files are in
 * memory where there is room: creating a million of them on a disk takes too long.
 */
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isRight, MeasureFolder, SearchFiles } from '@boxwood/box-sdk';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { createGrowth, count, duration, SIZES } from './_growth.ts';
import { closeConnections } from './_http-load.ts';
import { createPageClient } from './_listing-pages.ts';
import { runProgram } from './_peers.ts';
import { median, quantile, formatRange } from './_report.ts';

/** Enough that the slowest is not the 99th percentile. */
const SEARCHES = 1000;

const { report, add } = createGrowth();
const memory = '/dev/shm';
const dataDir = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'boxwood-grow-'));
const box = await startBoxProcess({
  dataDir,
  program: fileURLToPath(new URL('../../apps/box/dist/main.js', import.meta.url)),
  env: { BOXWOOD_LOG: 'warn' },
});
process.once('exit', () => {
  box.child.kill('SIGKILL');
  for (const folder of [dataDir, `${dataDir}-config`]) rmSync(folder, { recursive: true, force: true });
});
const owner = await signIn(box.origin, OWNER);
const me = { username: OWNER, token: owner.token };
const pages = createPageClient(box.origin);
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};
const rss = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${box.child.pid ?? 0}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** The number of files with that name; none when the box reports that its index is still being built. */
const search = async (name: string): Promise<number> => {
  const found = await owner.exec(SearchFiles, { roots: [1], regex: name, count: 50, hasbaseinfo: 0 })();
  if (isRight(found)) return found.right.file_list.length;
  if (found.left._tag === 'Refused' && found.left.code === 7) return 0;
  throw new Error(JSON.stringify(found.left));
};

for (const size of SIZES) {
  const name = `Grow${size}`;
  const nameOf = (at: number): string => `${name}_${String(at).padStart(7, '0')}.txt`;
  // Created elsewhere and moved in at once, so that notifying the box of a million files is not measured.
  const beside = join(dataDir, `beside${size}`);
  mkdirSync(beside);
  for (let at = 0; at < size; at++) closeSync(openSync(join(beside, nameOf(at)), 'w'));
  const folder = join(box.usb1, OWNER, name);
  const path = `/mnt/usb1/${OWNER}/${name}`;
  renameSync(beside, folder);
  const newest = nameOf(size - 1);
  for (let tries = 0; (await search(newest)) === 0; tries++) {
    if (tries > 600) throw new Error('the index never heard of the newest file');
    await delay(500);
  }
  await pages.all(me, path, size);
  const listed: number[] = [];
  for (let run = 0; run < 3; run++) listed.push(await timed(() => pages.all(me, path, size)));
  // Only the names, in order: the minimum that any listing does.
  const named = Array.from({ length: 3 }, () => {
    const begun = performance.now();
    readdirSync(folder).sort();
    return performance.now() - begun;
  });
  add('listing, all pages', size, listed, size, {
    memory: rss(),
    bare: { what: 'reading and sorting its names', took: named },
  });
  const searched: number[] = [];
  while (searched.length < SEARCHES) {
    const begun = performance.now();
    // A search that the box aborted under load is repeated; the time of all attempts counts.
    for (let tries = 0; (await search(newest)) === 0; tries++) if (tries > 20) throw new Error('no answer in time');
    searched.push(performance.now() - begun);
  }
  add('search for a name, one query', size, searched, 1, { memory: rss() });
  if (size !== SIZES.at(-1)) continue;
  const p99 = `${quantile(searched, 0.99).toFixed(1)} ms`;
  report.add(`search for a name among ${count(size)}, p99`, p99, null, null, '<= 20 ms', formatRange(searched, 1));
  const measured: number[] = [];
  const peer: number[] = [];
  for (let run = 0; run < 3; run++) {
    // A measurement that exceeds the box's limit counts with that limit.
    measured.push(await timed(() => owner.exec(MeasureFolder, { path })()));
    peer.push(await timed(() => runProgram('du', ['-s', folder], dataDir)));
  }
  const [own, their] = [median(measured), median(peer)];
  const against = ['du', duration(their)] as const;
  report.add(
    `measuring ${count(size)} files`,
    duration(own),
    against,
    own / their,
    '<= 1.5 x',
    formatRange(measured, 1),
  );
}

report.print();
closeConnections();
await box.stop();
process.exit(0);
