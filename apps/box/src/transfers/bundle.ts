import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { BUNDLE_BYTES } from '@boxwood/box-sdk';
import type { Change, Journal, Pending } from '../journal/journal.ts';
import { stampOf } from '../journal/journal.ts';
import type { Caller, Location, Vault } from '../vault/index.ts';
import { codeOf, GEN, Refusal } from '../vault/index.ts';
import { renameAcross } from './place.ts';
import type { Upload } from './tables.ts';
import type { Want } from './promises.ts';
import { makeParent, MAX_FOLDERS, PARTS, targetOf } from './targets.ts';

/** One of several small files that go up together. `mtime` in epoch seconds. */
export interface BundleFile {
  readonly target: string;
  readonly size: number;
  readonly mtime: number;
}

/** What the box says to one file of a bundle: a code that is not 0 refuses it, `have` 1 says that it is there already. */
export interface Asked {
  readonly error: number;
  readonly have: 0 | 1;
}

export interface PreparedBundle {
  /** The upload that takes the bytes of the wanted files, in their order; absent when the box wants none. */
  readonly uuid?: string;
  readonly list: readonly Asked[];
}

/** Files that are written and synced at once: the disk puts what waits for it together. */
const AT_ONCE = 16;
const KEY = 'bundle ';

export const isBundle = ({ key }: Pick<Upload, 'key'>): boolean => key.startsWith(KEY);

/** How a bundle is kept among the uploads: its files in place of a target. The same files again are the same upload. */
export const bundleOf = (files: readonly BundleFile[]): Pick<Upload, 'key' | 'target' | 'size'> => {
  const target = JSON.stringify(files.map((file) => [file.target, file.size, file.mtime]));
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return { key: `${KEY}${createHash('sha256').update(target).digest('hex')}`, target, size };
};

export const filesOf = (upload: Pick<Upload, 'target'>): readonly BundleFile[] => {
  // The cast: `bundleOf` alone writes it.
  const stored = JSON.parse(upload.target) as readonly (readonly [string, number, number])[];
  return stored.map(([target, size, mtime]) => ({ target, size, mtime }));
};

const inTurns = async <T>(items: Iterable<T>, atOnce: number, work: (item: T) => Promise<void>): Promise<void> => {
  const rest = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
};

/** Files by the folder they go into, so that each folder is opened, and synced, once. */
const byFolder = <T extends { readonly location: Location }>(items: readonly T[]): readonly (readonly T[])[] => [
  ...Map.groupBy(items, ({ location: { key } }) => key.slice(0, key.lastIndexOf('/'))).values(),
];

interface Item {
  readonly index: number;
  readonly file: BundleFile;
  readonly location: Location;
}

/** The files whose targets the caller may write to; `refuse` hears of the others. */
const itemsOf = (
  vault: Vault,
  caller: Caller,
  files: readonly BundleFile[],
  refuse: (index: number, failure: unknown) => void,
): readonly Item[] => {
  const seen = new Set<string>();
  return files.flatMap((file, index): Item[] => {
    try {
      const location = targetOf(vault, caller, file.target);
      if (seen.has(location.key)) throw new Refusal(GEN.invalid, 'twice');
      seen.add(location.key);
      return [{ index, file, location }];
    } catch (failure) {
      refuse(index, failure);
      return [];
    }
  });
};

