import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestFiles, testFiles } from '../files/testing.ts';
import { Database } from '../store/database.ts';
import { text } from '../store/rows.ts';
import { callerFor } from '../vault/index.ts';
import { IndexTables, type NewFile } from './index-tables.ts';
import { Learner } from './learner.ts';
import { Reader } from './reader.ts';
import { photoIndexMigrations, photoMigrations } from './tables.ts';

let files: TestFiles;
let index: Database;
let tables: IndexTables;
let path: string;
const stop = new AbortController();

beforeEach(async () => {
  files = testFiles(photoMigrations);
  index = new Database(':memory:', { migrations: photoIndexMigrations });
  tables = new IndexTables(index);
  mkdirSync(join(files.root, 'usb1', 'ann'), { recursive: true });
  path = join(files.root, 'usb1', 'ann', 'secret.jpg');
  const picture = sharp({ create: { width: 24, height: 16, channels: 3, background: '#336699' } });
  writeFileSync(path, await picture.jpeg().toBuffer());
});
afterEach(async () => {
  index.close();
  await files.close();
});

const bed = (whileRead?: () => void) => {
  const reader = new (class extends Reader {
    override async content(...asked: Parameters<Reader['content']>): ReturnType<Reader['content']> {
      const content = await super.content(...asked);
      whileRead?.();
      return content;
    }
  })({ clock: { now: () => Date.now() } });
  const location = files.vault.resolve(callerFor('ann'), '/mnt/usb1/ann/secret.jpg', 'read');
  const learner = new Learner(
    {
      vault: files.vault,
      tables,
      hashes: files.hashes,
      reader,
      locate: () => location,
      onFault: (fault) => {
        throw fault;
      },
    },
    stop.signal,
  );
  const { dev, ino, size, mtimeMs } = statSync(path);
  const folder = tables.begin('usb1/ann');
  tables.put(folder, [{ name: 'secret.jpg', dev, ino, size, mtime: mtimeMs }]);
  const [known] = tables.filesIn(folder, '', 1);
  if (known === undefined) throw new Error('no file');
  const file: NewFile = { ...known, folder, key: 'usb1/ann/secret.jpg' };
  return { learner, file, plain: { dev, ino, size, mtime: Math.floor(mtimeMs / 1000) } };
};
const learned = (): readonly string[] => index.all((row) => text(row, 'id'), 'SELECT id FROM photo_facts');

it('writes what it found out of a file, with what leads to its thumbnail', async () => {
  const { learner, file, plain } = bed();
  await learner.read(file);
  expect(learned()).toEqual([]);
  learner.write();
  expect(learned()).toHaveLength(1);
  expect(files.hashes.known(plain)).toBeDefined();
});

it('what was found out of a file that is going to be encrypted is never written', async () => {
  const { learner, file, plain } = bed();
  await learner.read(file);
  learner.forget(plain);
  learner.write();
  expect([learned(), files.hashes.known(plain)]).toEqual([[], undefined]);
  // If the file is not encrypted after all, it can be indexed again.
  await learner.read(file);
  learner.write();
  expect(learned()).toHaveLength(1);
});

it('nor what is found out of it while it is being encrypted', async () => {
  const forget: { now?: () => void } = {};
  const { learner, file, plain } = bed(() => forget.now?.());
  forget.now = () => {
    learner.forget(plain);
  };
  await learner.read(file);
  learner.write();
  expect([learned(), files.hashes.known(plain)]).toEqual([[], undefined]);
});
