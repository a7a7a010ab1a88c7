import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { MAX_BUNDLE_BYTES } from '@boxwood/box-sdk';
import { isIdentical } from '@boxwood/box-sdk/rules';
import type { Clock } from '../../platform/clock.ts';
import { toUtimesSeconds } from '../../storage/copy/copy-file.ts';
import { isFinal } from '../../storage/journal/journal-change.ts';
import type { Journal, PendingOperation } from '../../storage/journal/journal.ts';
import { stampOf } from '../../storage/journal/journal.ts';
import type { Caller, Location, Vault } from '../../storage/vault/index.ts';
import { refusalCodeOf, GEN, Refusal } from '../../storage/vault/index.ts';
import type { PlaceTarget, PlaceUploadDeps, PlacementPlan, StagedUpload } from './place-upload.ts';
import { planPlacement, placeUpload } from './place-upload.ts';
import type { SpaceRequest } from './space-reservations.ts';
import type { Upload, Uploads } from './uploads-table.ts';
import { makeParent, MAX_FOLDERS, PARTS, targetOf } from './upload-targets.ts';
import { describeExisting, timeOfVersion, versionOf } from './upload-version.ts';

/**
 * One of several small files uploaded together. `mtime` in epoch seconds, `time` the same with full precision; `keep`
 * as for a single upload.
 */
export interface BundleFile {
  readonly target: string;
  readonly size: number;
  readonly mtime: number;
  readonly time?: string;
  readonly keep?: string;
}

/** Status of one file of a bundle: a non-zero `error` refuses it, `have` 1 means that the box already has it. */
export interface BundleFileStatus {
  readonly error: number;
  readonly have: 0 | 1;
}

export interface PreparedBundle {
  /** Upload that receives the bytes of the wanted files, in order; absent if the box wants none. */
  readonly uuid?: string;
  readonly list: readonly BundleFileStatus[];
  /** The box understands exact times and `keep`. */
  readonly more: 1;
}

/** Result for one file: a code, and its path if that differs from the target. */
export interface BundleOutcome {
  readonly error: number;
  readonly path?: string;
}

/** Number of files written and synced at once; the disk merges concurrent syncs. */
const MAX_PARALLEL_FILES = 16;
const BUNDLE_KEY_PREFIX = 'bundle ';

export const isBundle = ({ key }: Pick<Upload, 'key'>): boolean => key.startsWith(BUNDLE_KEY_PREFIX);

type StoredBundleFile = readonly [target: string, size: number, mtime: number, time: string, keep: string];

/** Stores a bundle in the uploads table, with its files in place of a target. The same files make the same upload. */
export const toBundleUpload = (files: readonly BundleFile[]): Pick<Upload, 'key' | 'target' | 'size'> => {
  const target = JSON.stringify(
    files.map(({ target, size, mtime, time = '', keep = '' }): StoredBundleFile => [target, size, mtime, time, keep]),
  );
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return { key: `${BUNDLE_KEY_PREFIX}${createHash('sha256').update(target).digest('hex')}`, target, size };
};

export const bundleFilesOf = (upload: Pick<Upload, 'target'>): readonly BundleFile[] => {
  // The cast is safe: only `toBundleUpload` writes this value.
  const stored = JSON.parse(upload.target) as readonly (StoredBundleFile | readonly [string, number, number])[];
  return stored.map(([target, size, mtime, time = '', keep = '']) => ({ target, size, mtime, time, keep }));
};

/** Version string of a file, as for a single upload. */
const versionOfFile = ({ time = '' }: BundleFile): string => versionOf(time === '' ? {} : { mtime: time });

const forEachConcurrently = async <T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const iterator = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = iterator.next(); next.done !== true; next = iterator.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
};

/** Groups files by their folder, so that each folder is opened and synced once. */
const groupByFolder = <T extends { readonly location: Location }>(items: readonly T[]): readonly (readonly T[])[] => [
  ...Map.groupBy(items, ({ location: { key } }) => key.slice(0, key.lastIndexOf('/'))).values(),
];

interface BundleItem {
  readonly index: number;
  readonly file: BundleFile;
  readonly location: Location;
}