/** Looks at the targets of a bundle, makes their folders, and tells which files have to be sent. @throws Refusal 4 (too much) */
export const examineBundle = async (
  vault: Vault,
  caller: Caller,
  files: readonly BundleFile[],
): Promise<{ readonly list: readonly Asked[]; readonly wanted: readonly BundleFile[] }> => {
  if (files.reduce((sum, { size }) => sum + size, 0) > BUNDLE_BYTES) throw new Refusal(GEN.badParameter, 'files');
  const list: Asked[] = files.map(() => ({ error: 0, have: 0 }));
  const refuse = (index: number, failure: unknown): void => {
    list[index] = { error: codeOf(failure), have: 0 };
  };
  let made = 0;
  for (const group of byFolder(itemsOf(vault, caller, files, refuse)))
    try {
      const [first] = group;
      if (first !== undefined) made += await makeParent(vault, caller, first.location, MAX_FOLDERS - made);
      await inFolder(vault, group, async (folder, { index, file, location }) => {
        const stat = await folder.lstat(location.name);
        if (stat?.isDirectory() === true) refuse(index, new Refusal(GEN.failed, 'EISDIR'));
        // UPLOAD-09. A time of 0 says nothing.
        const same = stat?.size === file.size && Math.floor(stat.mtimeMs / 1000) === file.mtime && file.mtime > 0;
        if (same && stat.isFile()) list[index] = { error: 0, have: 1 };
      });
    } catch (failure) {
      for (const { index } of group) refuse(index, failure);
    }
  const wanted = files.filter((_, index) => list[index]?.error === 0 && list[index].have === 0);
  return { list, wanted };
};

/** The room that the files of a bundle need, on each disk: every file is there twice for a moment. */
export const wantsOf = (vault: Vault, caller: Caller, files: readonly BundleFile[]): readonly Want[] => {
  const items = files.map((file) => ({ file, location: targetOf(vault, caller, file.target) }));
  return [...Map.groupBy(items, ({ location }) => vault.scratchOf(location).key).values()].flatMap((group): Want[] => {
    const bytes = group.reduce((sum, { file }) => sum + file.size, 0);
    const [first] = group;
    return first === undefined ? [] : [{ location: first.location, bytes: 2 * bytes }];
  });
};

type OpenFolder = Awaited<ReturnType<Vault['folder']>>;

const inFolder = async <T extends { readonly location: Location }>(
  vault: Vault,
  group: readonly T[],
  work: (folder: OpenFolder, item: T) => Promise<void>,
  after: (folder: OpenFolder) => Promise<void> = () => Promise.resolve(),
): Promise<void> => {
  const [first] = group;
  if (first === undefined) return;
  await using entry = await vault.parent(first.location);
  await inTurns(group, AT_ONCE, (item) => work(entry.folder, item));
  await after(entry.folder);
};

export interface BundleOptions {
  readonly vault: Vault;
  readonly journal: Pick<Journal, 'begin'>;
  readonly onCommitted?: (location: Location) => void;
}

/** A file that is written and synced under a name of its own and waits for the right one. */
interface Staged extends Item {
  readonly from: OpenFolder;
  readonly name: string;
  readonly change: Change;
}

/**
 * Gives the files of a received bundle their names: each is written beside the bundle and synced, and named in one step when all are; then
 * their folders are synced, once each. A box killed on the way shows whole files only. Two steps of the journal at most: what is new, which
 * undo takes back, and what replaced something, which it cannot.
 * @returns a code for every file, 0 for those that are there now
 */
