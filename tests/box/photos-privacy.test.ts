/**
 * Three users, each with a secret picture in every location of a box: no photo command returns a picture of another
 * user.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient, commandTree } from '@boxwood/box-sdk';
import { thumbUrl } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { CHILD, MEMBER, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { makePicture } from '../lib/media/png-picture.ts';

const PEOPLE = [OWNER, MEMBER, CHILD] as const;
type Person = (typeof PEOPLE)[number];
/** Each shares with the next alone. */
const friendOf: Readonly<Record<Person, Person>> = { [OWNER]: MEMBER, [MEMBER]: CHILD, [CHILD]: OWNER };
/** Where a secret lies in a user's folder, and which session sees it in the timeline. */
const PLACES = {
  own: { folder: 'My Images', shown: 'its owner' },
  shared: { folder: 'Party', shown: 'its owner and the friend' },
  private: { folder: '.safe_home', shown: 'nobody' },
  safe: { folder: '.safebox', shown: 'nobody' },
  bin: { folder: 'Thrown', shown: 'nobody' },
} as const;
type Place = keyof typeof PLACES;
const PLACE_NAMES = ['own', 'shared', 'private', 'safe', 'bin'] as const satisfies readonly Place[];
const nameOf = (person: Person, place: Place): string => `secret-${person}-${place}.png`;
const all = { start: 0, count: 500 };
/** All of them were taken in one place: a map shows to each user only their own. */
const TAKEN_AT = [22.5205, 113.9465] as const;

interface Visitor {
  readonly client: BoxClient;
  readonly key: string;
}

