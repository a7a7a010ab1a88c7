/** Changes at a box that are stored in a database: sessions, favourites, albums, people, passwords, shares and users. */
import { hkdfSync } from 'node:crypto';
import { createRequire } from 'node:module';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BOX_SECRET_HEADER } from '@boxwood/account-sdk';
import { createBoxClient, fetchTransport } from '@boxwood/box-sdk';
import { MEMBER, OWNER } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import {
  CHANGE,
  PROMISE,
  AFTER,
  type MutationContext,
  type BoxMutation,
  SAFE_PASSWORD,
  ONE_PIXEL,
  plant,
  waitInTimeline,
  refused,
} from './mutation-context.ts';

/** The key that the box and its account service share, derived from the box's secret. */
const linkKeyOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'boxwood account link v1', 32)).toString('base64url');
/** Pictures of people from the package of the models. */
const PEOPLE = createRequire(new URL('../../apps/box/package.json', import.meta.url)).resolve(
  '@vladmandic/face-api/demo/sample4.jpg',
);
/** The people in the pictures, as soon as the box has recognised some; it looks for faces only when idle. */
const waitForPeople = async ({ client }: MutationContext): Promise<readonly string[]> => {
  for (const until = Date.now() + 120_000; Date.now() < until;) {
    const { list } = await client.photos.labels({ user: OWNER, group: 'faceGroup', start: 0, count: 10 });
    if (list.length > 1) return list.map(({ id }) => id);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('nobody was recognised');
};

export const DATABASE_MUTATIONS: readonly BoxMutation[] = [
  {
    name: 'signing in and out',
    commands: ['SignInOffline', 'SignOutOffline'],
    run: async ({ box, client, step }) => {
      // Two databases: the account service's counter alone would count as a record, too.
      await step(AFTER, () => refused(signIn(box.origin, MEMBER, 'not-the-password')));
      const { token } = await step(AFTER, () => signIn(box.origin, MEMBER));
      await step(PROMISE, () => client.session.signOut({ userName: MEMBER, token }));
    },
  },
  {
    name: 'a token for a script is made and ended',
    commands: ['AddToken', 'RevokeToken'],
    run: async ({ client, step }) => {
      const wish = { name: 'nightly', verb: 'read', path: `/mnt/usb1/${OWNER}`, days: 1 } as const;
      const { id } = await step(PROMISE, () => client.tokens.add(wish));
      await step(PROMISE, () => client.tokens.revoke({ id }));
    },
  },
  {
    name: 'a favourite is put and removed',
    commands: ['PutFavourite', 'RemoveFavourite'],
    run: async ({ client, step }) => {
      const { id } = await step(PROMISE, () => client.favourites.put({ path: `/mnt/usb1/${OWNER}/Download` }));
      await step(PROMISE, () => client.favourites.remove({ id }));
    },
  },
  {
    name: 'albums: made, filled, given a cover, emptied and removed; a picture is marked',
    commands: [
      'PutAlbum',
      'RemoveAlbum',
      'AddAlbumFolder',
      'AddAlbumFolders',
      'RemoveAlbumFolder',
      'SetAlbumCover',
      'SetAlbumConfig',
      'MarkPhotos',
      'AddAlbumPhotos',
      'DropAlbumPhotos',
    ],
    run: async (desk) => {
      const { client, step } = desk;
      const cover = plant(desk, 'album/one.png', ONE_PIXEL);
      const folders = [desk.wire('album'), dirname(plant(desk, 'more/letter.txt'))];
      const [path = '', more = ''] = folders;
      const ids = [await waitInTimeline(desk, cover)];
      const { id } = await step(PROMISE, () =>
        client.photos.putAlbum({ owner: OWNER, id: '', name: 'Trip', members: [] }),
      );
      await step(PROMISE, () => client.photos.addFolder({ id, path }));
      await step(PROMISE, () => client.photos.addFolders({ id, paths: [more] }));
      await step(PROMISE, () => client.photos.removeFolder({ id, path: more }));
      await step(PROMISE, () => client.photos.setCover({ id, cover }));
      await step(PROMISE, () => client.photos.addPhotos({ album: id, ids }));
      await step(PROMISE, () => client.photos.dropPhotos({ album: id, ids }));
      await step(PROMISE, () => client.photos.mark({ ids, favourite: 1 }));
      await step(PROMISE, () => client.photos.setConfig({ cfg: { faceMinNum: 3 } }));
      await step(PROMISE, () => client.photos.removeAlbum({ owner: OWNER, id }));
    },
  },
  {
    name: 'people: recognised with what is written beside them, named, joined, told apart, taken back, looked at anew and forgotten',
    commands: ['SetAiConfig', 'NameLabel', 'SetPerson', 'MergePeople', 'SplitPerson', 'UndoPeople', 'RegroupFaces'],
    run: async (desk) => {
      const { photos } = desk.client;
      const { step } = desk;
      const user = OWNER;
      await waitInTimeline(desk, plant(desk, 'people/four.jpg', readFileSync(PEOPLE)));
      const { cfg } = await photos.ai({ user });
      await step(PROMISE, () => photos.setAi({ user, cfg: { ...cfg, enable: 1, text: 1 } }));
      const [id = '', other = ''] = await waitForPeople(desk);
      await step(PROMISE, () => photos.nameLabel({ user, group: 'faceGroup', id, name: 'Grandma' }));
      await step(PROMISE, () => photos.setPerson({ id: other, hidden: 1 }));
      const { change } = await step(PROMISE, () => photos.mergePeople({ into: id, ids: [other] }));
      await step(PROMISE, () => photos.undoPeople({ change }));
      const { list } = await photos.labels({ user, group: 'faceGroup', start: 0, count: 10 });
      const face = list.find((each) => each.id === id)?.face?.id ?? '';
      await step(PROMISE, () => photos.splitPerson({ id, faces: [face] }));
      await step(PROMISE, () => photos.regroup({ user }));
      await step(PROMISE, () => photos.setAi({ user, cfg: { ...cfg, enable: 1, text: 0 } }));
      await step(PROMISE, () => photos.setAi({ user, cfg: { ...cfg, enable: 0, text: 0 } }));
    },
  },
  {
    name: 'the safe: first password, wrong password, another password',
    commands: ['SetUpSafe', 'UnlockSafe', 'ChangeSafePassword'],
    run: async ({ box, client, step }) => {
      const robert = await signIn(box.origin, MEMBER);
      const username = MEMBER;
      await step(['clean'], () => robert.safe.setUp({ username, password: SAFE_PASSWORD }));
      await step(PROMISE, () => refused(robert.safe.unlock({ username, password: 'wrong-42' })));
      await step(PROMISE, () => robert.safe.changePassword({ username, old: SAFE_PASSWORD, password: 'rose-4242' }));
      await client.session.signOut({ userName: MEMBER, token: robert.token });
    },
  },
  {
    name: 'private files: a password, another password',
    commands: ['SetPrivatePassword', 'UnlockPrivate'],
    run: async ({ box, step }) => {
      const robert = await signIn(box.origin, MEMBER);
      await step(PROMISE, () => robert.safe.setPrivatePassword({ username: MEMBER, password: SAFE_PASSWORD }));
      await step(PROMISE, () => robert.safe.setPrivatePassword({ username: MEMBER, password: 'rose-4242' }));
      await step(PROMISE, () => refused(robert.safe.unlockPrivate({ username: MEMBER, password: 'wrong-42' })));
    },
  },
  {
    name: 'shares by link',
    commands: ['CreateShareLink', 'AddShare', 'RemoveShare', 'OpenShare'],
    run: async (desk) => {
      plant(desk, 'shown.txt');
      const shared = { path: dirname(desk.wire('shown.txt')), names: ['shown.txt'], days: 3 };
      const { id } = await desk.step(PROMISE, () => desk.client.shares.link({ ...shared, code: '1234' }));
      const visitor = createBoxClient({ baseUrl: desk.box.origin, transport: fetchTransport() });
      await desk.step(AFTER, () => refused(visitor.shares.open({ id, code: '4321' })));
      const { path, names: files, days } = shared;
      await desk.step(PROMISE, () =>
        desk.client.shares.add({ type: 1, user: OWNER, count: 1, path, files, days, code: '0000' }),
      );
      await desk.step(PROMISE, () => desk.client.shares.remove({ id }));
    },
  },
  {
    name: 'shares in the family',
    commands: ['PutFamilyShare', 'RemoveFamilyShare'],
    run: async (desk) => {
      mkdirSync(desk.disk('Trip'), { recursive: true });
      const share = { name: 'Trip', path: desk.wire('Trip'), users: [{ user: MEMBER, perm: 'rw' as const }] };
      const { id } = await desk.step(PROMISE, () => desk.client.shares.familyPut({ id: '', ...share }));
      await desk.step(PROMISE, () => desk.client.shares.familyPut({ id, ...share, name: 'Our trip' }));
      await desk.step(CHANGE, () => desk.client.files.move({ source: share.path, target: desk.wire('Journey') }));
      await desk.step(PROMISE, () => desk.client.shares.familyRemove({ id }));
    },
  },
  {
    name: 'the account service tells of its users',
    commands: ['PushRoster'],
    run: ({ box, step }) =>
      step(['clean'], async () => {
        const config = `${box.dataDir}-config`;
        const file = readdirSync(config, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('secret'));
        const secret = readFileSync(join(config, file ?? ''), 'utf8').trim();
        const users = [OWNER, MEMBER, 'dorothea'].map((userName) => ({ userName, admin: 'N', verifier: 'none' }));
        const headers = { [BOX_SECRET_HEADER]: linkKeyOf(secret), 'content-type': 'application/json' };
        const told = await fetch(`${box.origin}/internal/roster`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ users }),
        });
        const answer: unknown = await told.json();
        if (JSON.stringify(answer) !== '{"error":0}') throw new Error(JSON.stringify(answer));
      }),
  },
];