export const placeBundle = async (
  { vault, journal, onCommitted }: BundleOptions,
  caller: Caller,
  { upload, part }: { readonly upload: Upload; readonly part: Location | undefined },
): Promise<readonly number[]> => {
  const files = filesOf(upload);
  const codes = files.map(() => 0);
  const refuse = (index: number, failure: unknown): void => {
    codes[index] = codeOf(failure);
  };
  const body = upload.size === 0 ? Buffer.alloc(0) : await bytesOf(vault, part, upload.size);
  const items = itemsOf(vault, caller, files, refuse);
  const starts = startsOf(files);
  await vault.locked(
    items.map(({ location }) => location),
    async () => {
      await using scratch = new AsyncDisposableStack();
      const folders = new Map<string, Promise<OpenFolder>>();
      const scratchOf = (location: Location): Promise<OpenFolder> => {
        const parts = vault.inside(vault.scratchOf(location), PARTS);
        const open = async (): Promise<OpenFolder> => {
          await vault.makeFolder(parts);
          return scratch.use(await vault.folder(parts));
        };
        const opened = folders.get(parts.key) ?? open();
        folders.set(parts.key, opened);
        return opened;
      };
      const staged: { readonly fresh: Staged[]; readonly replacing: Staged[] } = { fresh: [], replacing: [] };
      for (const group of byFolder(items))
        try {
          await inFolder(vault, group, async (folder, item) => {
            try {
              const before = await folder.lstat(item.location.name);
              if (before?.isDirectory() === true) throw new Refusal(GEN.failed, 'EISDIR');
              const at = starts[item.index] ?? 0;
              const from = await scratchOf(item.location);
              const one = await stage(item, from, upload.uuid, body.subarray(at, at + item.file.size));
              staged[before === undefined ? 'fresh' : 'replacing'].push(one);
            } catch (failure) {
              refuse(item.index, failure);
            }
          });
        } catch (failure) {
          for (const { index } of group) refuse(index, failure);
        }
      const start = { user: upload.user, action: 'upload' } as const;
      for (const [kind, all] of Object.entries(staged)) {
        if (all.length === 0) continue;
        const changesOf = (some: readonly Staged[]): Change[] =>
          some.flatMap(({ location, change }): Change[] =>
            kind === 'fresh' ? [change] : [{ kind: 'replaced', path: location.wire }, change],
          );
        const done = await named(vault, all, journal.begin(start, changesOf(all)), changesOf, refuse);
        for (const { location } of done) onCommitted?.(location);
      }
    },
  );
  return codes;
};

/** Renames staged files to their targets and makes that durable. Returns those it worked for. */
const named = async (
  vault: Vault,
  all: readonly Staged[],
  pending: Pending,
  changesOf: (some: readonly Staged[]) => readonly Change[],
  refuse: (index: number, failure: unknown) => void,
): Promise<readonly Staged[]> => {
  const done: Staged[] = [];
  for (const group of byFolder(all)) {
    const moved: Staged[] = [];
    try {
      await inFolder(
        vault,
        group,
        async (folder, one) => {
          try {
            await renameAcross(one.from, one.name, folder, one.location.name);
            moved.push(one);
          } catch (failure) {
            refuse(one.index, failure);
            await one.from.unlink(one.name).catch(() => undefined);
          }
        },
        (folder) => folder.sync(),
      );
    } catch (failure) {
      for (const { index } of group) refuse(index, failure);
    }
    // What has its name stays in the journal even when the folder could not be synced.
    done.push(...moved);
  }
  if (done.length === all.length) pending.commit();
  else if (done.length > 0) pending.commit(changesOf(done));
  else pending.abandon();
  return done;
};

const stage = async (item: Item, from: OpenFolder, uuid: string, bytes: Buffer): Promise<Staged> => {
  const name = `${uuid}.${item.index}`;
  const file = await from.openFile(name, constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC, 0o600);
  try {
    if (bytes.length > 0) await file.writeFile(bytes);
    await file.chmod(0o660);
    await file.utimes(item.file.mtime, item.file.mtime);
    // With its time and mode.
    await file.sync();
    const stamp = stampOf(await file.stat({ bigint: true }));
    return { ...item, from, name, change: { kind: 'created', path: item.location.wire, stamp } };
  } catch (failure) {
    await from.unlink(name).catch(() => undefined);
    throw failure;
  } finally {
    await file.close();
  }
};

const startsOf = (files: readonly BundleFile[]): readonly number[] => {
  let at = 0;
  return files.map(({ size }) => (at += size) - size);
};

const bytesOf = async (vault: Vault, part: Location | undefined, size: number): Promise<Buffer> => {
  if (part === undefined) throw new Refusal(GEN.path, 'uuid');
  await using entry = await vault.parent(part);
  const file = await entry.folder.openFile(entry.name);
  try {
    const bytes = await file.readFile();
    if (bytes.length !== size) throw new Refusal(GEN.invalid, 'size');
    return bytes;
  } finally {
    await file.close();
  }
};