/** Files whose targets the caller may write to; `refuse` is called for the others. */
const writableItems = (
  vault: Vault,
  caller: Caller,
  files: readonly BundleFile[],
  refuse: (index: number, failure: unknown) => void,
): readonly BundleItem[] => {
  const seen = new Set<string>();
  return files.flatMap((file, index): BundleItem[] => {
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

/**
 * Checks the targets of a bundle, creates their folders, and returns which files must be sent. @throws Refusal 4 (too
 * much)
 */
export const examineBundle = async (
  { vault, uploads }: { readonly vault: Vault; readonly uploads: Uploads },
  caller: Caller,
  files: readonly BundleFile[],
): Promise<{ readonly list: readonly BundleFileStatus[]; readonly wanted: readonly BundleFile[] }> => {
  if (files.reduce((sum, { size }) => sum + size, 0) > MAX_BUNDLE_BYTES) throw new Refusal(GEN.badParameter, 'files');
  const list: BundleFileStatus[] = files.map(() => ({ error: 0, have: 0 }));
  const refuse = (index: number, failure: unknown): void => {
    list[index] = { error: refusalCodeOf(failure), have: 0 };
  };
  let made = 0;
  for (const group of groupByFolder(writableItems(vault, caller, files, refuse)))
    try {
      const [first] = group;
      if (first !== undefined) made += await makeParent(vault, caller, first.location, MAX_FOLDERS - made);
      await inFolder(vault, group, async (folder, { index, file, location }) => {
        const { keep = '', size, mtime, time = String(mtime) } = file;
        if (keep !== '') {
          const done = uploads.findKeepBoth({
            user: caller.user,
            key: location.key,
            size,
            version: versionOfFile(file),
            keep,
          });
          if (done !== undefined) list[index] = { error: 0, have: 1 };
          return;
        }
        const stat = await folder.lstatExactName(location.name);
        if (stat?.isDirectory() === true) refuse(index, new Refusal(GEN.failed, 'EISDIR'));
        // UPLOAD-09.
        if (isIdentical(describeExisting(stat, true).baseinfo, { size, mtime: time }))
          list[index] = { error: 0, have: 1 };
      });
    } catch (failure) {
      for (const { index } of group) refuse(index, failure);
    }
  const wanted = files.filter((_, index) => list[index]?.error === 0 && list[index].have === 0);
  return { list, wanted };
};

/** Space that the files of a bundle need on each disk: every file exists twice for a moment. */
export const spaceRequestsFor = (
  vault: Vault,
  caller: Caller,
  files: readonly BundleFile[],
): readonly SpaceRequest[] => {
  const items = files.map((file) => ({ file, location: targetOf(vault, caller, file.target) }));
  return [...Map.groupBy(items, ({ location }) => vault.scratchOf(location).key).values()].flatMap(
    (group): SpaceRequest[] => {
      const bytes = group.reduce((sum, { file }) => sum + file.size, 0);
      const [first] = group;
      return first === undefined ? [] : [{ location: first.location, bytes: 2 * bytes }];
    },
  );
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
  await forEachConcurrently(group, MAX_PARALLEL_FILES, (item) => work(entry.folder, item));
  await after(entry.folder);
};

export interface BundleOptions extends PlaceUploadDeps {
  readonly uploads: Uploads;
  readonly journal: Pick<Journal, 'begin'>;
  readonly clock: Clock;
  readonly newUuid: () => string;
  readonly onCommitted?: (location: Location) => void;
}

/** A file that is written and synced under a temporary name, before it is renamed. */
interface StagedFile extends BundleItem {
  readonly waiting: StagedUpload;
  readonly plan: PlacementPlan;
}

const placeTargetOf = ({ file, location }: BundleItem, folder: OpenFolder): PlaceTarget => ({
  location,
  folder,
  keepBoth: (file.keep ?? '') !== '',
});

/**
 * Publishes the files of a received bundle: each is written and synced under a temporary name, then all are renamed and
 * their folders synced once. A crash leaves only whole files. At most two journal steps: one that can be undone, and
 * one for files replaced on a volume without a bin.
 * @returns the result for every file
 */
export const placeBundle = async (
  options: BundleOptions,
  caller: Caller,
  { upload, part }: { readonly upload: Upload; readonly part: Location | undefined },
): Promise<readonly BundleOutcome[]> => {
  const { vault, journal, onCommitted } = options;
  const files = bundleFilesOf(upload);
  const outcomes: BundleOutcome[] = files.map(() => ({ error: 0 }));
  const refuse = (index: number, failure: unknown): void => {
    outcomes[index] = { error: refusalCodeOf(failure) };
  };
  const body = upload.size === 0 ? Buffer.alloc(0) : await readPart(vault, part, upload.size);
  const items = writableItems(vault, caller, files, refuse);
  const starts = offsetsOf(files);
  await vault.withLocks(
    items.map(({ location }) => location),
    async () => {
      await using scratch = new AsyncDisposableStack();
      const folders = new Map<string, Promise<OpenFolder>>();
      const scratchOf = (parts: Location): Promise<OpenFolder> => {
        const open = async (): Promise<OpenFolder> => {
          await vault.makeFolder(parts);
          return scratch.use(await vault.folder(parts));
        };
        const opened = folders.get(parts.key) ?? open();
        folders.set(parts.key, opened);
        return opened;
      };
      const staged: StagedFile[] = [];
      for (const group of groupByFolder(items))
        try {
          await inFolder(vault, group, async (folder, item) => {
            try {
              const parts = vault.inside(vault.scratchOf(item.location), PARTS);
              const at = starts[item.index] ?? 0;
              const bytes = body.subarray(at, at + item.file.size);
              const waiting = await stageFile(item, await scratchOf(parts), parts, upload.uuid, bytes);
              try {
                const plan = await planPlacement(options, caller, placeTargetOf(item, folder), waiting.stamp);
                staged.push({ ...item, waiting, plan });
              } catch (failure) {
                await waiting.folder.unlink(waiting.entry.name);
                throw failure;
              }
            } catch (failure) {
              refuse(item.index, failure);
            }
          });
        } catch (failure) {
          for (const { index } of group) refuse(index, failure);
        }
      for (const all of Map.groupBy(staged, ({ plan }) => plan.changes.some(isFinal)).values()) {
        const changes = all.flatMap(({ plan }) => plan.changes);
        const pending = journal.begin({ user: upload.user, action: 'upload' }, changes);
        for (const { index, location, plan } of await renameStagedFiles(options, caller, all, pending, refuse)) {
          if (plan.location.key !== location.key) outcomes[index] = { error: 0, path: plan.location.wire };
          onCommitted?.(plan.location);
        }
      }
    },
  );
  return outcomes;
};

/** Renames staged files and makes that durable. Returns those that succeeded, with their final plans. */
const renameStagedFiles = async (
  options: BundleOptions,
  caller: Caller,
  all: readonly StagedFile[],
  pending: PendingOperation,
  refuse: (index: number, failure: unknown) => void,
): Promise<readonly StagedFile[]> => {
  const { vault } = options;
  const done: StagedFile[] = [];
  for (const group of groupByFolder(all)) {
    const moved: StagedFile[] = [];
    try {
      await inFolder(
        vault,
        group,
        async (folder, one) => {
          const { waiting } = one;
          try {
            const plan = await placeUpload(options, caller, waiting, placeTargetOf(one, folder), one.plan);
            moved.push({ ...one, plan });
            recordKeepBothUpload(options, caller, one, plan);
          } catch (failure) {
            refuse(one.index, failure);
            await waiting.folder.unlink(waiting.entry.name).catch(() => undefined);
          }
        },
        (folder) => folder.sync(),
      );
    } catch (failure) {
      for (const { index } of group) refuse(index, failure);
    }
    // A renamed file stays in the journal even if syncing its folder failed.
    done.push(...moved);
  }
  const planned = new Set(all.map(({ plan }) => plan));
  if (done.length === 0) pending.abandon();
  else if (done.length === all.length && done.every(({ plan }) => planned.has(plan))) pending.commit();
  else pending.commit(done.flatMap(({ plan }) => plan.changes));
  return done;
};

/**
 * Records a file uploaded with "keep both", so that a client that missed the response and repeats the request does not
 * create another copy.
 */
const recordKeepBothUpload = (
  { uploads, clock, newUuid }: BundleOptions,
  { user }: Caller,
  { file, location: { key } }: StagedFile,
  { location: { wire } }: PlacementPlan,
): void => {
  const { target, size, keep = '' } = file;
  if (keep === '') return;
  const uuid = newUuid();
  const version = versionOfFile(file);
  uploads.add({
    uuid,
    user,
    key,
    target,
    size,
    version,
    keep,
    boot: '',
    touched: clock.now(),
    session: '',
    token: '',
    folder: '',
  });
  uploads.finish(uuid, clock.now(), wire);
};

const stageFile = async (
  { index, file: { mtime, time = '' } }: BundleItem,
  folder: OpenFolder,
  parts: Location,
  uuid: string,
  bytes: Buffer,
): Promise<StagedUpload> => {
  const name = `${uuid}.${index}`;
  const file = await folder.openFile(name, constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC, 0o600);
  try {
    if (bytes.length > 0) await file.writeFile(bytes);
    await file.chmod(0o660);
    const seconds = toUtimesSeconds(timeOfVersion(time, mtime));
    await file.utimes(seconds, seconds);
    // Includes its time and mode.
    await file.sync();
    const stamp = stampOf(await file.stat({ bigint: true }));
    return { folder, entry: { key: `${parts.key}/${name}`, name }, stamp };
  } catch (failure) {
    await folder.unlink(name).catch(() => undefined);
    throw failure;
  } finally {
    await file.close();
  }
};

const offsetsOf = (files: readonly BundleFile[]): readonly number[] => {
  let at = 0;
  return files.map(({ size }) => (at += size) - size);
};

const readPart = async (vault: Vault, part: Location | undefined, size: number): Promise<Buffer> => {
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
