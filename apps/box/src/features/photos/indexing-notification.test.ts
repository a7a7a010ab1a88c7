import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type TestFiles, createTestFiles } from '../files/file-test-helpers.ts';
import { Database } from '../../store/database.ts';
import { Albums } from './albums.ts';
import { createPhotos } from './photos.ts';
import { photoIndexMigrations, photoMigrations } from './photo-migrations.ts';

let files: TestFiles;
let index: Database;

beforeEach(() => {
  files = createTestFiles(photoMigrations);
  index = new Database(':memory:', { migrations: photoIndexMigrations });
});
afterEach(async () => {
  index.close();
  await files.close();
});

it('who was told that the box is still looking for pictures hears when it is over, also when it found none', async () => {
  const { vault, database, hashes } = files;
  const clock = { now: () => Date.now() };
  const told = vi.fn();
  const photos = createPhotos({
    vault,
    database,
    index,
    hashes,
    clock,
    changes: { area: told, onFolderChange: () => () => undefined },
    albums: new Albums(database, clock),
    ownModel: '',
    soundsOf: (all) => Promise.resolve(all),
    userNames: () => ['ann'],
    onFault: (fault) => {
      throw fault;
    },
  });
  expect(photos.reading()).toBe(0);
  photos.start();
  await photos.indexer.whenIdle();
  const before = told.mock.calls.length;
  photos.start();
  expect(photos.reading()).toBe(1);
  await photos.indexer.whenIdle();
  expect(photos.reading()).toBe(0);
  expect(told.mock.calls.length).toBe(before + 1);
  photos.start();
  await photos.indexer.whenIdle();
  expect(told.mock.calls.length).toBe(before + 1);
  await photos.close();
});
