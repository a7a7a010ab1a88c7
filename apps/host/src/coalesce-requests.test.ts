import { expect, it } from 'vitest';
import { coalesceRequests } from './coalesce-requests.ts';

it('who asks while an answer is being found gets one that was begun after they asked, together with all others', async () => {
  const disk = { written: 0 };
  const ends: (() => void)[] = [];
  let asked = 0;
  const look = coalesceRequests(async (one: { readonly written: number }) => {
    asked += 1;
    const seen = one.written;
    await new Promise<void>((resolve) => ends.push(resolve));
    if (seen === 13) throw new Error('bad luck');
    return seen;
  });
  const first = look(disk);
  disk.written = 1;
  const others = [look(disk), look(disk), look(disk)];
  expect(asked).toBe(1);
  ends.shift()?.();
  expect(await first).toBe(0);
  await expect.poll(() => ends.length).toBe(1);
  expect(asked).toBe(2);
  disk.written = 13;
  const last = [look(disk), look(disk)];
  ends.shift()?.();
  expect(await Promise.all(others)).toEqual([1, 1, 1]);
  // A failure does not block later requests.
  await expect.poll(() => ends.length).toBe(1);
  ends.shift()?.();
  await Promise.all(last.map((each) => expect(each).rejects.toThrow('bad luck')));
  disk.written = 14;
  const again = look(disk);
  ends.shift()?.();
  expect(await again).toBe(14);
  expect(asked).toBe(4);
  // Another key is independent.
  const other = look({ written: 5 });
  ends.shift()?.();
  expect(await other).toBe(5);
});
