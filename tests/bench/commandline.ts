/**
 * The command line against rclone and curl: `npm run bench -- commandline`. 10,000 tiny files by `boxwood put`, and a
 * thousand of them by rclone over WebDAV to rclone's own server, which takes as long for each; 1 GiB by `boxwood put`,
 * by rclone and by curl's PUT to nginx, with and without a sync, all onto the same disk in the same run. `BENCH_MB` and
 * `BENCH_TINY` make it smaller.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import { createCli } from '../lib/box/cli.ts';
import type { Peer } from './_peers.ts';
import { hasProgram, runProgram, startNginx, startRclone } from './_peers.ts';
import { createReport, median, flushDisk, formatRange } from './_report.ts';

const MEGABYTE = 1024 * 1024;
const SIZE = Number(process.env['BENCH_MB'] ?? 1024) * MEGABYTE;
const TINY = Number(process.env['BENCH_TINY'] ?? 10_000);
/**
 * rclone sends one file after the other in each of its four transfers: a thousand take 40 s, ten thousand would take
 * seven minutes with the same result.
 */
const TINY_OF_PEER = Math.min(TINY, 1000);
const RUNS = 3;
/** A goal only applies at the size it is set for. */
const goal = (size: number, full: number, text: string): string => (size >= full ? text : '');

const report = createReport();
const program = fileURLToPath(new URL('../../apps/box/dist/main.js', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'boxwood-bench-'));
const box = await startBoxProcess({ program, env: { BOXWOOD_LOG: 'warn' } });
const cli = createCli();
const theirs = join(scratch, 'theirs');
mkdirSync(theirs);
const nginx = await startNginx(theirs);
const webdav = await startRclone(theirs, 'webdav');
process.once('exit', () => {
  for (const peer of [nginx, webdav]) peer?.kill();
  box.child.kill('SIGKILL');
  cli.remove();
  rmSync(scratch, { recursive: true, force: true });
});
// A value without a peer says nothing on this machine.
if (nginx === null || webdav === null || !hasProgram('curl'))
  throw new Error('This bench needs nginx, rclone and curl to compare with: one of them is not installed.');
await cli.run(['login', box.origin, '-u', OWNER], { BOXWOOD_PASSWORD: PASSWORD });

const put = async (what: string, to: string): Promise<void> => {
  const { code, err } = await cli.run(['--quiet', 'put', what, '--to', to], {}, { cwd: scratch });
  if (code !== 0) throw new Error(`boxwood put ended with ${code}: ${err}`);
};
/** With default options (four files at a time), and without the user's configuration. */
const rclone = ({ origin }: Peer, what: string, to: string): Promise<void> =>
  runProgram('rclone', ['--config', '/dev/null', 'copy', what, `:webdav,url="${origin}",vendor=other:${to}`], scratch);

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  flushDisk();
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
};
/** Seconds of each, alternately: every round begins with another one and uses separate folders. */
const inTurns = async (
  works: Readonly<Record<string, ((round: string) => Promise<unknown>) | null>>,
): Promise<Readonly<Record<string, readonly number[]>>> => {
  const taken: Record<string, number[]> = {};
  const all = Object.entries(works);
  for (let run = 0; run < RUNS; run++)
    for (const [name, work] of [...all.slice(run), ...all.slice(0, run)])
      if (work !== null) (taken[name] ??= []).push(await timed(() => work(String(run))));
  return taken;
};
const rateOf = (files: number, taken: number): string => `${(files / taken).toFixed(0)} files/s`;
const seconds = (all: readonly number[]): string => `${median(all).toFixed(1)} s`;

// --- Many tiny files -------------------------------------------------------------------------------------------------
/** Files of a few bytes in a folder of that name. */
const makeTiny = (name: string, count: number): void => {
  mkdirSync(join(scratch, name));
  for (let at = 0; at < count; at++) writeFileSync(join(scratch, name, `${at}.txt`), `file ${at}`);
};
makeTiny('tiny', TINY);
makeTiny('some', TINY_OF_PEER);
const many = await inTurns({
  boxwood: async (round) => {
    await put('tiny', `Tiny-${round}`);
    const arrived = readdirSync(join(box.usb1, OWNER, `Tiny-${round}`, 'tiny')).length;
    if (arrived !== TINY) throw new Error(`${arrived} of ${TINY} files arrived`);
  },
});
const ours = many['boxwood'] ?? [];
// One round: it is slower by a factor that exceeds its spread.
const copied = await timed(() => rclone(webdav, 'some', 'some'));
report.add(
  `${TINY} tiny files with the command line`,
  seconds(ours),
  ['rclone over WebDAV,', `${TINY_OF_PEER} in ${copied.toFixed(1)} s: ${rateOf(TINY_OF_PEER, copied)}`],
  median(ours) / TINY / (copied / TINY_OF_PEER),
  goal(TINY, 10_000, '<= 20 s'),
  `${formatRange(ours, 1)}; ${rateOf(TINY, Math.max(...ours))} at worst`,
);

// --- One large file --------------------------------------------------------------------------------------------------
const large = join(scratch, 'large.bin');
const file = await open(large, 'w');
for (let done = 0; done < SIZE; done += MEGABYTE) await file.write(randomBytes(MEGABYTE));
await file.close();
const one = await inTurns({
  boxwood: async (round) => {
    await put('large.bin', `Large-${round}`);
    if (statSync(join(box.usb1, OWNER, `Large-${round}`, 'large.bin')).size !== SIZE)
      throw new Error('not all is there');
  },
  curl: (round) => runProgram('curl', ['-sS', '-f', '-T', large, `${nginx.origin}/curl-${round}.bin`], scratch),
  rclone: (round) => rclone(webdav, 'large.bin', `large-${round}`),
  synced: async (round) => {
    await runProgram('curl', ['-sS', '-f', '-T', large, `${nginx.origin}/synced-${round}.bin`], scratch);
    await runProgram('sync', [join(theirs, `synced-${round}.bin`)], scratch);
  },
});
const rate = (all: readonly number[]): string => `${(SIZE / MEGABYTE / median(all)).toFixed(0)} MB/s`;
const sent = one['boxwood'] ?? [];
const rates = formatRange(sent.map((each) => SIZE / MEGABYTE / each));
for (const [name, words, aim] of [
  ['synced', "curl's PUT to nginx, then sync", '>= 0.9 x'],
  ['curl', "curl's PUT to nginx, not synced", ''],
  ['rclone', 'rclone over WebDAV, not synced', ''],
] as const) {
  const other = one[name];
  report.add(
    `${SIZE / MEGABYTE} MB with the command line`,
    rate(sent),
    other === undefined ? null : [words, rate(other)],
    other === undefined ? null : median(other) / median(sent),
    goal(SIZE, 1024 * MEGABYTE, aim),
    other === undefined
      ? rates
      : `${rates}; worst round ${Math.min(...sent.map((each, round) => (other[round] ?? 0) / each)).toFixed(2)} x`,
  );
}
report.print();
await Promise.all([nginx.stop(), webdav.stop()]);
await box.remove();
process.exit(0);
