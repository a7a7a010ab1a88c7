/** Every change that a user can make at a box, one after the other, for tests that watch the box's disk writes. */
import { hkdfSync, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BOX_SECRET_HEADER } from '@boxwood/account-sdk';
import type { BoxClient, NewTask } from '@boxwood/box-sdk';
import {
  compressTask,
  copyTask,
  createBoxClient,
  decryptTask,
  downloadTask,
  encryptTask,
  extractTask,
  fetchTransport,
  moveTask,
  PutChunk,
  removeTask,
  uploadFile,
} from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { MEMBER, OWNER } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import type { RequiredRecords } from '../lib/syscalls/write-order.ts';
import { waitForTask } from './invariants.ts';

/** The key that the box and its account service share, derived from the box's secret. */
const linkKeyOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'boxwood account link v1', 32)).toString('base64url');

const NONE: RequiredRecords = [];
/** A change in progress: the intent is recorded before the files change, and the outcome can be read from the disk. */
const CHANGE: RequiredRecords = ['first'];
/** A change whose outcome is also recorded before the answer. */
const SETTLED: RequiredRecords = ['first', 'clean'];
/** The answer is a promise that is stored only in the database. */
const PROMISE: RequiredRecords = ['noted'];
/** Recorded at the end and not before: a permanent removal needs no undo. */
const AFTER: RequiredRecords = ['clean'];

export interface MutationContext {
  readonly box: BoxProcess;
  readonly client: BoxClient & { readonly token: string };
  /** Wire path and real path of a file in this mutation's own folder. */
  readonly wire: (name: string) => string;
  readonly disk: (name: string) => string;
  /** The wire path of a folder on another volume; null when there is none. */
  readonly elsewhere: string | null;
  /** The address of a file on the web. */
  readonly address: string;
  /** Runs one step of the mutation, which requires these records. */
  readonly step: <T>(books: RequiredRecords, work: () => Promise<T>) => Promise<T>;
}

export interface BoxMutation {
  readonly name: string;
  /** The names of the commands it calls. */
  readonly commands: readonly string[];
  readonly run: (desk: MutationContext) => Promise<void>;
}

export const SAFE_PASSWORD = 'tulip-42';

