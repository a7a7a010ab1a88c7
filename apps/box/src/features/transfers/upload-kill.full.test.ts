import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BundledProgram, bundleProgram } from '../../platform/testing/bundle-program.ts';
import { callerFor } from '../../storage/vault/index.ts';
import { bundleFrom, contentOf, openTransfers, smallContent, smallTarget, targetOf } from './kill-child.ts';

let root = '';
let child: BundledProgram;
beforeAll(async () => {
  child = await bundleProgram('features/transfers/kill-child.ts');
});
afterAll(() => {
  child.remove();
});
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'boxwood-kill-')));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Lets the child upload and kills it some time after `lines` responses. Returns these responses. */
const runAndKill = async (first: number, lines: number, delayMs: number, what = 'files'): Promise<string[]> => {
  const box = spawn(process.execPath, [child.program, root, String(first), what], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  box.stdout.on('data', (piece) => {
    output += String(piece);
    if (output.split('\n').length > lines) setTimeout(() => box.kill('SIGKILL'), delayMs);
  });
  await once(box, 'close');
  return output.split('\n').slice(0, -1);
};

it('UPLOAD-12: killed again and again, a box loses nothing it answered and shows nothing half', async () => {
  const folder = join(root, 'usb1/ann/in');
  const ann = callerFor('ann');
  let first = 0;
  for (let round = 0; round < 12; round += 1) {
    const answers = await runAndKill(first, 3 + ((round * 7) % 20), (round * 3) % 8);
    const acked = new Map<number, number>();
    let last = first;
    for (const line of answers) {
      const [word, index = '0', size = '0'] = line.split(' ');
      last = Math.max(last, Number(index));
      if (word === 'ack') acked.set(Number(index), Number(size));
      else {
        expect(readFileSync(join(folder, `${index}.bin`)).equals(contentOf(Number(index))), line).toBe(true);
        expect(statSync(join(folder, `${index}.bin`)).mtimeMs).toBe((1_600_000_000 + Number(index)) * 1000);
        last = Math.max(last, Number(index) + 1);
      }
    }
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      expect(readFileSync(join(folder, name)).equals(contentOf(Number(name.replace('.bin', '')))), name).toBe(true);

    const { database, transfers } = openTransfers(root);
    const content = contentOf(last);
    const present = existsSync(join(folder, `${last}.bin`));
    const { uuid, start, baseinfo } = await transfers.prepare(ann, targetOf(last), content.length);
    if (present) expect(baseinfo).toEqual({ size: content.length, mtime_sec: 1_600_000_000 + last });
    else {
      expect(start).toBeGreaterThanOrEqual(acked.get(last) ?? 0);
      if (start < content.length) {
        const body = Readable.from([Buffer.from(content.subarray(start))], { objectMode: false });
        expect(await transfers.put({ uuid, start, body, length: null })).toEqual({ status: 200, size: content.length });
      }
      await transfers.finish(ann, targetOf(last), content.length, uuid, 1_600_000_000 + last);
      expect(readFileSync(join(folder, `${last}.bin`)).equals(content)).toBe(true);
    }
    await transfers.close();
    database.close();
    first = last + 1;
  }
  expect(first).toBeGreaterThan(12);
}, 120_000);

it('UPLOAD-12: killed among small files that go together, a box keeps every answered one whole, shows none half and none twice', async () => {
  const ann = callerFor('ann');
  const real = (index: number): string => join(root, smallTarget(index).replace('/mnt/', ''));
  const isWhole = (index: number): void => {
    expect(readFileSync(real(index)).equals(smallContent(index)), String(index)).toBe(true);
    expect(statSync(real(index)).mtimeMs).toBe((1_600_000_000 + index) * 1000);
  };
  let round = 0;
  for (let kill = 0; kill < 12; kill += 1) {
    // After PREPUTS, after the bytes, and while the files are renamed.
    const answers = await runAndKill(round, 1 + ((kill * 5) % 9), (kill * 7) % 23, 'bundles');
    const done = answers.filter((line) => line.startsWith('done ')).map((line) => Number(line.slice(5)));
    for (const answered of done) bundleFrom(answered).forEach(isWhole);
    round = Math.max(round, ...done.map((answered) => answered + 1));
    const indices = Array.from({ length: round + 1 }, (_, at) => bundleFrom(at)).flat();
    for (const index of indices) if (existsSync(real(index))) isWhole(index);

    // The next box receives the rest of the same files and deletes what the killed one left.
    const { database, transfers } = openTransfers(root);
    const files = bundleFrom(round).map((index) => ({
      target: smallTarget(index),
      size: smallContent(index).length,
      mtime: 1_600_000_000 + index,
    }));
    const { uuid, list } = await transfers.prepareBundle(ann, files);
    const wanted = bundleFrom(round).filter((_, at) => list[at]?.have === 0);
    if (uuid !== undefined) {
      const body = Readable.from([Buffer.concat(wanted.map(smallContent))], { objectMode: false });
      expect((await transfers.put({ uuid, start: 0, body, length: null })).status).toBe(200);
      expect(await transfers.finishBundle(ann, uuid)).toEqual(wanted.map(() => ({ error: 0 })));
    }
    bundleFrom(round).forEach(isWhole);
    const shown = [0, 1, 2].flatMap((folder) => readdirSync(join(root, 'usb1/ann/in', String(folder))));
    expect(shown).toHaveLength(bundleFrom(0).length * (round + 1));
    await transfers.close();
    database.close();
    round += 1;
  }
  expect(round).toBeGreaterThan(11);
}, 120_000);
