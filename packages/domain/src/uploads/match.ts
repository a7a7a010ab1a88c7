import type { UploadId, UploadSource, UploadTask } from './uploads.ts';

/** Uploads and the files they go on with, and the names of files that are not what they were. */
export interface Matched {
  readonly files: ReadonlyMap<UploadId, UploadSource>;
  readonly refused: readonly string[];
}

const second = (ms: number): number => Math.floor(ms / 1000);

/** G-19: only the file that was queued goes on: same size, same last change (to the second, as the wire has it). */
const isSame = ({ total, modified }: UploadTask, file: UploadSource): boolean =>
  total === file.size && second(modified) === second(file.lastModified);

/** How many folders, from the name upwards, a path has in common with where an upload came from. */
const shared = (path: string, source: string): number => {
  const [own, other] = [path.split('/').toReversed(), source.split('/').toReversed()];
  const differs = own.findIndex((part, at) => part !== other[at]);
  return differs < 0 ? own.length : differs;
};

/** Files of a folder that was chosen again know where they lay: of the uploads they fit only the nearest are theirs. */
const nearest = (fitting: readonly UploadTask[], path: string): readonly UploadTask[] => {
  if (path === '' || fitting.length < 2) return fitting;
  const ranked = fitting.map((task) => ({ task, common: shared(path, task.source) }));
  const most = Math.max(...ranked.map(({ common }) => common));
  return ranked.filter(({ common }) => common === most).map(({ task }) => task);
};

/**
 * Files that a person chose again, by name, and by their folders where the whole folder was chosen. One file serves every upload it
 * fits; strangers are ignored.
 */
export const matchChosen = (lost: Iterable<UploadTask>, chosen: readonly UploadSource[]): Matched => {
  const byName = new Map<string, UploadTask[]>();
  for (const task of lost) {
    const named = byName.get(task.name);
    if (named === undefined) byName.set(task.name, [task]);
    else named.push(task);
  }
  const files = new Map<UploadId, UploadSource>();
  const refused: string[] = [];
  for (const file of chosen) {
    const named = byName.get(file.name) ?? [];
    const fitting = named.filter((task) => isSame(task, file));
    for (const { id } of nearest(fitting, file.webkitRelativePath ?? '')) files.set(id, file);
    if (named.length > 0 && fitting.length === 0) refused.push(file.name);
  }
  return { files, refused };
};

/** Files that the browser opened again, each for its own upload. */
export const matchOpened = (
  lost: (id: UploadId) => UploadTask | null,
  opened: ReadonlyMap<UploadId, UploadSource>,
): Matched => {
  const files = new Map<UploadId, UploadSource>();
  const refused: string[] = [];
  for (const [id, file] of opened) {
    const task = lost(id);
    if (task === null) continue;
    if (isSame(task, file)) files.set(id, file);
    else refused.push(task.name);
  }
  return { files, refused };
};
