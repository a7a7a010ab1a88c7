/** Grouping with synthetic descriptors, whose distances are known exactly. */
import { DEFAULT_AI_CONFIG } from '@boxwood/box-sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { Database } from '../../../store/database.ts';
import { text } from '../../../store/row-columns.ts';
import { photoMigrations } from '../photo-migrations.ts';
import type { StoredFace } from './face-tables.ts';
import type { DescribedFace } from './face-groups.ts';
import { faceId } from './face.ts';
import { FaceGroups } from './face-groups.ts';
import { People } from './people.ts';
import { MAX_LOGGED_CHANGES, PeopleTables } from './people-tables.ts';

/** A face of person `who`: two of the same person differ by `apart`, those of different people by more than 1. */
const faceOf = (who: number, photo: number, face = 0, apart = 0): StoredFace & DescribedFace => {
  const descriptor = new Float32Array(128);
  descriptor[who] = 1;
  descriptor[127] = apart * photo;
  const key = { photo: photo.toString(16).padStart(32, '0'), face };
  return { ...key, descriptor, hash: `hash ${photo}`, x: 0, y: 0, width: 0.1, height: 0.1, score: 0.9 };
};

describe('groups', () => {
  const grouped = (match: number, pictures: readonly (readonly DescribedFace[])[]): readonly (readonly string[])[] => {
    let last = 0;
    const groups = new FaceGroups(match, () => String((last += 1)));
    return pictures.map((faces) => groups.assign(faces).map(({ person }) => person));
  };

  it('a face goes to the nearest person, and is somebody new when it is near nobody', () => {
    expect(grouped(0.36, [[faceOf(1, 1)], [faceOf(2, 2)], [faceOf(1, 3)]])).toEqual([['1'], ['2'], ['1']]);
    expect(grouped(0.36, [[faceOf(1, 0, 0, 0.5)], [faceOf(1, 1, 0, 0.5)]])).toEqual([['1'], ['2']]);
    expect(grouped(0.6, [[faceOf(1, 0, 0, 0.5)], [faceOf(1, 1, 0, 0.5)]])).toEqual([['1'], ['1']]);
  });

  it('somebody who has changed over the years is near their last face, however far that is from their first', () => {
    const years = Array.from({ length: 12 }, (_, at) => [faceOf(1, at, 0, 0.1)]);
    expect(new Set(grouped(0.36, years).flat())).toEqual(new Set(['1']));
  });

  it('two faces of one picture are never the same person: of two that fit it is the nearer one', () => {
    const near = faceOf(1, 5, 0);
    const nearer = { ...faceOf(1, 5, 1), descriptor: faceOf(1, 1, 0, 0.01).descriptor };
    expect(grouped(0.36, [[faceOf(1, 1, 0, 0.01)], [near, nearer]])).toEqual([['1'], ['2', '1']]);
  });
});

