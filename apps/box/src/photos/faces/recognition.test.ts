import { DEFAULT_AI_CONFIG } from '@boxwood/box-sdk';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Database } from '../../store/database.ts';
import { Settings } from '../settings.ts';
import { photoIndexMigrations, photoMigrations } from '../tables.ts';
import { libraryIn } from '../testing.ts';
import { TextTables } from '../texts/text-tables.ts';
import { ThingTables } from '../things/thing-tables.ts';
import { FaceTables } from './face-tables.ts';
import { PeopleTables } from './people-tables.ts';
import { People } from './people.ts';
import { forgetUnwanted } from './recognition.ts';

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
  ['all of recognition is off', { enable: 0, text: 0 } as const, [true, true, true, true]],
  ['text is not read', { enable: 1, text: 0 } as const, [false, false, false, true]],
  ['everything is wanted', { enable: 1, text: 1 } as const, [false, false, false, false]],
])(
  'a box that was killed while it forgot has forgotten after its next start what is switched off: %s',
  async (_, ai, gone) => {
    libraryIn(index, ['a']);
    const settings = new Settings(books);
    settings.setAi({ ...DEFAULT_AI_CONFIG, ...ai });
    const [faces, things, texts] = [new FaceTables(index), new ThingTables(index, settings), new TextTables(index)];
    const rows = new PeopleTables(books);
    const people = new People(faces, rows, { now: () => 0 }, settings);
    faces.put('a', [{ x: 0, y: 0, width: 1, height: 1, score: 0.9, descriptor: new Float32Array(128) }]);
    things.put('a', [{ kind: 1, score: 0.9 }]);
    texts.put('a', 'words');
    rows.place(
      'ann',
      [{ id: 'p', name: 'Ada', hidden: 0, cover: '' }],
      [{ photo: 'a', face: 0, person: 'p', said: 1 }],
    );
    await forgetUnwanted({ settings, faces, things, texts, people });
    expect([faces.isEmpty, things.isEmpty, people.isEmpty, texts.isEmpty]).toEqual(gone);
  },
);
