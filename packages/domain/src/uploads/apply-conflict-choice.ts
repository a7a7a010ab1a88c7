import { GEN, joinPath } from '@boxwood/box-sdk';
import { copyName, resolveConflicts } from '@boxwood/box-sdk/rules';
import { right } from '@boxwood/command-bus';
import { catchError, concatMap, from, last, map, type Observable, of, switchMap } from 'rxjs';
import type { ConflictChoice } from '../files/files.ts';
import { andThen, type Result } from '../outcome.ts';
import type { UploadPort } from './port.ts';
import type { Inspected } from './files/file-inspector.ts';
import type { NewUpload } from './queue/upload-decisions.ts';
import type { ChosenFile, UploadId, UploadPlan } from './uploads.ts';

/** A file with its target after the user's conflict choice; with `keep` it replaces nothing. */
export interface ResolvedFile extends ChosenFile {
  readonly keep: boolean;
}

/** Files to upload, and empty folders to create. */
export interface ResolvedPlan {
  readonly chosen: readonly ResolvedFile[];
  readonly folders: readonly string[];
}

const topNameOf = (path: string): string => path.split('/')[0] ?? path;
/** The top-level names that the chosen files and folders need in the target folder. */
export const topNamesOf = (chosen: readonly ChosenFile[], folders: readonly string[]): readonly string[] => [
  ...new Set([...chosen.map(({ path }) => path), ...folders].map(topNameOf)),
];

/** The upload of an inspected file into the folder `base`. */
export const uploadOf = (base: string, { path, keep, facts }: Inspected<ResolvedFile>, id: UploadId): NewUpload => ({
  id,
  name: path.slice(path.lastIndexOf('/') + 1),
  source: path,
  target: joinPath(base, path),
  total: facts.size,
  modified: facts.lastModified,
  ...(keep ? { keep } : {}),
});

/** The name belongs to something that is not a folder. */
const isOccupiedByFile = (result: Result<unknown>): boolean =>
  result._tag === 'Left' &&
  result.left._tag === 'Refused' &&
  result.left.family === 'GEN' &&
  result.left.code === GEN.invalid;

/** Reserves a free name for a folder by creating it; when the box says that it exists, the next name is tried. */
const createFreeFolder = (
  port: Pick<UploadPort, 'makeFolder'>,
  base: string,
  name: string,
  occupied: ReadonlySet<string>,
  copy = 1,
): Observable<Result<string>> => {
  const free = copyName(name, copy, true);
  if (occupied.has(free)) return createFreeFolder(port, base, name, occupied, copy + 1);
  return port
    .makeFolder(joinPath(base, free))
    .pipe(
      switchMap((made): Observable<Result<string>> =>
        isOccupiedByFile(made) || (made._tag === 'Right' && made.right.existed)
          ? createFreeFolder(port, base, name, occupied, copy + 1)
          : of(made._tag === 'Left' ? made : right(free)),
      ),
    );
};

/**
 * Applies the user's conflict choice to a plan (UPLOAD-23 to UPLOAD-25, G-20). To keep both, a folder is created under
 * a new name now, and the box chooses a file's name when the file is complete, so no other client can occupy it before.
 */
export const applyConflictChoice = (
  port: Pick<UploadPort, 'makeFolder'>,
  { location, chosen, folders, conflicts }: UploadPlan,
  choice: ConflictChoice,
): Observable<Result<ResolvedPlan>> => {
  const conflicting = new Set(conflicts);
  if (choice !== 2)
    return of(
      right({
        chosen: resolveConflicts(chosen, conflicting, choice).map((one) => ({ ...one, keep: false })),
        folders: resolveConflicts(
          folders.map((path) => ({ path })),
          conflicting,
          choice,
        ).map(({ path }) => path),
      }),
    );
  const paths = [...chosen.map(({ path }) => path), ...folders];
  const tops = new Set(paths.map(topNameOf));
  const conflictingFolders = [...conflicting].filter(
    (name) => folders.includes(name) || paths.some((path) => path.startsWith(`${name}/`)),
  );
  const renamed = new Map<string, string>();
  const named = (path: string): string => {
    const top = topNameOf(path);
    return `${renamed.get(top) ?? top}${path.slice(top.length)}`;
  };
  const claimed$ = from(conflictingFolders).pipe(
    concatMap((name) =>
      createFreeFolder(port, location.path, name, tops).pipe(
        andThen((free): Observable<Result<null>> => {
          renamed.set(name, free);
          return of(right(null));
        }),
      ),
    ),
  );
  return claimed$.pipe(
    last(null, right(null)),
    map((result): Result<ResolvedPlan> =>
      result._tag === 'Left'
        ? result
        : right({
            chosen: chosen.map((one) => ({ ...one, path: named(one.path), keep: !renamed.has(topNameOf(one.path)) })),
            folders: folders.map(named),
          }),
    ),
  );
};

/** Creates the folders of a plan one after the other; yields the last result. */
export const makeFolders = (
  port: Pick<UploadPort, 'makeFolder'>,
  base: string,
  folders: readonly string[],
): Observable<Result<unknown>> =>
  from(folders).pipe(
    concatMap((path): Observable<Result<unknown>> => port.makeFolder(joinPath(base, path))),
    last(null, right(null)),
    catchError(() => of(right(null))),
  );
