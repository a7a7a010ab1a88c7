import { DEFAULT_AI_CONFIG } from '@boxwood/box-sdk';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Database } from '../../../store/database.ts';
import { PhotoSettings } from '../photo-settings.ts';
import { photoIndexMigrations, photoMigrations } from '../photo-migrations.ts';
import { createPhotoLibrary } from '../photo-test-helpers.ts';
import { TextTables } from '../texts/text-tables.ts';
import { ObjectTables } from '../objects/object-tables.ts';
import { FaceTables } from './face-tables.ts';
import { PeopleTables } from './people-tables.ts';
import { clearDisabledResults } from './recognition-controller.ts';

let index: Database;
let books: Database;
beforeEach(() => {
  index = new Database(':memory:', { migrations: photoIndexMigrations });
  books = new Database(':memory:', { migrations: photoMigrations });
});
afterEach(() => {
  index.close();
  books.close();
});

it.each([
  ['all of recognition is off', { enable: 0, text: 0 } as const, [true, true, true]],
  ['text is not read', { enable: 1, text: 0 } as const, [false, false, true]],
  ['everything is wanted', { enable: 1, text: 1 } as const, [false, false, false]],
])(
  'a box that was killed while it forgot has forgotten after its next start what it found and is switched off: %s',
  async (_, ai, gone) => {
    createPhotoLibrary(index, ['a']);
    const settings = new PhotoSettings(books);
    settings.setAi({ ...DEFAULT_AI_CONFIG, ...ai });
    const [faces, objects, texts] = [new FaceTables(index), new ObjectTables(index, settings), new TextTables(index)];
    const people = new PeopleTables(books);
    faces.put('a', [{ x: 0, y: 0, width: 1, height: 1, score: 0.9, descriptor: new Float32Array(128) }]);
    objects.put('a', [{ kind: 1, score: 0.9 }]);
    texts.put('a', 'words');
    people.assignFaces(
      'ann',
      [{ id: 'p', name: 'Ada', hidden: 0, cover: '' }],
      [{ photo: 'a', face: 0, person: 'p', said: 1 }],
    );
    await clearDisabledResults({ settings, faces, objects, texts });
    expect([faces.isEmpty, objects.isEmpty, texts.isEmpty]).toEqual(gone);
    expect(people.get('ann', 'p'), 'what people said').toMatchObject({ name: 'Ada' });
  },
);

it('who is who goes in one write with the switch: neither without the other', () => {
  const [settings, people] = [new PhotoSettings(books), new PeopleTables(books)];
  settings.setAi(DEFAULT_AI_CONFIG);
  people.assignFaces('ann', [{ id: 'p', name: 'Ada', hidden: 0, cover: '' }], []);
  const off = { ...DEFAULT_AI_CONFIG, enable: 0 } as const;
  expect(() => {
    people.forgetAll(() => {
      settings.putAi(off);
      throw new Error('the disk is full');
    });
  }).toThrow('the disk is full');
  expect([settings.ai.enable, people.get('ann', 'p')?.name]).toEqual([1, 'Ada']);
  people.forgetAll(() => {
    settings.putAi(off);
  });
  expect([settings.ai.enable, people.get('ann', 'p')]).toEqual([0, undefined]);
});
