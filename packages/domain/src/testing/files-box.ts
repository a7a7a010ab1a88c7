/** The file side of a box in memory: folders with entries, paged by cursor as the protocol specifies. For tests. */
import type { FileEntry, NewTask } from '@boxwood/box-sdk';
import type { BoxError } from '@boxwood/command-bus';
import { compareNames } from '@boxwood/box-sdk/rules';
import { Observable } from 'rxjs';
import { left, right } from '@boxwood/command-bus';
import type { ChangeResult, FilesPort, JournalChange, PageAnswer, PageRequest } from '../files/port.ts';
import type { PortResult } from '../outcome.ts';
import { offline } from './port-answers.ts';

export const entry = (path: string, change: Partial<FileEntry> = {}): FileEntry => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return { name, type: 0, size: 1, ctime: 1, mtime: 1, path, md512kb: '', id: path, ...change };
};

export class FilesBox implements FilesPort {
  readonly folders = new Map<string, FileEntry[]>();
  readonly calls: string[] = [];
  readonly requests: PageRequest[] = [];
  readonly tasks: NewTask[] = [];
  readonly undone: number[] = [];
  readonly redone: number[] = [];
  /** The box's journal, newest first. */
  journal: JournalChange[] = [];
  failures: BoxError[] = [];
  /** Calls that start with this text are performed, but their answers are lost. */
  lost: string | null = null;
  existed = false;
  /** Path where a deleted item is restored under a new name; null: the box cannot do that in one step. */
  restoredPath: string | null = null;
  failedCount = 0;
  /** The journal entry that changes report; none on a box that does not report it. */
  reported: ChangeResult = {};
  /** When set, answers wait for it. */
  gate: Observable<unknown> | null = null;

  fill(
    folder: string,
    names: readonly string[],
    change: (name: string, index: number) => Partial<FileEntry> = () => ({}),
  ): void {
    this.folders.set(
      folder,
      names.map((name, index) => entry(`${folder}/${name}`, change(name, index))),
    );
  }

  page(request: PageRequest): PortResult<PageAnswer> {
    return this.#answer(`page ${request.location.path}`, () => {
      this.requests.push(request);
      const { after, limit, sort, filter, pattern } = request;
      const all = (this.folders.get(request.location.path) ?? [])
        .filter((found) => filter.type === undefined || found.type === filter.type)
        .filter((found) => pattern === null || new RegExp(pattern, 'i').test(found.name))
        .toSorted((a, b) => (sort.prop === 'size' ? a.size - b.size : 0) || compareNames(a.name, b.name));
      if (sort.order === 'desc') all.reverse();
      const from = after === null ? 0 : all.findIndex(({ name }) => name === after.n) + 1;
      const entries = all.slice(from, from + limit);
      const final = entries.at(-1);
      return { total: all.length, entries, last: final === undefined ? null : { n: final.name, t: final.type, k: '' } };
    });
  }

  exists(path: string): PortResult<boolean> {
    return this.#answer(`exists ${path}`, () => this.#has(path));
  }

  findExisting(folder: string, names: readonly string[]): PortResult<ReadonlySet<string>> {
    return this.#answer(`taken ${folder}`, () => new Set(names.filter((name) => this.#has(`${folder}/${name}`))));
  }

  makeFolder(path: string): PortResult<ChangeResult & { readonly existed: boolean }> {
    return this.#answer(`makeFolder ${path}`, () => ({ existed: this.existed, ...this.reported }));
  }

  rename(source: string, target: string): PortResult<ChangeResult> {
    return this.#answer(`rename ${source} ${target}`, () => this.reported);
  }

  renameMany(
    renames: readonly { readonly source: string; readonly target: string }[],
  ): PortResult<ChangeResult & { readonly ok: number; readonly failed: number }> {
    return this.#answer(`renameMany ${renames.length}`, () => ({
      ok: renames.length - this.failedCount,
      failed: this.failedCount,
      ...this.reported,
    }));
  }

  trash(paths: readonly string[]): PortResult<ChangeResult & { readonly failed: number }> {
    return this.#answer(`trash ${paths.length}`, () => ({ failed: this.failedCount, ...this.reported }));
  }

  remove(paths: readonly string[]): PortResult<{ readonly failed: number }> {
    return this.#answer(`remove ${paths.length}`, () => ({ failed: this.failedCount }));
  }

  addTask(task: NewTask): PortResult<{ readonly id: string }> {
    return this.#answer(`addTask ${task.type}`, () => {
      this.tasks.push(task);
      return { id: String(this.tasks.length) };
    });
  }

  changes(after: number, count: number): PortResult<readonly JournalChange[]> {
    return this.#answer(`changes ${count}`, () =>
      this.journal.filter(({ id }) => after === 0 || id < after).slice(0, count),
    );
  }

  restoreWithNewName(change: number): PortResult<string | null> {
    return this.#answer(`beside ${change}`, () => this.restoredPath);
  }

  undo(id: number): PortResult<readonly string[]> {
    return this.#answer('undo', () => {
      this.undone.push(id);
      return ['/mnt/usb1/ann'];
    });
  }

  redo(id: number): PortResult<readonly string[]> {
    return this.#answer('redo', () => {
      this.redone.push(id);
      return ['/mnt/usb1/ann'];
    });
  }

  #has(path: string): boolean {
    return (
      [...this.folders.values()].some((entries) => entries.some((found) => found.path === path)) ||
      this.folders.has(path)
    );
  }

  #answer<A>(call: string, value: () => A): PortResult<A> {
    return new Observable((subscriber) => {
      const run = (): void => {
        this.calls.push(call);
        const failure = this.failures.shift();
        if (this.lost !== null && call.startsWith(this.lost)) {
          value();
          this.folders.set(call.slice(call.lastIndexOf(' ') + 1), []);
          subscriber.next(left(offline));
          subscriber.complete();
          return;
        }
        subscriber.next(failure === undefined ? right(value()) : left(failure));
        subscriber.complete();
      };
      if (this.gate === null) {
        run();
        return undefined;
      }
      return this.gate.subscribe(run);
    });
  }
}
