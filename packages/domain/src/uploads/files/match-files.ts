import type { UploadId, UploadSource, UploadTask } from '../uploads.ts';

/** Uploads with the files they continue with, and names of files that have changed. */
export interface MatchedFiles {
  readonly files: ReadonlyMap<UploadId, UploadSource>;
  readonly refused: readonly string[];
}

const second = (ms: number): number => Math.floor(ms / 1000);

/** G-19: an upload continues only with the queued file: same size and same mtime (to the second, as on the wire). */
const isSame = ({ total, modified }: UploadTask, file: UploadSource): boolean =>
  total === file.size && second(modified) === second(file.lastModified);

/** Number of path segments, counted from the name upwards, that a path shares with the source of an upload. */
const sharedSegments = (path: string, source: string): number => {
  const [own, other] = [path.split('/').toReversed(), source.split('/').toReversed()];
  const differs = own.findIndex((part, index) => part !== other[index]);
  return differs < 0 ? own.length : differs;
};

/** The uploads whose source is nearest to the path of a file in a chosen folder. */
const nearest = (fitting: readonly UploadTask[], path: string): readonly UploadTask[] => {
  if (path === '' || fitting.length < 2) return fitting;
  const ranked = fitting.map((task) => ({ task, common: sharedSegments(path, task.source) }));
  const highest = Math.max(...ranked.map(({ common }) => common));
  return ranked.filter(({ common }) => common === highest).map(({ task }) => task);
};

/**
 * Matches chosen files to uploads by name, and by folder where a whole folder was chosen. One file serves every upload
 * it matches; other files are ignored.
 */
export const matchChosen = (lost: Iterable<UploadTask>, chosen: readonly UploadSource[]): MatchedFiles => {
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

/** Matches files that the browser reopened to their uploads. */
export const matchOpened = (
  lost: (id: UploadId) => UploadTask | null,
  opened: ReadonlyMap<UploadId, UploadSource>,
): MatchedFiles => {
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
