/**
 * Checks the order of a box's disk writes from outside: what a power cut at any moment would leave.
 *
 * - The bytes, mode and times of a file, and everything below a folder, are synced before a name in the users' folders
 * leads to them.
 * - A name is removed only after the names that replace it are synced.
 * - Before the answer, everything that changed in the users' folders is synced, including the folders.
 * - Databases: the intent before the first change of a name, and what the answer promises before the answer.
 * - The note of a scratch folder about its item (`placing.…`) is synced before the item leaves it.
 */
import type { SyscallArg, Syscall, SyscallTrace } from './strace-parser.ts';

/** Classifies paths. */
export interface TracedPaths {
  /** Folders of the users, as a user sees them. */
  readonly isUserData: (path: string) => boolean;
  /** The write-ahead logs of the databases. */
  readonly isDatabaseLog: (path: string) => boolean;
}

/**
 * The database records that an action requires. `first`: a record is synced before the first name changes; `noted`: a
 * record is synced before the answer; `clean`: nothing is unsynced when the answer is sent.
 */
export type RequiredRecords = readonly ('first' | 'noted' | 'clean')[];

/** The action between two marks; null where no answer promises anything. */
export interface ActionWindow {
  readonly actionName: string;
  readonly books: RequiredRecords | null;
}

export interface Violation {
  readonly actionName: string;
  readonly rule: string;
  readonly path: string;
}

/** A change that a power cut may undo: the line where it happened, and the line from which it is durable. */
interface UnsyncedChange {
  readonly since: number;
  safe: number | null;
  /** Reported once, for the first action that it is wrong for. */
  isReported: boolean;
}

type ChangeAspect = 'bytes' | 'facts' | 'names' | 'added';
type UnsyncedState = Partial<Record<ChangeAspect, UnsyncedChange>>;

const REPORTED_RULES: Readonly<Record<ChangeAspect, string>> = {
  bytes: 'bytes are not synced',
  facts: 'mode or times are not synced',
  names: 'names in the folder are not synced',
  added: 'a new name in the folder is not synced',
};

const ALL: readonly ChangeAspect[] = ['bytes', 'facts', 'names', 'added'];
const WRITES: ReadonlySet<string> = new Set([
  'write',
  'writev',
  'pwrite64',
  'pwritev',
  'pwritev2',
  'sendfile',
  'ftruncate',
  'fallocate',
]);
const MAKES: ReadonlySet<string> = new Set(['mkdir', 'mkdirat', 'symlink', 'symlinkat']);
const REMOVES: ReadonlySet<string> = new Set(['unlink', 'unlinkat', 'rmdir']);

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
const isAnswer = ({ name, args }: Syscall): boolean =>
  /^(write|writev|sendto|sendmsg)$/.test(name) &&
  args[0]?.leads?.startsWith('socket:') === true &&
  args.some(({ raw }) => raw.includes('"HTTP/1.1'));
/** Whether the call sends the answer that separates two actions. */
const isMark = ({ args }: Syscall): boolean => args.some(({ raw }) => raw.includes('"HTTP/1.1 404'));

/** Checks a trace. The windows are the actions between its marks, in order. */
export const checkWriteOrder = (
  trace: SyscallTrace,
  places: TracedPaths,
  windows: readonly ActionWindow[],
): readonly Violation[] => new WriteOrderChecker(trace, places).run(windows);

class WriteOrderChecker {
  readonly #trace: SyscallTrace;
  readonly #places: TracedPaths;
  readonly #states = new Map<string, UnsyncedState>();
  readonly #descriptors = new Map<number, Map<number, string>>();
  readonly #violations = new Map<string, Violation>();
  /** Names whose file got a second name, and may therefore be removed. */
  readonly #linked = new Set<string>();
  #act = '';
  /** Since the last mark. */
  #recorded: number | null = null;
  #changed: number | null = null;

  constructor(trace: SyscallTrace, places: TracedPaths) {
    this.#trace = trace;
    this.#places = places;
  }

