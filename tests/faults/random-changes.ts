/** Random changes of a user until a power cut, and the expected state afterwards. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { BoxClient, NewTask } from '@boxwood/box-sdk';
import { compressTask, copyTask, downloadTask, encryptTask, extractTask, PutChunk, uploadFile } from '@boxwood/box-sdk';
import { OWNER } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { SAFE_PASSWORD } from './mutation-context.ts';
import { waitForTask } from './invariants.ts';

/** The hash of each file, by its path in the owner's folder. */
export type FileHashes = ReadonlyMap<string, string>;

/** What a change needs to run. */
export interface ChangeContext {
  readonly client: BoxClient;
  readonly origin: string;
  /** The real folder of the owner. */
  readonly folder: string;
  /** A web address that ends with this name and answers with {@link LARGE}. */
  readonly address: (name: string) => string;
  /** The current content of the folder. */
  readonly now: FileHashes;
  /** Called with promises that are not about files. */
  readonly promised: (vow: DurablePromise) => void;
}

/** A promise that is not about files: a share exists, or a token is revoked. */
export interface DurablePromise {
  readonly kind: 'share' | 'signedOut';
  readonly value: string;
}

export interface RandomChange {
  readonly what: string;
  readonly adds: FileHashes;
  readonly removes: ReadonlySet<string>;
  /** Files that are written one by one: each is whole or absent when the power is cut in between. */
  readonly apart?: true;
  readonly run: () => Promise<void>;
}

export const SMALL = randomBytes(700);
export const LARGE = randomBytes(300_000);
export const sha = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

const HOME = `/mnt/usb1/${OWNER}`;
const TREE: FileHashes = new Map([
  ['large.bin', sha(LARGE)],
  ...['one/1.txt', 'one/2.txt', 'two/3.txt'].map((name): readonly [string, string] => [name, sha(SMALL)]),
]);
const within = (folder: string, world: FileHashes): FileHashes =>
  new Map([...world].map(([path, hash]) => [`${folder}/${path}`, hash]));
export const NO_FILES: FileHashes = new Map();

/** The content of the folder after a change. */
export const hashesAfter = (
  before: FileHashes,
  { adds, removes }: Pick<RandomChange, 'adds' | 'removes'>,
): FileHashes => new Map([...[...before].filter(([path]) => !removes.has(path)), ...adds]);
export const haveSameFiles = (one: FileHashes, other: FileHashes): boolean =>
  one.size === other.size && [...one].every(([path, hash]) => other.get(path) === hash);

const worked = async (client: BoxClient, id: string): Promise<void> => {
  const { tb_state: state, tb_code: code, tb_msg: message } = await waitForTask(client, OWNER, id);
  if (state !== 1) throw new Error(`a task failed: ${code} ${message}`);
};
const perform = async (client: BoxClient, task: NewTask): Promise<void> =>
  worked(client, (await client.tasks.add(task)).id);
const upload = async (client: BoxClient, name: string, data: Buffer): Promise<void> => {
  const sent = await uploadFile(client, {
    target: `${HOME}/${name}`,
    size: data.length,
    mtime: 1_700_000_000,
    read: (start, end) => Promise.resolve(new Uint8Array(data.subarray(start, end))),
  });
  if (sent._tag === 'Left') throw new Error(`the upload failed: ${sent.left._tag}`);
};

/** Undoes or redoes the newest change, and waits for its end. */
export const undoOrRedo = async (client: BoxClient, direction: 'undo' | 'redo'): Promise<void> => {
  const { tasks } = await client.journal[direction]({ id: [] });
  for (const id of tasks) await worked(client, id);
};

/** Creates what all changes need: a tree, an archive of it, and an encrypted file, whose sizes are needed later. */
export const createPrerequisites = async ({ client }: Pick<ChangeContext, 'client'>): Promise<void> => {
  await client.safe.setUp({ username: OWNER, password: SAFE_PASSWORD });
  for (const [name, hash] of TREE) await upload(client, `tree/${name}`, hash === sha(LARGE) ? LARGE : SMALL);
  await perform(client, compressTask(OWNER, HOME, ['tree'], { target: HOME, name: 'packed', suffix: 'zip' }));
  await upload(client, 'known.bin', LARGE);
  await perform(client, encryptTask(OWNER, `${HOME}/known.bin`, '/mnt/safebox'));
};

/** A folder that exists before the change begins, and is no part of its undo step. */
const folderFor = ({ folder }: ChangeContext, name: string): string => {
  mkdirSync(join(folder, name), { recursive: true });
  spawnSync('sync', ['-f', join(folder, name)]);
  return `${HOME}/${name}`;
};