describe('what somebody says', () => {
  const sight = { folders: new Map<number, string>(), fingerprint: '' };
  const act = fc.oneof(
    fc.record({ what: fc.constant('merge' as const), into: fc.nat(9), other: fc.nat(9) }),
    fc.record({ what: fc.constant('split' as const), who: fc.nat(9), face: fc.nat(9) }),
    fc.record({ what: fc.constant('name' as const), who: fc.nat(9), name: fc.constantFrom('Ann', 'Bob', '') }),
    fc.record({ what: fc.constant('hide' as const), who: fc.nat(9) }),
  );

  it('taken back, the last first, leaves every row as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 8 }), async (acts) => {
        const database = new Database(':memory:', { migrations: photoMigrations });
        const faces = Array.from({ length: 12 }, (_, at) => faceOf(at % 4, at));
        let looks = 0;
        const people = new People(
          {
            writes: 0,
            seenBy: () => {
              looks += 1;
              return Promise.resolve(faces);
            },
            facesIn: (photo) => faces.filter((each) => each.photo === photo),
            descriptors: (photo) =>
              new Map(faces.filter((each) => each.photo === photo).map((each) => [each.face, each.descriptor])),
          },
          new PeopleTables(database),
          { now: () => 0 },
          {
            ai: DEFAULT_AI_CONFIG,
          },
        );
        const rows = (): readonly string[] => [
          ...database.all(
            (row) => text(row, 'r'),
            `SELECT json_array(user, id, name, hidden, cover) AS r FROM people ORDER BY id`,
          ),
          ...database.all(
            (row) => text(row, 'r'),
            `SELECT json_array(user, photo, face, person, said) AS r FROM people_faces ORDER BY photo, face`,
          ),
        ];
        const ids = async (): Promise<readonly string[]> => [
          ...(await people.visiblePeople('ann', sight)).people.keys(),
        ];
        // The first query for one photo compares all faces.
        const [found] = await people.facesIn('ann', sight, faces[0]?.photo ?? '');
        expect([found?.person === null, looks]).toEqual([false, 1]);
        expect(await ids()).toHaveLength(4);
        /**
         * The person of each face, queried per photo and for all people, and how often all faces were read for the
         * former.
         */
        const whose = async () => {
          const seen = await people.visiblePeople('ann', sight);
          const everybody = [...seen.people.values()].flatMap(({ id, name, faces: theirs }) =>
            theirs.map((face) => [faceId(face), id, name]),
          );
          const looked = looks;
          const alone = [];
          for (const photo of new Set(faces.map((each) => each.photo)))
            for (const { face, person } of await people.facesIn('ann', sight, photo))
              alone.push([faceId(face), person?.id, person?.name]);
          return { alone: alone.toSorted(), everybody: everybody.toSorted(), looks: looks - looked };
        };
        const states: { readonly change: number; readonly before: readonly string[] }[] = [];
        for (const each of acts) {
          const all = await ids();
          const one = (at: number): string => all[at % all.length] ?? '';
          const before = rows();
          const done = async (): Promise<number | undefined> => {
            switch (each.what) {
              case 'merge':
                return people.merge('ann', sight, one(each.into), [one(each.other)]);
              case 'split': {
                const theirs = (await people.visiblePeople('ann', sight)).people.get(one(each.who))?.faces ?? [];
                const face = theirs[each.face % theirs.length];
                return face === undefined
                  ? undefined
                  : (await people.split('ann', sight, one(each.who), [faceId(face)]))?.change;
              }
              case 'name':
                return people.set('ann', sight, one(each.who), { name: each.name });
              case 'hide':
                return people.set('ann', sight, one(each.who), { hidden: 1 });
            }
          };
          const change = await done();
          if (change !== undefined) states.push({ change, before });
        }
        const { alone, everybody, looks: looked } = await whose();
        expect([alone, looked]).toEqual([everybody, 0]);
        for (const { change, before } of states.toReversed()) {
          expect(await people.undo('ann', change)).toBe('done');
          expect(rows()).toEqual(before);
        }
        database.close();
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  it('remembers so many changes that a person can take back, and of each member their own', () => {
    const database = new Database(':memory:', { migrations: photoMigrations });
    const tables = new PeopleTables(database);
    const person = { id: 'a', name: '', hidden: 0, cover: '' } as const;
    const change = { people: [{ id: 'a', before: null, after: person }], faces: [] };
    const say = (user: string): number =>
      tables.applyChange(user, change, { at: 0, what: 'name', person: 'a', name: '' });
    const first = say('bob');
    for (let at = 0; at < MAX_LOGGED_CHANGES + 20; at += 1) say('ann');
    expect(tables.log('ann', 0, 1000)).toMatchObject({ total: MAX_LOGGED_CHANGES });
    expect(tables.log('ann', 0, 1).list[0]?.id).toBe(first + MAX_LOGGED_CHANGES + 20);
    expect(tables.log('bob', 0, 10).list.map(({ id }) => id)).toEqual([first]);
    database.close();
  });
});
