import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ArrayWatch } from './array-watch.ts';

const whole = `Personalities : [raid1]
md0 : active raid1 sdb[1] sda[0]
      64448 blocks super 1.2 [2/2] [UU]

unused devices: <none>
`;
const failed = whole.replace('sda[0]', 'sda[0](F)').replace('[2/2] [UU]', '[2/1] [_U]');
const restored = (percent: string): string =>
  failed.replace(
    '\n\nunused',
    `\n      [===>.....]  recovery = ${percent}% (16000/64448) finish=0.1min speed=8000K/sec\n\nunused`,
  );

it('STATE-19: an array that comes, loses a disk or is whole again is told of once, and how far it is never', () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-mdstat-'));
  const file = join(folder, 'mdstat');
  let told = 0;
  const watch = new ArrayWatch(() => (told += 1), file);
  const after = (mdstat: string): number => {
    writeFileSync(file, mdstat);
    watch.look();
    watch.look();
    return told;
  };
  try {
    expect(after(whole)).toBe(1);
    expect(watch.failing).toEqual([]);
    expect(after(failed)).toBe(2);
    expect(watch.failing).toEqual(['/dev/md0']);
    expect(after(restored('24.8'))).toBe(3);
    expect(after(restored('51.0'))).toBe(3);
    expect(after(whole)).toBe(4);
    expect(after('Personalities : [raid1]\n')).toBe(5);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