describe('pictures of three people', { timeout: 240_000 }, () => {
  let box: BoxProcess;
  const at = new Map<Person, Visitor>();
  const visitor = (person: Person): Visitor => {
    const found = at.get(person);
    if (found === undefined) throw new Error(person);
    return found;
  };
  /** What no other user may receive: the id and thumbnail of each secret, and its annotations. */
  const secrets = new Map<Person, { readonly ids: string[]; readonly hashes: string[] }>();
  const albums = new Map<Person, string>();

  beforeAll(async () => {
    box = await startBoxProcess();
    for (const person of PEOPLE) {
      for (const place of PLACE_NAMES) {
        const folder = join(box.usb1, person, PLACES[place].folder);
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, nameOf(person, place)), makePicture(nameOf(person, place), TAKEN_AT));
      }
      // The same bytes in two users' folders: each only sees their own file.
      writeFileSync(join(box.usb1, person, 'My Images', `twin-of-${person}.png`), makePicture('twins'));
      const client = await signIn(box.origin, person);
      const { key } = await client.session.fileKey();
      at.set(person, { client, key });
    }
    writeFileSync(join(box.usb1, 'shared-files', 'for-all.png'), makePicture('for all'));
    for (const person of PEOPLE) {
      const { client } = visitor(person);
      const users = [{ user: friendOf[person], perm: 'rw' as const }];
      await client.shares.familyPut({ id: '', name: `Party of ${person}`, path: `/mnt/usb1/${person}/Party`, users });
      await client.trash.put({ paths: [`/mnt/usb1/${person}/Thrown/${nameOf(person, 'bin')}`] });
    }
  }, 120_000);
  afterAll(() => box.remove());

  const namesOf = async (person: Person): Promise<string[]> =>
    (await visitor(person).client.photos.run(all)).list
      .map(({ path }) => path.slice(path.lastIndexOf('/') + 1))
      .toSorted();
  const giver = (person: Person): Person => PEOPLE.find((one) => friendOf[one] === person) ?? person;

  it('the time line shows one’s own, what was shared with one and what is for all: no safe, no private file, no bin', async () => {
    for (const person of PEOPLE)
      await expect
        .poll(() => namesOf(person), { timeout: 60_000 })
        .toEqual(
          [
            'for-all.png',
            `twin-of-${person}.png`,
            nameOf(person, 'own'),
            nameOf(person, 'shared'),
            nameOf(giver(person), 'shared'),
          ].toSorted(),
        );
    for (const person of PEOPLE) {
      const { total, list } = await visitor(person).client.photos.spots({ zoom: 14 });
      expect([total, list.map(({ cnt }) => cnt)]).toEqual([3, [3]]);
    }
  });

  it('no command of photos, no search and no thumbnail gives a foreign one away', async () => {
    for (const person of PEOPLE) {
      const { client } = visitor(person);
      const { list } = await client.photos.run(all);
      const own = list.filter(({ path }) => path.endsWith(nameOf(person, 'own')));
      const ids = own.map(({ id }) => id);
      expect(ids).toHaveLength(1);
      await client.photos.mark({ ids, caption: `words of ${person}`, favourite: 1 });
      secrets.set(person, { ids, hashes: own.map(({ md512kb }) => md512kb) });
      const { id } = await client.photos.putAlbum({
        owner: person,
        id: '',
        name: `Album of ${person}`,
        members: [friendOf[person]],
      });
      await client.photos.addPhotos({ album: id, ids });
      await client.photos.addFolder({ id, path: `/mnt/usb1/${person}/My Images` });
      albums.set(person, id);
    }
    for (const person of PEOPLE) {
      const { client, key } = visitor(person);
      const others = PEOPLE.filter((one) => one !== person);
      const foreign = others.flatMap((one) => secrets.get(one)?.ids ?? []);
      const [stolen = ''] = foreign;
      const album = albums.get(giver(person)) ?? '';
      const mine = albums.get(person) ?? '';
      const theirs = others.map((one) => `/mnt/usb1/${one}/My Images`);
      const [path = ''] = theirs;
      const user = person;
      const other = { user: others[0] ?? person };
      /** Every photo command; a missing one is a compile error. */
      const asked: Readonly<Record<keyof typeof commandTree.photos, readonly (() => Promise<unknown>)[]>> = {
        albums: [() => client.photos.albums({ user, ...all }), () => client.photos.albums({ ...other, ...all })],
        putAlbum: [() => client.photos.putAlbum({ owner: user, id: album, name: 'taken', members: [user] })],
        removeAlbum: [() => client.photos.removeAlbum({ owner: user, id: album })],
        folders: [() => client.photos.folders({ id: album, offset: 0, count: 255 })],
        addFolder: [() => client.photos.addFolder({ id: mine, path })],
        addFolders: [() => client.photos.addFolders({ id: mine, paths: theirs })],
        removeFolder: [() => client.photos.removeFolder({ id: album, path })],
        setCover: [() => client.photos.setCover({ id: mine, cover: `${path}/${nameOf(others[0] ?? person, 'own')}` })],
        config: [() => client.photos.config({})],
        setConfig: [],
        labels: (['faceGroup', 'yolov', 'china'] as const).map(
          (group) => () => client.photos.labels({ ...other, group, ...all }),
        ),
        nameLabel: [() => client.photos.nameLabel({ ...other, group: 'faceGroup', id: stolen, name: 'x' })],
        regroup: [() => client.photos.regroup(other)],
        regrouping: [() => client.photos.regrouping(other)],
        list: [
          () => client.photos.list({ user, ...all }),
          () => client.photos.list({ ...other, ...all }),
          () => client.photos.list({ user, ...all, album }),
        ],
        ai: [() => client.photos.ai({ user })],
        setAi: [],
        months: [
          () => client.photos.months({ album }),
          ...others.flatMap((one) => [
            () => client.photos.months({ words: `words of ${one}` }),
            () => client.photos.months({ words: nameOf(one, 'own') }),
          ]),
        ],
        run: [
          () => client.photos.run(all),
          () => client.photos.run({ ...all, album }),
          () => client.photos.run({ ...all, hidden: 1 }),
          () => client.photos.run({ ...all, favourite: 1 }),
          ...others.map((one) => () => client.photos.run({ ...all, words: `words of ${one}` })),
        ],
        get: foreign.map((id) => () => client.photos.get({ id })),
        mark: [() => client.photos.mark({ ids: foreign, hidden: 1, caption: 'taken' })],
        twins: [() => client.photos.twins(all)],
        spots: [() => client.photos.spots({ zoom: 14 }), () => client.photos.spots({ zoom: 0, album })],
        addPhotos: [() => client.photos.addPhotos({ album: mine, ids: foreign })],
        dropPhotos: [() => client.photos.dropPhotos({ album, ids: foreign })],
        faces: foreign.map((id) => () => client.photos.faces({ id })),
        setPerson: [() => client.photos.setPerson({ id: stolen, name: 'x' })],
        mergePeople: [() => client.photos.mergePeople({ into: stolen, ids: foreign })],
        splitPerson: [() => client.photos.splitPerson({ id: stolen, faces: foreign.map((id) => `${id}.0`) })],
        peopleChanges: [() => client.photos.peopleChanges(all)],
        undoPeople: [() => client.photos.undoPeople({ change: 1 })],
        whyFace: foreign.map((id) => () => client.photos.whyFace({ face: `${id}.0` })),
        previewAi: [],
      };
      const told = async (ask: () => Promise<unknown>): Promise<string> => {
        try {
          return JSON.stringify(await ask());
        } catch (refused) {
          return refused instanceof Error ? refused.message : String(refused);
        }
      };
      const forbidden = others.flatMap((one) => [
        ...PLACE_NAMES.filter((place) => place !== 'shared' || friendOf[one] !== person).map((place) =>
          nameOf(one, place),
        ),
        `words of ${one}`,
        `twin-of-${one}`,
        ...(secrets.get(one)?.ids ?? []),
        ...(secrets.get(one)?.hashes ?? []),
      ]);
      for (const [verb, calls] of Object.entries(asked))
        for (const ask of calls) {
          const answer = await told(ask);
          for (const word of forbidden) expect(answer, `${verb} for ${person}`).not.toContain(word);
        }
      for (const one of others)
        for (const place of PLACE_NAMES.filter((each) => each !== 'shared' || friendOf[one] !== person)) {
          const { file_list } = await client.files.search({
            roots: [1, 2, 4, 5, 8, 9],
            regex: nameOf(one, place).replaceAll('.', '\\.'),
            count: 50,
            hasbaseinfo: 0,
          });
          expect(file_list, `search for ${nameOf(one, place)}`).toEqual([]);
        }
      for (const hash of others.flatMap((one) => secrets.get(one)?.hashes ?? [])) {
        expect(hash).not.toBe('');
        const reply = await fetch(thumbUrl({ base: box.origin, key }, hash, 64));
        await reply.arrayBuffer();
        expect(reply.status, `thumbnail for ${person}`).toBeGreaterThanOrEqual(400);
      }
    }
    // None of the attempts changed data of other users.
    for (const person of PEOPLE) {
      const { client, key } = visitor(person);
      const { ids, hashes } = secrets.get(person) ?? { ids: [], hashes: [] };
      expect((await client.photos.run({ ...all, favourite: 1 })).list).toMatchObject([
        { id: ids[0], caption: `words of ${person}`, hidden: 0 },
      ]);
      const own = await fetch(thumbUrl({ base: box.origin, key }, hashes[0] ?? '', 64));
      await own.arrayBuffer();
      expect(own.status).toBe(200);
      const album = albums.get(person) ?? '';
      const names = (await client.photos.albums({ user: person, ...all })).list.map(({ name }) => name);
      expect(names.toSorted()).toEqual([person, giver(person)].map((one) => `Album of ${one}`).toSorted());
      expect((await client.photos.folders({ id: album, offset: 0, count: 255 })).watchpath_list).toMatchObject([
        { path: `/mnt/usb1/${person}/My Images` },
      ]);
    }
  });

  it('a share that is over takes its pictures along', async () => {
    for (const person of PEOPLE) {
      const { client } = visitor(person);
      const { list } = await client.shares.familyList({ user: person });
      for (const { id, owner } of list) if (owner === person) await client.shares.familyRemove({ id });
    }
    for (const person of PEOPLE) {
      await expect.poll(() => namesOf(person), { timeout: 60_000 }).not.toContain(nameOf(giver(person), 'shared'));
      expect(await namesOf(person)).toContain(nameOf(person, 'shared'));
    }
    rmSync(join(box.usb1, 'shared-files', 'for-all.png'));
    await expect.poll(() => namesOf(CHILD), { timeout: 60_000 }).not.toContain('for-all.png');
  });
});
