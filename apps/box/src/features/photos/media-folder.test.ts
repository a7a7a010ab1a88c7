import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fromDisk } from '../../storage/vault/disk-names.ts';
import { MediaFolder } from './media-folder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxwood-media-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('pictures of one second are seen in the order of their names, whatever the disk thinks of it; what is hidden, empty or no picture is not seen', () => {
  const names = Array.from({ length: 300 }, (_, at) => `IMG_${String((at * 7919) % 300).padStart(4, '0')}.jpg`);
  for (const name of names) writeFileSync(join(folder, name), 'x');
  for (const name of ['.hidden.jpg', 'note.txt']) writeFileSync(join(folder, name), 'x');
  writeFileSync(join(folder, 'empty.jpg'), '');
  for (const name of ['b', 'a', '.c']) mkdirSync(join(folder, name));
  const media = new MediaFolder(folder);
  expect(media.folders).toEqual(['a', 'b']);
  expect(media.nextNewFiles(1000).map(({ name }) => name)).toEqual(names.toSorted());
});

it('a picture whose name is no text is seen by the name that the box gives it', () => {
  const bytes = Buffer.concat([Buffer.from([0xc4, 0xe3]), Buffer.from('.jpg')]);
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), bytes]), 'x');
  expect(new MediaFolder(folder).nextNewFiles(9).map(({ name }) => name)).toEqual([fromDisk(bytes)]);
});
