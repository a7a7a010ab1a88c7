import { type FileEntry, joinPath } from '@boxwood/box-sdk';
import { checkFileName, checkFolderName, checkPathLength, renameOutcome } from '@boxwood/box-sdk/rules';
import { left, right } from '@boxwood/command-bus';
import { type Observable, of, tap } from 'rxjs';
import { fingerprintsOf } from '../offline/file-fingerprints.ts';
import { isFolder, type Place } from '../model.ts';
import { andThen, mapRight, startNow, type Outcome, rejectionOf, rejected, type Result, settled } from '../outcome.ts';
import type { FileActionDeps } from './file-action-deps.ts';
import type { Files, Location, RenamePair, ActionCounts } from './files.ts';
import { changesOf, firstRefusal, isFailed, checkNameFree, succeedIfCreated } from './file-calls.ts';
import { isProtected, parentOf } from './file-paths.ts';
import type { ChangeResult } from './port.ts';
import type { Recorded } from './undo/undo-stack.ts';

/** Notice level of each batch rename outcome. */
const BATCH_RENAME_LEVELS = { 'file.renameFailed': 'error', 'file.renameMixed': 'warning' } as const;

/** Creates folders and renames files, one or many (FILES-62, RENAME-12 to RENAME-16). */
export class FileNaming implements Pick<Files, 'newFolder' | 'rename' | 'batchRename'> {
  readonly #deps: FileActionDeps;

  constructor(deps: FileActionDeps) {
    this.#deps = deps;
  }

  newFolder(parent: Location, name: string): Outcome<string> {
    const path = joinPath(parent.path, name);
    const refused = rejectionOf(firstRefusal(checkFolderName(name), checkPathLength(path)));
    if (refused !== null) return settled(left(refused));
    if (this.#deps.offlineQueue.enqueueIfOffline({ do: 'new-folder', path })) return settled(right(path));
    const made$ = this.#deps.port.exists(path).pipe(
      andThen((exists) =>
        exists
          ? of<Result<ChangeResult | null>>(rejected('rename.targetExists'))
          : this.#deps.port.makeFolder(path).pipe(succeedIfCreated(this.#deps.port, path)),
      ),
      // The name was free before: a folder that "existed" is the one just created by a call whose answer was lost and
      // that was repeated.
      tap((result) => {
        if (result._tag === 'Left')
          this.#deps.reporter.reportFailure(result.left, isFailed(result.left) ? 'folder.addFailed' : undefined, [
            parent.path,
          ]);
        else this.#deps.reporter.publishOutcome('new-folder', [path], null, { ok: 1, failed: 0 }, [parent.path]);
      }),
      mapRight((result) => ({ value: path, changes: changesOf(result) })),
      this.#deps.undoStack.withUndo({ action: 'new-folder', name, count: 1 }, [path], () => null),
    );
    return startNow(made$);
  }

  rename(entry: FileEntry, name: string, place: Place): Outcome<string> {
    if (name === entry.name) return settled(right(entry.path));
    const folder = parentOf(entry.path);
    const path = joinPath(folder, name);
    const named = isFolder(entry)
      ? checkFolderName(name)
      : checkFileName(name, isProtected(place) ? 'protected' : 'plain');
    const refused = rejectionOf(firstRefusal(named, checkPathLength(path)));
    if (refused !== null) return settled(left(refused));
    if (
      this.#deps.offlineQueue.enqueueIfOffline({
        do: 'rename',
        path: entry.path,
        to: path,
        seen: fingerprintsOf([entry]),
      })
    )
      return settled(right(entry.path));
    const renamed$ = checkNameFree(this.#deps.port, path).pipe(
      andThen(() => this.#deps.port.rename(entry.path, path).pipe(succeedIfCreated(this.#deps.port, path))),
      mapRight((result) => ({ value: path, changes: changesOf(result) })),
      this.#deps.undoStack.withUndo(
        { action: 'rename', name: entry.name, to: name, count: 1 },
        [entry.path],
        (result) => {
          if (result._tag === 'Left') {
            this.#deps.reporter.reportFailure(result.left, undefined, [folder]);
            return null;
          }
          this.#deps.reporter.publishOutcome('rename', [entry.path], path, { ok: 1, failed: 0 }, [folder]);
          return { level: 'success', messageKey: 'file.renamed', values: { name } };
        },
      ),
    );
    return startNow(renamed$);
  }

  batchRename(folder: string, pairs: readonly RenamePair[], place: Place): Outcome<ActionCounts> {
    if (pairs.some(({ entry }) => isFolder(entry)))
      return this.#deps.reporter.reportRefusal(rejected('rename.onlyFiles'));
    const names = pairs.map(({ name }) => name);
    for (const name of names) {
      const refused = rejectionOf(checkFileName(name, isProtected(place) ? 'protected' : 'plain'));
      if (refused !== null) return this.#deps.reporter.reportRefusal(left(refused));
    }
    const leaving = new Set(pairs.map(({ entry }) => entry.name));
    const seen = new Set<string>();
    const duplicate = names.find((name) => seen.size === seen.add(name).size);
    if (duplicate !== undefined)
      return this.#deps.reporter.reportRefusal(rejected('files.batchNameExists', { name: duplicate }));
    const renames = pairs.map(({ entry, name }) => ({ source: entry.path, target: joinPath(folder, name) }));
    const sources = renames.map(({ source }) => source);
    const first = pairs[0]?.entry.name ?? '';
    const checked = names.filter((name) => !leaving.has(name));
    const free$: Observable<Result<ReadonlySet<string>>> =
      checked.length === 0 ? of(right(new Set<string>())) : this.#deps.port.findExisting(folder, checked);
    const renamed$ = free$.pipe(
      andThen((occupied): Observable<Result<Recorded<ActionCounts>>> => {
        const [name] = occupied;
        return name === undefined
          ? this.#deps.port
              .renameMany(renames)
              .pipe(
                mapRight(({ ok, failed, ...recorded }) => ({ value: { ok, failed }, changes: changesOf(recorded) })),
              )
          : of(rejected('files.batchNameExists', { name }));
      }),
      this.#deps.undoStack.withUndo(
        { action: 'batch-rename', name: first, count: sources.length },
        sources,
        (result) => {
          if (result._tag === 'Left') {
            this.#deps.reporter.reportFailure(result.left, undefined, [folder]);
            return null;
          }
          const { ok, failed } = result.right;
          this.#deps.reporter.publishOutcome('batch-rename', sources, folder, result.right, [folder]);
          const { issue: messageKey, ...counts } = renameOutcome({ done: ok, failed });
          if (messageKey === 'file.renamed') return { level: 'success', messageKey: messageKey, values: { count: ok } };
          this.#deps.reporter.notify(BATCH_RENAME_LEVELS[messageKey], messageKey, counts);
          return null;
        },
      ),
    );
    return startNow(renamed$);
  }
}
