import { type FileEntry, joinPath } from '@boxwood/box-sdk';
import { checkFileName, checkFolderName, checkPathLength, renameOutcome } from '@boxwood/box-sdk/rules';
import { left, right } from '@boxwood/command-bus';
import { map, type Observable, of, tap } from 'rxjs';
import { sightsOf } from '../acts/sights.ts';
import { isFolder, type Place } from '../model.ts';
import { andThen, begin, type Outcome, refusedBy, rejected, type Result, settled } from '../outcome.ts';
import type { FileWork } from './file-work.ts';
import type { Files, Location, RenamePair, Tally } from './files.ts';
import { firstRefusal, isFailed, isFree, unlessDone } from './parts.ts';
import { isProtected, parentOf } from './places.ts';

/** Notice level of each batch rename outcome. */
const LEVEL = { 'file.renameFailed': 'error', 'file.renameMixed': 'warning' } as const;

/** Creates folders and renames files, one or many (FILES-62, RENAME-12 to RENAME-16). */
export class Naming implements Pick<Files, 'newFolder' | 'rename' | 'batchRename'> {
  readonly #deps: FileWork;

  constructor(deps: FileWork) {
    this.#deps = deps;
  }

  newFolder(parent: Location, name: string): Outcome<string> {
    const path = joinPath(parent.path, name);
    const refused = refusedBy(firstRefusal(checkFolderName(name), checkPathLength(path)));
    if (refused !== null) return settled(left(refused));
    if (this.#deps.acts.keeps({ do: 'new-folder', path })) return settled(right(path));
    const made$ = this.#deps.port.exists(path).pipe(
      andThen((exists) =>
        exists
          ? of<Result<unknown>>(rejected('rename.targetExists'))
          : this.#deps.port.makeFolder(path).pipe(unlessDone(this.#deps.port, path)),
      ),
      // The name was free before: a folder that "existed" is the one just created by a call whose answer was lost and
      // that was repeated.
      map((result): Result<string> => (result._tag === 'Left' ? result : right(path))),
      tap((result) => {
        if (result._tag === 'Left')
          this.#deps.told.failed(result.left, isFailed(result.left) ? 'folder.addFailed' : undefined, [parent.path]);
        else this.#deps.told.done('new-folder', [path], null, { ok: 1, failed: 0 }, [parent.path]);
      }),
      this.#deps.deeds.offering({ action: 'new-folder', name, count: 1 }, [path], () => null),
    );
    return begin(made$);
  }

  rename(entry: FileEntry, name: string, place: Place): Outcome<string> {
    if (name === entry.name) return settled(right(entry.path));
    const folder = parentOf(entry.path);
    const path = joinPath(folder, name);
    const named = isFolder(entry)
      ? checkFolderName(name)
      : checkFileName(name, isProtected(place) ? 'protected' : 'plain');
    const refused = refusedBy(firstRefusal(named, checkPathLength(path)));
    if (refused !== null) return settled(left(refused));
    if (this.#deps.acts.keeps({ do: 'rename', path: entry.path, to: path, seen: sightsOf([entry]) }))
      return settled(right(entry.path));
    const renamed$ = isFree(this.#deps.port, path).pipe(
      andThen(() => this.#deps.port.rename(entry.path, path).pipe(unlessDone(this.#deps.port, path))),
      map((result): Result<string> => (result._tag === 'Left' ? result : right(path))),
      this.#deps.deeds.offering({ action: 'rename', name: entry.name, to: name, count: 1 }, [entry.path], (result) => {
        if (result._tag === 'Left') {
          this.#deps.told.failed(result.left, undefined, [folder]);
          return null;
        }
        this.#deps.told.done('rename', [entry.path], path, { ok: 1, failed: 0 }, [folder]);
        return { level: 'success', word: 'file.renamed', values: { name } };
      }),
    );
    return begin(renamed$);
  }

  batchRename(folder: string, pairs: readonly RenamePair[], place: Place): Outcome<Tally> {
    if (pairs.some(({ entry }) => isFolder(entry))) return this.#deps.told.refuse(rejected('rename.onlyFiles'));
    const names = pairs.map(({ name }) => name);
    for (const name of names) {
      const refused = refusedBy(checkFileName(name, isProtected(place) ? 'protected' : 'plain'));
      if (refused !== null) return this.#deps.told.refuse(left(refused));
    }
    const leaving = new Set(pairs.map(({ entry }) => entry.name));
    const seen = new Set<string>();
    const twice = names.find((name) => seen.size === seen.add(name).size);
    if (twice !== undefined) return this.#deps.told.refuse(rejected('files.batchNameExists', { name: twice }));
    const renames = pairs.map(({ entry, name }) => ({ source: entry.path, target: joinPath(folder, name) }));
    const sources = renames.map(({ source }) => source);
    const first = pairs[0]?.entry.name ?? '';
    const checked = names.filter((name) => !leaving.has(name));
    const free$: Observable<Result<ReadonlySet<string>>> =
      checked.length === 0 ? of(right(new Set<string>())) : this.#deps.port.taken(folder, checked);
    const renamed$ = free$.pipe(
      andThen((taken): Observable<Result<Tally>> => {
        const [name] = taken;
        return name === undefined
          ? this.#deps.port.renameMany(renames)
          : of(rejected('files.batchNameExists', { name }));
      }),
      this.#deps.deeds.offering({ action: 'batch-rename', name: first, count: sources.length }, sources, (result) => {
        if (result._tag === 'Left') {
          this.#deps.told.failed(result.left, undefined, [folder]);
          return null;
        }
        const { ok, failed } = result.right;
        this.#deps.told.done('batch-rename', sources, folder, result.right, [folder]);
        const { issue: word, ...counts } = renameOutcome({ done: ok, failed });
        if (word === 'file.renamed') return { level: 'success', word, values: { count: ok } };
        this.#deps.told.say(LEVEL[word], word, counts);
        return null;
      }),
    );
    return begin(renamed$);
  }
}