/** The smallest picture there is, a PNG. */
const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const plant = (desk: MutationContext, name: string, data: Uint8Array | string = `${name}\n`): string => {
  mkdirSync(dirname(desk.disk(name)), { recursive: true });
  writeFileSync(desk.disk(name), data);
  return desk.wire(name);
};
/** The content id of a picture, as soon as the box has indexed it. */
const waitInTimeline = async ({ client }: MutationContext, path: string): Promise<string> => {
  for (const until = Date.now() + 30_000; Date.now() < until;) {
    const { list } = await client.photos.run({ start: 0, count: 1000 });
    const found = list.find((photo) => photo.path === path);
    if (found !== undefined) return found.id;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${path} is not in the time line`);
};
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
/** A folder with this many files in a subfolder. */
const plantTree = (desk: MutationContext, name: string, files: number): string => {
  for (let n = 0; n < files; n++) plant(desk, `${name}/inner/${n}.txt`);
  return desk.wire(name);
};
const fill = (desk: MutationContext): string => {
  mkdirSync(desk.disk('to'), { recursive: true });
  return desk.wire('to');
};
/** Adds a task, and waits until it is done. */
const perform = async (
  { client, step }: MutationContext,
  task: NewTask,
  books: RequiredRecords = CHANGE,
): Promise<void> => {
  let id = '';
  await step(books, async () => {
    ({ id } = await client.tasks.add(task));
    const { tb_state: state, tb_code: code, tb_msg: message } = await waitForTask(client, OWNER, id);
    if (state !== 1) throw new Error(`the task failed: ${code} ${message}`);
  });
};
const turn = async (
  { client, step }: MutationContext,
  direction: 'undo' | 'redo',
  books: RequiredRecords,
): Promise<void> => {
  await step(books, async () => {
    const { tasks } = await client.journal[direction]({ id: [] });
    for (const id of tasks) {
      const { tb_state: state, tb_code: code, tb_msg: message } = await waitForTask(client, OWNER, id);
      if (state !== 1) throw new Error(`${direction} failed: ${code} ${message}`);
    }
  });
};
/** Undo and redo. When bytes are moved these are tasks, whose end only the disk shows. */
const back = async (desk: MutationContext, books: RequiredRecords = SETTLED): Promise<void> => {
  await turn(desk, 'undo', books);
  await turn(desk, 'redo', books);
};
const source = (target: string, data: Buffer) => ({
  target,
  size: data.length,
  mtime: 1_700_000_000,
  read: (start: number, end: number) => Promise.resolve(new Uint8Array(data.subarray(start, end))),
});
const upload = async ({ client, step }: MutationContext, target: string, data: Buffer): Promise<void> => {
  await step(CHANGE, async () => {
    const sent = await uploadFile(client, source(target, data));
    if (sent._tag === 'Left') throw new Error(JSON.stringify(sent.left));
  });
};
const binned = async ({ client }: MutationContext, name: string): Promise<string> => {
  const { list } = await client.trash.list({ offset: 0, count: 500, order: '5', desc: 1 });
  const item = list.find(({ n }) => n === name);
  if (item === undefined) throw new Error(`${name} is not in the bin`);
  return item.id;
};
/** The safe of the owner, set up once and open in this session. */
const openSafe = async ({ client }: MutationContext): Promise<void> => {
  const { set } = await client.safe.status({ username: OWNER });
  if (set === 0) await client.safe.setUp({ username: OWNER, password: SAFE_PASSWORD });
  else await client.safe.unlock({ username: OWNER, password: SAFE_PASSWORD });
};
const refused = async (call: Promise<unknown>): Promise<void> => {
  const failed = await call.then(
    () => false,
    () => true,
  );
  if (!failed) throw new Error('it was not refused');
};
const CONTENT = randomBytes(300_000);

const uploads: readonly BoxMutation[] = [
  {
    name: 'upload into a new folder, undo, redo',
    commands: ['PrepareUpload', 'FinishUpload', 'UndoChange', 'RedoChange'],
    run: async (desk) => {
      const target = desk.wire('new/whole.bin');
      // The folder is created when the upload is prepared, and belongs to no undo step.
      await desk.step(NONE, () => desk.client.transfers.prepare({ target, size: CONTENT.length }));
      await upload(desk, target, CONTENT);
      await back(desk);
    },
  },
  {
    name: 'upload in two chunks, over what was there',
    commands: ['PrepareUpload', 'FinishUpload'],
    run: async (desk) => {
      const target = plant(desk, 'parts.bin');
      await desk.step(CHANGE, async () => {
        const { uuid } = await desk.client.transfers.prepare({ target, size: CONTENT.length });
        for (const [start, end] of [
          [0, 100_000],
          [100_000, CONTENT.length],
        ] as const)
          await desk.client.transfer(PutChunk, { uuid, start }, new Uint8Array(CONTENT.subarray(start, end)))();
        await desk.client.transfers.finish({ target, size: CONTENT.length, reserved: '0', uuid, ctime: 1_700_000_000 });
      });
    },
  },
  {
    name: 'upload that keeps both',
    commands: ['PrepareUpload', 'FinishUpload'],
    run: async (desk) => {
      const target = plant(desk, 'both.bin');
      await desk.step(CHANGE, async () => {
        const sent = await uploadFile(desk.client, source(target, CONTENT), { keep: 'act' });
        if (sent._tag === 'Left') throw new Error(sent.left._tag);
      });
    },
  },
  {
    name: 'upload of an empty file',
    commands: ['PrepareUpload', 'FinishUpload'],
    run: (desk) => {
      mkdirSync(desk.disk('.'), { recursive: true });
      return upload(desk, desk.wire('empty.bin'), Buffer.alloc(0));
    },
  },
  {
    name: 'bundle of small files into two folders',
    commands: ['PrepareUploads', 'FinishUploads'],
    run: async (desk) => {
      const files = ['a/1.txt', 'a/2.txt', 'b/3.txt'].map((name) => ({
        target: desk.wire(name),
        size: 5,
        mtime: 1_700_000_000,
      }));
      const { uuid = '' } = await desk.step(NONE, () => desk.client.transfers.prepareMany({ files }));
      await desk.step(CHANGE, async () => {
        await desk.client.transfer(PutChunk, { uuid, start: 0 }, new Uint8Array(Buffer.from('1.txt2.txt3.txt')))();
        await desk.client.transfers.finishMany({ uuid });
      });
      await back(desk);
    },
  },
];

const single: readonly BoxMutation[] = [
  {
    name: 'new folder and its parents',
    commands: ['MakeFolder'],
    run: async (desk) => {
      await desk.step(SETTLED, () => desk.client.files.makeFolder({ path: desk.wire('one/two/three') }));
      await back(desk);
    },
  },
  {
    name: 'move of a file and of a folder',
    commands: ['MoveFile'],
    run: async (desk) => {
      fill(desk);
      const [file, folder] = [plant(desk, 'file.txt'), plantTree(desk, 'folder', 2)];
      await desk.step(CHANGE, () => desk.client.files.move({ source: file, target: desk.wire('to/file.txt') }));
      await back(desk);
      await desk.step(CHANGE, () => desk.client.files.move({ source: folder, target: desk.wire('to/folder') }));
      await back(desk);
    },
  },
  {
    name: 'batch rename in a circle',
    commands: ['RenameFiles'],
    run: async (desk) => {
      const [a, b] = [plant(desk, 'a'), plant(desk, 'b')];
      const renames = [
        { source: a, target: b },
        { source: b, target: a },
      ];
      await desk.step(CHANGE, () => desk.client.files.rename({ renames }));
      await back(desk);
    },
  },
  {
    name: 'delete for good, a file and a folder',
    commands: ['RemoveFiles'],
    run: async (desk) => {
      const paths = [plant(desk, 'gone.txt'), plantTree(desk, 'gone', 2)];
      await desk.step(CHANGE, () => desk.client.files.remove({ paths }));
    },
  },
  {
    name: 'into the bin, undo, redo',
    commands: ['TrashFiles'],
    run: async (desk) => {
      const paths = [plant(desk, 'old.txt'), plantTree(desk, 'old', 2)];
      await desk.step(CHANGE, () => desk.client.trash.put({ paths }));
      await back(desk);
    },
  },
  {
    name: 'many into the bin and out of it, undo, redo',
    commands: ['TrashFiles', 'RestoreTrash'],
    run: async (desk) => {
      const names = ['one.txt', 'two.txt', 'three.txt', 'four.txt', 'other/five.txt', 'other/six.txt'];
      const paths = names.map((name) => plant(desk, `several/${name}`));
      await desk.step(CHANGE, () => desk.client.trash.put({ paths }));
      await back(desk);
      const ids = await Promise.all(names.map((name) => binned(desk, name.slice(name.indexOf('/') + 1))));
      await desk.step(CHANGE, () => desk.client.trash.restore({ ids }));
      await back(desk);
    },
  },
  {
    name: 'out of the bin, undo, redo',
    commands: ['RestoreTrash'],
    run: async (desk) => {
      await desk.client.trash.put({ paths: [plant(desk, 'kept.txt')] });
      const ids = [await binned(desk, 'kept.txt')];
      await desk.step(CHANGE, () => desk.client.trash.restore({ ids }));
      await back(desk);
    },
  },
  {
    name: 'out of the bin beside what has taken the name, undo, redo',
    commands: ['RestoreBeside'],
    run: async (desk) => {
      const path = plant(desk, 'both.txt');
      await desk.client.trash.put({ paths: [path] });
      plant(desk, 'both.txt');
      const id = await binned(desk, 'both.txt');
      await desk.step(CHANGE, () => desk.client.trash.restoreBeside({ id }));
      await back(desk);
    },
  },
  {
    name: 'out of the bin for good',
    commands: ['DeleteTrash', 'EmptyTrash'],
    run: async (desk) => {
      await desk.client.trash.put({
        paths: [plant(desk, 'first.txt'), plant(desk, 'second.txt'), plantTree(desk, 'third', 2)],
      });
      const ids = [await binned(desk, 'first.txt')];
      await desk.step(AFTER, () => desk.client.trash.remove({ ids }));
      await desk.step(AFTER, () => desk.client.trash.empty({}));
    },
  },
];

const tasks: readonly BoxMutation[] = [
  {
    name: 'a task is accepted, and deleted before its turn',
    commands: ['AddTask', 'DeleteTask', 'DeleteTasks'],
    run: async (desk) => {
      const task = copyTask(OWNER, plant(desk, 'wanted.txt'), fill(desk));
      const { id } = await desk.step(PROMISE, () => desk.client.tasks.add(task));
      await waitForTask(desk.client, OWNER, id);
      await desk.step(PROMISE, () => desk.client.tasks.remove({ user: OWNER, id }));
      const another = await desk.client.tasks.add(task);
      await waitForTask(desk.client, OWNER, another.id);
      await desk.step(PROMISE, () => desk.client.tasks.removeMany({ user: OWNER, ids: [another.id] }));
    },
  },
  {
    name: 'copy of a file',
    commands: ['AddTask'],
    run: async (desk) => {
      await perform(desk, copyTask(OWNER, plant(desk, 'file.bin', CONTENT), fill(desk)));
      await back(desk);
    },
  },
  ...[3, 40].map((files): BoxMutation => ({
    name: `copy of a folder of ${files} files`,
    commands: ['AddTask'],
    run: async (desk) => {
      await perform(desk, copyTask(OWNER, plantTree(desk, 'tree', files), fill(desk)));
      await back(desk);
    },
  })),
  {
    name: 'copy over a file and into a folder that are there',
    commands: ['AddTask'],
    run: async (desk) => {
      const to = fill(desk);
      plant(desk, 'to/file.txt', 'older');
      plant(desk, 'to/tree/inner/1.txt', 'older');
      await perform(desk, copyTask(OWNER, plant(desk, 'file.txt'), to));
      await perform(desk, copyTask(OWNER, plantTree(desk, 'tree', 3), to));
    },
  },
  {
    name: 'move task within a volume, also into a folder that is there',
    commands: ['AddTask'],
    run: async (desk) => {
      await perform(desk, moveTask(OWNER, plantTree(desk, 'tree', 3), fill(desk)));
      await back(desk);
      await perform(desk, moveTask(OWNER, plantTree(desk, 'tree', 5), fill(desk)));
      await back(desk);
    },
  },
  {
    name: 'move to another volume, undo, redo',
    commands: ['AddTask'],
    run: async (desk) => {
      if (desk.elsewhere === null) return;
      await perform(desk, moveTask(OWNER, plantTree(desk, 'far', 3), desk.elsewhere));
      await back(desk, CHANGE);
      await perform(desk, moveTask(OWNER, plant(desk, 'far.txt'), desk.elsewhere));
      // This volume has no recycle bin: a replaced file is deleted.
      await perform(desk, copyTask(OWNER, plant(desk, 'far.txt', 'newer'), desk.elsewhere));
    },
  },
  {
    name: 'remove task',
    commands: ['AddTask'],
    run: (desk) => perform(desk, removeTask(OWNER, plantTree(desk, 'tree', 3))),
  },
  {
    name: 'pack and unpack',
    commands: ['AddTask'],
    run: async (desk) => {
      plantTree(desk, 'tree', 3);
      for (const suffix of ['zip', 'tar.gz'] as const) {
        const target = { target: fill(desk), name: 'tree', suffix };
        await perform(desk, compressTask(OWNER, dirname(desk.wire('tree')), ['tree'], target));
        await perform(desk, extractTask(OWNER, desk.wire(`to/tree.${suffix}`), desk.wire('to')));
      }
      await back(desk);
    },
  },
  {
    name: 'encrypt and decrypt, undo, redo',
    commands: ['AddTask'],
    run: async (desk) => {
      await openSafe(desk);
      await perform(desk, encryptTask(OWNER, plant(desk, 'secret.txt', CONTENT), '/mnt/safebox'));
      await back(desk, CHANGE);
      await perform(desk, decryptTask(OWNER, '/mnt/safebox/secret.txt.hyencrypt_v3', fill(desk)));
      await back(desk, CHANGE);
      // The metadata of a picture is removed with it.
      const picture = plant(desk, 'seen.png', Buffer.concat([ONE_PIXEL, CONTENT]));
      await waitInTimeline(desk, picture);
      await perform(desk, encryptTask(OWNER, picture, '/mnt/safebox'));
    },
  },
  {
    name: 'download from the web',
    commands: ['AddTask'],
    run: async (desk) => {
      await perform(desk, downloadTask(OWNER, desk.address, fill(desk)));
      await back(desk);
    },
  },
];

const account: readonly BoxMutation[] = [
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

/** In an order in which each finds its prerequisites; each can also run alone. */
export const BOX_MUTATIONS: readonly BoxMutation[] = [...uploads, ...single, ...tasks, ...account];

/** Commands that by their declaration may change something, and why a power cut loses nothing. */
export const NOT_PERSISTED: Readonly<Record<string, string>> = {
  SetUpBox: 'has an act of its own: the box is set up once',
  GetFileKey: 'a lost key is asked for again',
  PauseTask: 'after a power cut it goes on, as a running one does',
  ResumeTask: 'after a power cut it waits, and is resumed again',
  LockArea: 'what is unlocked is in memory alone',
  ExportRecoveryKit: 'only reads; it is no idempotent call because its answer is a secret',
  RebootBox: 'writes nothing',
  PowerOffBox: 'writes nothing',
  RestartNetwork: 'writes nothing',
  SetLed: 'a lamp',
  SetRootJson:
    'when the machine restarts by itself: a box that forgot it goes on, and the line of facts that keeps it syncs',
  SetDate: 'the clock of the machine',
  EjectDisk: 'the disk is unmounted by the system, which syncs it',
  StartUsageScan: 'a scan is begun again',
  StartSmartTest: 'the disk tests itself, and keeps what came of it',
  InitDisk: 'the helper makes the file system, and mkfs syncs it; the box writes nothing',
  ...Object.fromEntries(
    ['CreateArray', 'StopArray', 'StartArray', 'DeleteArray', 'AddArrayMember', 'RemoveArrayMember'].map((name) => [
      name,
      'the helper has the kernel do it, which writes it on the members; the box writes nothing',
    ]),
  ),
  SetPrimaryDisk: 'the same as of MountDisk: the helper makes what is kept to be mounted',
  MountDisk: 'which disk is mounted where is kept, but no disk can be mounted here: on the emulated machine',
  DeactivateDisk: 'the same, taken away',
  ...Object.fromEntries(
    ['AddMount', 'SetMount', 'RemoveMount'].map((name) => [
      name,
      'what is mounted from where is kept, but nothing can be mounted here: in tests/box/net-mounts.test.ts',
    ]),
  ),
};