  run(windows: readonly ActionWindow[]): readonly Violation[] {
    // An answer counts from the start of its write; every other call counts at its end.
    const calls = [...this.#trace.calls].sort((a, b) => timeOf(a) - timeOf(b));
    const marks = calls.filter((call) => isAnswer(call) && isMark(call));
    if (marks.length !== windows.length + 1) throw new Error(`${windows.length} acts between ${marks.length} marks`);
    let at = -1;
    for (const [index, call] of calls.entries()) {
      this.#learn(call);
      if (isAnswer(call) && isMark(call)) {
        at += 1;
        this.#begin(windows[at]);
      } else if (isAnswer(call)) {
        const next = calls.slice(index + 1).find(isAnswer);
        const window = windows[at];
        // The client polls the task while it runs; the last answer is the one that reports its end.
        if (window !== undefined && next !== undefined && isMark(next)) this.#answered(window, call.from);
      } else this.#take(call, windows[at]);
    }
    return [...this.#violations.values()];
  }

  #begin(window: ActionWindow | undefined): void {
    this.#act = window?.actionName ?? '';
    this.#recorded = this.#changed = null;
    this.#linked.clear();
  }

  #answered({ books }: ActionWindow, at: number): void {
    if (books === null) return;
    for (const [path, state] of this.#states)
      if (this.#places.isUserData(path)) this.#check(path, state, at, ['bytes', 'facts', 'names'], 'before the answer');
    if (books.includes('noted') && this.#recorded === null) this.#violate('nothing is on record before the answer', '');
    if (!books.includes('clean')) return;
    for (const [path, state] of this.#states)
      if (this.#places.isDatabaseLog(path)) this.#check(path, state, at, ['bytes'], 'before the answer');
  }

  #take(call: Syscall, window: ActionWindow | undefined): void {
    const { name, args, result, from, to } = call;
    const [first, second, third] = args;
    const fd = first?.leads ?? null;
    if (WRITES.has(name)) this.#touch(fd, 'bytes', to);
    else if (name === 'copy_file_range') this.#touch(third?.leads ?? null, 'bytes', to);
    else if (name === 'ioctl' && second?.raw.includes('FICLONE') === true) this.#touch(fd, 'bytes', to);
    // Through a name these are the times of a link itself, which cannot be synced.
    else if (name === 'fchmod' || (name === 'utimensat' && second?.raw === 'NULL')) this.#touch(fd, 'facts', to);
    else if (name === 'fsync') this.#synced(fd, ALL, from, to);
    else if (name === 'fdatasync') this.#synced(fd, ['bytes'], from, to);
    else if (name === 'syncfs' || name === 'sync')
      for (const path of this.#states.keys()) this.#synced(path, ALL, from, to);
    else if (name === 'open' || name === 'openat') this.#opened(result.leads, args, to);
    else if (MAKES.has(name)) this.#made(call, window);
    else if (name.startsWith('link')) this.#gotSecondName(call, window);
    else if (name.startsWith('rename')) this.#renamed(call, window);
    else if (REMOVES.has(name)) this.#removed(call, window);
  }

  #opened(path: string | null, args: readonly SyscallArg[], at: number): void {
    if (path === null) return;
    if (args.some(({ raw }) => raw.includes('O_CREAT')) && !this.#states.has(path)) this.#appear(path, at);
    if (args.some(({ raw }) => raw.includes('O_TRUNC'))) this.#touch(path, 'bytes', at);
  }

  #made(call: Syscall, window: ActionWindow | undefined): void {
    const { name, args, from, to } = call;
    const at = name.startsWith('mkdir') ? -2 : -1;
    const path = this.#named(call, args.at(at), name.endsWith('at') ? args.at(at - 1) : undefined);
    this.#changes(path, window, from);
    this.#appear(path, to);
  }

  #gotSecondName(call: Syscall, window: ActionWindow | undefined): void {
    const [source, target] = this.#pair(call);
    this.#changes(target, window, call.from);
    this.#wholeBefore(source, target, call.from);
    this.#notedBefore(source, call.from);
    this.#linked.add(source);
    this.#states.set(target, { ...this.#states.get(source) });
    this.#touch(parentOf(target), 'added', call.to);
  }

  #renamed(call: Syscall, window: ActionWindow | undefined): void {
    const [source, target] = this.#pair(call);
    for (const path of [target, source]) this.#changes(path, window, call.from);
    this.#wholeBefore(source, target, call.from);
    this.#notedBefore(source, call.from);
    this.#carry(source, target);
    this.#touch(parentOf(source), 'names', call.to);
    this.#touch(parentOf(target), 'added', call.to);
  }

  #removed(call: Syscall, window: ActionWindow | undefined): void {
    const { name, args, from, to } = call;
    const path = name === 'unlinkat' ? this.#named(call, args[1], args[0]) : this.#named(call, args[0], undefined);
    this.#changes(path, window, from);
    if (this.#places.isUserData(path) && !this.#linked.has(path)) this.#placedBefore(path, from);
    this.#states.delete(path);
    this.#touch(parentOf(path), 'names', to);
  }

  /** Records the paths of descriptors, for paths that go through one (`/proc/self/fd/N/name`). */
  #learn({ process, args, result }: Syscall): void {
    for (const { fd, leads } of [...args, result])
      if (fd !== null && leads?.startsWith('/') === true) this.#tableOf(process).set(fd, leads);
  }

  #tableOf(process: number): Map<number, string> {
    const known = this.#descriptors.get(process);
    if (known !== undefined) return known;
    const parent = this.#trace.parentOf(process);
    const table = new Map(parent === undefined ? [] : this.#tableOf(parent));
    this.#descriptors.set(process, table);
    return table;
  }

  #named({ process, name }: Syscall, path: SyscallArg | undefined, folder: SyscallArg | undefined): string {
    const text = path?.text ?? '';
    const through = /^\/proc\/(self|\d+)\/fd\/(\d+)(?:\/(.*))?$/s.exec(text);
    if (through !== null) {
      const [, whose, number, rest = ''] = through;
      const leads = this.#tableOf(whose === 'self' ? process : Number(whose)).get(Number(number));
      if (leads === undefined)
        throw new Error(`${name} goes through descriptor ${String(number)}, which nobody opened`);
      return rest === '' || rest === '.' ? leads : `${leads}/${rest}`;
    }
    return text.startsWith('/') || folder === undefined || folder.leads === null ? text : `${folder.leads}/${text}`;
  }

