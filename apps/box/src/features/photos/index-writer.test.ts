import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestFiles, createTestFiles } from '../files/file-test-helpers.ts';
import { Database } from '../../store/database.ts';
import { text } from '../../store/row-columns.ts';
import { callerFor } from '../../storage/vault/index.ts';
import type { UnindexedFile } from './index-rows.ts';
import { IndexTables } from './index-tables.ts';
import { IndexWriter } from './index-writer.ts';
import { MetadataExtractor } from './metadata-extractor.ts';
import { photoIndexMigrations, photoMigrations } from './photo-migrations.ts';

let files: TestFiles;
let index: Database;
let tables: IndexTables;
let path: string;
const stop = new AbortController();

beforeEach(async () => {
  files = createTestFiles(photoMigrations);
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

const createFixture = (whileRead?: () => void) => {
  const metadataExtractor = new (class extends MetadataExtractor {
    override async readContent(
      ...asked: Parameters<MetadataExtractor['readContent']>
    ): ReturnType<MetadataExtractor['readContent']> {
      const content = await super.readContent(...asked);
      whileRead?.();
      return content;
    }
  })({ clock: { now: () => Date.now() } });
  const location = files.vault.resolve(callerFor('ann'), '/mnt/usb1/ann/secret.jpg', 'read');
  const writer = new IndexWriter(
    {
      vault: files.vault,
      tables,
      hashes: files.hashes,
      metadataExtractor,
      locate: () => location,
      onFault: (fault) => {
        throw fault;
      },
    },
    stop.signal,
  );
  const { dev, ino, size, mtimeMs } = statSync(path);
  const folder = tables.beginFolder('usb1/ann');
  tables.putFiles(folder, [{ name: 'secret.jpg', dev, ino, size, mtime: mtimeMs }]);
  const [known] = tables.filesIn(folder, '', 1);
  if (known === undefined) throw new Error('no file');
  const file: UnindexedFile = { ...known, folder, key: 'usb1/ann/secret.jpg' };
  return { learner: writer, file, plain: { dev, ino, size, mtime: Math.floor(mtimeMs / 1000) } };
};
const storedIds = (): readonly string[] => index.all((row) => text(row, 'id'), 'SELECT id FROM photo_facts');

it('writes what it found out of a file, with what leads to its thumbnail', async () => {
  const { learner: writer, file, plain } = createFixture();
  await writer.indexFile(file);
  expect(storedIds()).toEqual([]);
  writer.flush();
  expect(storedIds()).toHaveLength(1);
  expect(files.hashes.known(plain)).toBeDefined();
});

it('what was found out of a file that is going to be encrypted is never written', async () => {
  const { learner: writer, file, plain } = createFixture();
  await writer.indexFile(file);
  writer.forget(plain);
  writer.flush();
  expect([storedIds(), files.hashes.known(plain)]).toEqual([[], undefined]);
  // If the file is not encrypted after all, it can be indexed again.
  await writer.indexFile(file);
  writer.flush();
  expect(storedIds()).toHaveLength(1);
});

it('nor what is found out of it while it is being encrypted', async () => {
  const forget: { now?: () => void } = {};
  const { learner: writer, file, plain } = createFixture(() => forget.now?.());
  forget.now = () => {
    writer.forget(plain);
  };
  await writer.indexFile(file);
  writer.flush();
  expect([storedIds(), files.hashes.known(plain)]).toEqual([[], undefined]);
});