/** Files that a change created, and another one may use. */
const OWN_FILES = /^n\d+\.bin$/;

type ChangeFactory = (house: ChangeContext, name: string, mine: string) => RandomChange;

const added = (what: string, adds: FileHashes, run: RandomChange['run']): RandomChange => ({
  what,
  adds,
  removes: new Set(),
  run,
});
const large = (name: string): FileHashes => new Map([[`${name}.bin`, sha(LARGE)]]);

const CHANGE_FACTORIES: readonly ChangeFactory[] = [
  ({ client }, name) => added('upload', large(name), () => upload(client, `${name}.bin`, LARGE)),
  ({ client }, name) => {
    const adds = within(name, new Map([...TREE].filter(([, hash]) => hash === sha(SMALL))));
    const files = [...adds.keys()].map((path) => ({
      target: `${HOME}/${path}`,
      size: SMALL.length,
      mtime: 1_700_000_000,
    }));
    const run = async (): Promise<void> => {
      const { uuid = '' } = await client.transfers.prepareMany({ files });
      await client.transfer(PutChunk, { uuid, start: 0 }, new Uint8Array(Buffer.concat(files.map(() => SMALL))))();
      const { list } = await client.transfers.finishMany({ uuid });
      if (list.some(({ error }) => error !== 0)) throw new Error('a file of the bundle was refused');
    };
    return { ...added('bundle', adds, run), apart: true };
  },
  (house, name) => {
    const to = folderFor(house, name);
    return added('copy', within(`${name}/tree`, TREE), () =>
      perform(house.client, copyTask(OWNER, `${HOME}/tree`, to)),
    );
  },
  (house, name) => {
    const to = folderFor(house, name);
    const adds = within(`${name}/packed/tree`, TREE);
    return added('unpack', adds, () => perform(house.client, extractTask(OWNER, `${HOME}/packed.zip`, to)));
  },
  ({ client, address }, name) =>
    added('download', large(name), () => perform(client, downloadTask(OWNER, address(`${name}.bin`), HOME))),
  ({ client }, name, mine) => ({
    what: 'move',
    adds: large(name),
    removes: new Set([mine]),
    run: async () => {
      await client.files.move({ source: `${HOME}/${mine}`, target: `${HOME}/${name}.bin` });
    },
  }),
  ({ client }, _, mine) => ({
    what: 'trash',
    adds: NO_FILES,
    removes: new Set([mine]),
    run: async () => {
      await client.trash.put({ paths: [`${HOME}/${mine}`] });
    },
  }),
  ({ client, now }) => {
    const several = [...now.keys()].filter((path) => OWN_FILES.test(path));
    return {
      what: 'trash several',
      adds: NO_FILES,
      removes: new Set(several),
      apart: true,
      run: async () => {
        await client.trash.put({ paths: several.map((path) => `${HOME}/${path}`) });
      },
    };
  },
  ({ client, now }, _, mine) => ({
    what: 'encrypt',
    removes: new Set([mine]),
    adds: new Map([[`.safebox/${mine}.hyencrypt_v3`, now.get('.safebox/known.bin.hyencrypt_v3') ?? '']]),
    run: () => perform(client, encryptTask(OWNER, `${HOME}/${mine}`, '/mnt/safebox')),
  }),
  ({ client, promised }) =>
    added('share', NO_FILES, async () => {
      const share = { path: HOME, names: ['packed.zip'], days: 1 + Math.floor(Math.random() * 250), code: '0000' };
      promised({ kind: 'share', value: (await client.shares.link(share)).id });
    }),
  ({ origin, promised }) =>
    added('sign out', NO_FILES, async () => {
      const other = await signIn(origin, OWNER);
      await other.session.signOut({ userName: OWNER, token: other.token });
      promised({ kind: 'signedOut', value: other.token });
    }),
];

/** The number of possible changes. */
export const CHANGE_COUNT = CHANGE_FACTORIES.length;

/** The change of this index, on files named after `name`. */
export const createChange = (which: number, house: ChangeContext, name: string): RandomChange => {
  const mine = [...house.now.keys()].filter((path) => OWN_FILES.test(path)).at(-1);
  const needsMine = which >= 5 && which <= 8;
  const making = CHANGE_FACTORIES[needsMine && mine === undefined ? 0 : which % CHANGE_COUNT];
  if (making === undefined) throw new Error(`there is no deed ${which}`);
  return making(house, name, mine ?? '');
};