  #pair(call: Syscall): readonly [string, string] {
    const { name, args } = call;
    if (name === 'rename' || name === 'link')
      return [this.#named(call, args[0], undefined), this.#named(call, args[1], undefined)];
    return [this.#named(call, args[1], args[0]), this.#named(call, args[3], args[2])];
  }

  #touch(path: string | null, aspect: ChangeAspect, at: number): void {
    if (path === null || !path.startsWith('/')) return;
    const state = this.#states.get(path) ?? {};
    state[aspect] = { since: at, safe: null, isReported: false };
    if (aspect === 'added') state.names = { since: at, safe: null, isReported: false };
    this.#states.set(path, state);
  }

  #appear(path: string, at: number): void {
    this.#states.set(path, {});
    this.#touch(parentOf(path), 'added', at);
  }

  #synced(path: string | null, aspects: readonly ChangeAspect[], from: number, to: number): void {
    const state = path === null ? undefined : this.#states.get(path);
    if (path === null || state === undefined) return;
    if (this.#places.isDatabaseLog(path) && state.bytes !== undefined && state.bytes.since < from)
      this.#recorded ??= to;
    for (const aspect of aspects) {
      const change = state[aspect];
      if (change !== undefined && change.since < from) change.safe ??= to;
    }
  }

  /** Moving a folder moves the state of everything below it. */
  #carry(source: string, target: string): void {
    for (const path of [...this.#states.keys()]) if (isWithin(path, target)) this.#states.delete(path);
    for (const [path, state] of [...this.#states]) {
      if (!isWithin(path, source)) continue;
      this.#states.delete(path);
      this.#states.set(`${target}${path.slice(source.length)}`, state);
    }
    for (const table of this.#descriptors.values())
      for (const [fd, path] of table)
        if (isWithin(path, source)) table.set(fd, `${target}${path.slice(source.length)}`);
  }

  /** The first change of a name requires a record. */
  #changes(path: string, window: ActionWindow | undefined, at: number): void {
    if (window === undefined || !this.#places.isUserData(path) || this.#changed !== null) return;
    this.#changed = at;
    if (window.books?.includes('first') === true && (this.#recorded === null || this.#recorded > at))
      this.#violate('no record is synced before the first change', path);
  }

  #notedBefore(source: string, at: number): void {
    const folder = parentOf(source);
    const state = this.#states.get(folder);
    if (state !== undefined && [...this.#states.keys()].some((path) => path.startsWith(`${folder}/placing.`)))
      this.#check(folder, state, at, ['added'], 'before the item left it');
  }

  #wholeBefore(source: string, target: string, at: number): void {
    if (!this.#places.isUserData(target)) return;
    for (const [path, state] of this.#states)
      if (isWithin(path, source))
        this.#check(path, state, at, ['bytes', 'facts', 'names'], `before ${target} led to it`);
  }

  #placedBefore(gone: string, at: number): void {
    for (const [path, state] of this.#states)
      if (this.#places.isUserData(path)) this.#check(path, state, at, ['added'], `before ${gone} went`);
  }

  #check(path: string, state: UnsyncedState, at: number, aspects: readonly ChangeAspect[], when: string): void {
    for (const aspect of aspects) {
      const change = state[aspect];
      if (change === undefined || change.isReported || (change.safe !== null && change.safe < at)) continue;
      change.isReported = true;
      this.#violate(`${REPORTED_RULES[aspect]} ${when}`, path);
    }
  }

  #violate(rule: string, path: string): void {
    const violation = { actionName: this.#act, rule, path };
    this.#violations.set(JSON.stringify(violation), violation);
  }
}

const timeOf = (call: Syscall): number => (isAnswer(call) ? call.from : call.to);

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
