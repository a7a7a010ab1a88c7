import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callerFor } from '../vault/index.ts';
import { contentOf, openTransfers, targetOf } from './kill-child.ts';

let root = '';
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'boxwood-kill-')));
});
afterAll(() => rmSync(root, { recursive: true }));

const script = join(import.meta.dirname, 'kill-child.ts');

/** Lets the child upload and kills it somewhere after `lines` answers. Returns what it had answered. */
const runAndKill = async (first: number, lines: number, delayMs: number): Promise<string[]> => {
  const child = spawn(process.execPath, ['--conditions=@boxwood/source', script, root, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (piece) => {
    output += String(piece);
    if (output.split('\n').length > lines) setTimeout(() => child.kill('SIGKILL'), delayMs);
  });
  await once(child, 'close');
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
        const body = Readable.from([content.subarray(start)], { objectMode: false });
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
