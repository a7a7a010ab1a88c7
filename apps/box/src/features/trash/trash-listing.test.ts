import { utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { trashHandlers } from './handlers.ts';
import { call } from '../../server/identity/identity-test-helpers.ts';
import { trash, clock, ann, real, write, setUpTrash } from './trash-test-helpers.ts';

setUpTrash();

describe('recycle bin as it is listed', () => {
  it('TRASH-02: sorts by name, time, size, deletion and number, both ways, page by page', async () => {
    const day = 1_700_000_000;
    const files = [
      ['b10.txt', 'xxx', day],
      ['b9.txt', 'x', day + 20],
      ['a.txt', 'xx', day + 10],
    ] as const;
    for (const [name, text, mtime] of files) {
      write(`usb1/ann/sorted/${name}`, text);
      utimesSync(real(`usb1/ann/sorted/${name}`), mtime, mtime);
      await trash.put(ann, [`/mnt/usb1/ann/sorted/${name}`]);
    }
    const { list, put } = trashHandlers({ trash });
    const context = { caller: ann } as Parameters<typeof list>[1];
    const [none, more] = ['/mnt/usb1/ann/none', '/mnt/usb1/ann/more'];
    await expect(put({ paths: [none, more] }, context, call)).rejects.toMatchObject({
      fields: {
        failed: [
          { path: none, error: 15 },
          { path: more, error: 15 },
        ],
      },
    });
    const shown = async (order: '1' | '2' | '3' | '4' | '5' | '6', desc: 0 | 1, offset = 0, count = 9) =>
      (await list({ offset, count, order, desc }, context)).list.map(({ n }) => n);
    expect(await shown('1', 0)).toEqual(['a.txt', 'b9.txt', 'b10.txt']);
    expect(await shown('1', 1)).toEqual(['b10.txt', 'b9.txt', 'a.txt']);
    for (const order of ['2', '3'] as const) expect(await shown(order, 0)).toEqual(['b10.txt', 'a.txt', 'b9.txt']);
    expect(await shown('4', 0)).toEqual(['b9.txt', 'a.txt', 'b10.txt']);
    expect(await shown('5', 0)).toEqual(['b10.txt', 'b9.txt', 'a.txt']);
    expect(await shown('6', 0)).toEqual(['b9.txt', 'b10.txt', 'a.txt']);
    expect(await shown('1', 0, 1, 1)).toEqual(['b9.txt']);
    // Equal values sort by name.
    for (const name of ['z.txt', 'y.txt']) {
      write(`usb1/ann/same/${name}`, 'same');
      utimesSync(real(`usb1/ann/same/${name}`), day - 1, day - 1);
    }
    clock.ms = 5_000_000;
    await trash.put(ann, ['/mnt/usb1/ann/same/z.txt']);
    clock.ms = 5_000_000 - 1000;
    await trash.put(ann, ['/mnt/usb1/ann/same/y.txt']);
    for (const order of ['2', '4', '5', '6'] as const)
      expect(
        (await shown(order, 0)).filter((name) => /[yz]/.test(name)),
        order,
      ).toEqual(['y.txt', 'z.txt']);
  });
});
