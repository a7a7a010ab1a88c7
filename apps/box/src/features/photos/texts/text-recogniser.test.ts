import { readdirSync, readFileSync } from 'node:fs';
import { DEFAULT_AI_CONFIG } from '@boxwood/box-sdk';
import sharp from 'sharp';
import { afterAll, expect, it, vi } from 'vitest';
import { connectedSignal } from '../../../server/identity/identity-test-helpers.ts';
import { hasChineseFont } from '../../../platform/testing/chinese-font.ts';
import { createTextImage } from '../../../platform/testing/text-image-fixture.ts';
import { TextRecogniser } from './text-recogniser.ts';

// Generous, because a busy machine is slow.
vi.setConfig({ testTimeout: 240_000 });

const faults: unknown[] = [];
const settings = { ai: { ...DEFAULT_AI_CONFIG, text: 1 as const } };
const reader = new TextRecogniser({ settings, onFault: (fault) => faults.push(fault) });
afterAll(() => reader.close());

const MIB = 1024 ** 2;
/** The /proc folder of the recognition process. */
const child = (): string => {
  const found = readdirSync('/proc').find((pid) => {
    try {
      const isOurs = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[1] === String(process.pid);
      return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('text-child');
    } catch {
      return false; // The process has just ended, or the entry is not a process.
    }
  });
  return `/proc/${found ?? 'none'}`;
};

it.runIf(process.platform === 'linux' && hasChineseFont())(
  'a page of 2,000 by 1,500 pixels in both languages takes less than 300 MB, and the kernel holds it there',
  async () => {
    const lines = Array.from({ length: 9 }, (_, at) =>
      at % 2 === 0 ? 'Two boxwood hedges planted' : '请妥善保管此收据',
    );
    const page = await sharp(await createTextImage(lines))
      .resize(2000, 1500, { fit: 'fill' })
      .webp()
      .toBuffer();
    expect(await reader.recognise(page, connectedSignal())).toContain('Two boxwood hedges planted\n请妥善保管此收据');
    const status = readFileSync(`${child()}/status`, 'utf8');
    const bytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
    expect(bytes('VmHWM')).toBeLessThan(300 * MIB);
    const most = Number(/^Max data size\s+(\d+)/m.exec(readFileSync(`${child()}/limits`, 'utf8'))?.[1]);
    expect(most - bytes('VmData')).toBeLessThan(192 * MIB);
  },
);

it('what is too small to be read says nothing; what breaks the reader ends it alone, and after three in a row it rests', async () => {
  const dot = sharp({ create: { width: 16, height: 16, channels: 3, background: '#ffffff' } });
  expect(await reader.recognise(await dot.webp().toBuffer(), connectedSignal())).toBe('');
  expect(faults).toEqual([]);
  for (let at = 0; at < 3; at += 1) {
    expect(reader.isReady).toBe(true);
    expect(await reader.recognise(Buffer.from('no picture'), connectedSignal())).toBeNull();
  }
  expect([faults.length, reader.isReady, reader.isBroken]).toEqual([3, false, true]);
  reader.reset();
  expect([reader.isReady, reader.isBroken]).toEqual([true, false]);
  expect(await reader.recognise(await createTextImage(['Still there']), connectedSignal())).toBe('Still there');
});
