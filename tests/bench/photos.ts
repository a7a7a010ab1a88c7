/**
 * The photo index and its timeline: `npm run bench -- photos`, or `BENCH_PHOTOS=2000` for fewer. The times of
 * HomeGallery and PiGallery2 for the same 20,000 pictures on this kind of machine are in the goals' column of the
 * issue; they are not installed here.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { launch } from './_browser.ts';
import { drawPhotos } from './_photos.ts';
import { createReport, quantile } from './_report.ts';
import { measureArrival, measureTimeline } from './_timeline.ts';

const COUNT = Number(process.env['BENCH_PHOTOS'] ?? 20_000);
const YEARS = 20;
const SIZES = [
  [640, 480],
  [800, 600],
  [1200, 900],
] as const;
/**
 * Milliseconds after which no child process may remain: the name search process stays for two minutes after a search,
 * as with an open desktop.
 */
const REST_MS = 130_000;
const NEW = 50;

/** A goal that applies to 20,000 pictures. */
const ofTwentyThousand = (goal: string): string => (COUNT > 20_000 ? '' : goal);

const how = {
  program: fileURLToPath(new URL('../../apps/box/dist/main.js', import.meta.url)),
  env: { BOXWOOD_LOG: 'warn' },
};
let box = await startBoxProcess(how);
process.once('exit', () => {
  box.child.kill('SIGKILL');
});
let client = await signIn(box.origin, OWNER);
const library = join(box.usb1, OWNER, 'Library');
const report = createReport();

/** Bytes after the end of a JPEG make each file unique. */
const browser = await launch();
const drawn = await drawPhotos(await browser.newPage(), SIZES);
const bytes = drawn.reduce((sum, { length }) => sum + length, 0) / drawn.length;
const dayOf = (at: number): number => Date.UTC(2004 + Math.floor((at * YEARS) / COUNT), at % 12, 1 + (at % 28)) / 1000;
const put = (folder: string, at: number, taken = dayOf(at)): string => {
  const name = `${at}.jpg`;
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat([drawn[at % drawn.length] ?? Buffer.alloc(0), Buffer.from(`#${at}`)]));
  utimesSync(path, taken, taken);
  return name;
};

/** The name of a process: the program, or the module that Node runs. */
const nameOf = (pid: number): string => {
  try {
    const [program = '', ...more] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return basename(more.find((each) => each.endsWith('.js')) ?? program);
  } catch {
    return '';
  }
};
/** Megabytes of the box and all its children, and the names of those. */
const family = (): { readonly megabytes: number; readonly children: readonly string[] } => {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each)))
    try {
      parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1] ?? 0));
    } catch {
      // It ended meanwhile.
    }
  const root = box.child.pid ?? 0;
  const isIts = (pid: number): boolean => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (at === root) return true;
    return false;
  };
  // The process that watches mounts runs all the time.
  const isOfMounts = (pid: number): boolean => nameOf(pid).includes('findmnt');
  const its = [...parents.keys()].filter((pid) => isIts(pid) && !isOfMounts(pid));
  const sizes = its.map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
    } catch {
      return 0;
    }
  });
  const children = its.filter((pid) => pid !== root).map((pid) => nameOf(pid));
  return { megabytes: sizes.reduce((sum, each) => sum + each, 0), children };
};

/** The state of the index, polled until it is idle. */
let peak = 0;
const until = async (isDone: () => Promise<boolean>): Promise<number> => {
  const begun = performance.now();
  while (!(await isDone())) {
    peak = Math.max(peak, family().megabytes);
    await delay(100);
  }
  return performance.now() - begun;
};
const total = async (): Promise<number> => (await client.photos.months({})).total;
const isResting = async (): Promise<boolean> => (await client.photos.config()).cfg.scanning === 0;
const seconds = (took: number): string => `${(took / 1000).toFixed(1)} s`;

// Created elsewhere and moved in at once, as when a user copies a library: only the index is measured.
const beside = join(box.usb1, OWNER, '.library');
for (let year = 0; year < YEARS; year += 1) mkdirSync(join(beside, String(2004 + year)), { recursive: true });
for (let at = 0; at < COUNT; at += 1) put(join(beside, String(2004 + Math.floor((at * YEARS) / COUNT))), at);

renameSync(beside, library);
const known = await until(async () => (await total()) >= COUNT);
report.add(
  `metadata of ${COUNT} pictures of ${Math.round(bytes / 1024)} KB`,
  `${Math.round((COUNT / known) * 1000)} pictures/s`,
  null,
  null,
  '>= 500 pictures/s',
  seconds(known),
);
const looked = known + (await until(isResting));
report.add(
  'the same with placeholders',
  `${Math.round((COUNT / looked) * 1000)} pictures/s`,
  null,
  null,
  '>= 100 pictures/s',
  seconds(looked),
);
report.add('memory of all processes, maximum', `${Math.round(peak)} MB`, null, null, ofTwentyThousand('<= 300 MB'));

const months = (await client.photos.months({})).list;
const times: number[] = [];
for (let turn = 0; turn < 200; turn += 1) {
  const month = months[(turn * 37) % months.length]?.month ?? '';
  const begun = performance.now();
  await client.photos.run({ month, start: 0, count: 500 });
  times.push(performance.now() - begun);
}
report.add('one month of the timeline, p99', `${quantile(times, 0.99).toFixed(1)} ms`, null, null, '<= 250 ms');

// Each covers every picture, because no two of them are equal.
const searches: number[] = [];
for (let year = 2004; year < 2004 + YEARS; year += 1) {
  const begun = performance.now();
  await client.photos.months({ words: `${year} pic` });
  searches.push(performance.now() - begun);
}
report.add('text search, p99', `${quantile(searches, 0.99).toFixed(0)} ms`, null, null, '<= 1000 ms');

for (let at = 0; at < NEW; at += 1) put(join(library, '2004'), COUNT + at);
const came = await until(async () => (await total()) >= COUNT + NEW);
report.add(`${NEW} new pictures are in the timeline`, seconds(came), null, null, '<= 2 s');

await until(isResting);
await measureArrival(browser, box.origin, report, () => {
  const fresh = Array.from({ length: NEW }, (_, at) => COUNT + NEW + at);
  return fresh.map((at) => put(join(library, '2004'), at, Date.now() / 1000)).at(-1) ?? '';
});
await until(isResting);
await measureTimeline(browser, box.origin, report, COUNT);
await browser.close();
await until(isResting);
await delay(REST_MS);
const rest = family();
report.add(
  'child processes two minutes after indexing',
  `${rest.children.length} processes`,
  null,
  null,
  '<= 0 processes',
  rest.children.join(', '),
);
report.add('memory at that time', `${Math.round(rest.megabytes)} MB`, null, null, '<= 150 MB');

// Nothing has changed while it was off, which it detects by the times of all folders.
await box.kill();
box = await startBoxProcess({ ...how, dataDir: box.dataDir });
const again = performance.now();
client = await signIn(box.origin, OWNER);
await until(isResting);
report.add(
  'restart: the index is verified as unchanged',
  seconds(performance.now() - again),
  null,
  null,
  ofTwentyThousand('<= 0.5 s'),
);
report.print();
await box.remove();

process.exit(0);
