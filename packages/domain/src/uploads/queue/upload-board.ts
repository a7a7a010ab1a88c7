import { progressOf } from '@boxwood/box-sdk/rules';
import type { UploadEvent } from '../events.ts';
import { isLater, type Recorded, type Stamp, stampOf } from '../../store/recorded.ts';
import { type RankedItem, RankedList } from './ranked-list.ts';
import { PendingTargets } from './pending-targets.ts';
import type {
  UploadId,
  UploadList,
  UploadProblem,
  UploadState,
  UploadSummary,
  UploadTab,
  UploadTask,
} from '../uploads.ts';

/** A value and when it was set. The later one wins, so any order of arrival gives the same result. */
interface Register<T> {
  readonly value: T;
  readonly stamp: Stamp;
}

interface UploadStatus {
  readonly state: UploadState;
  readonly problem: UploadProblem | null;
  readonly interrupted: boolean;
}

interface UploadProgress {
  readonly completed: number;
  readonly speed: number;
}

/** The registers of one upload; each is set only by certain kinds of events. */
interface UploadRegisters {
  readonly standing: Register<UploadStatus>;
  /**
   * Whether the upload was started. Separate from the status: a start makes a waiting upload run, but does not resume a
   * paused one.
   */
  readonly started: Register<true>;
  readonly rank: Register<number>;
  readonly uuid: Register<string>;
  readonly moved: Register<UploadProgress>;
  readonly owner: Register<string>;
}

/** What is known of one upload. `base` is null while only later events have arrived. */
interface KnownUpload {
  base: UploadTask | null;
  facts: Partial<UploadRegisters>;
}

/** An upload in the lists. `key` is its sort key and changes only while the entry is in no list. */
interface BoardEntry extends KnownUpload, RankedItem {
  key: number;
  shown: UploadTask | null;
}

/** The saved form. */
export interface SavedBoard {
  readonly entries: readonly (readonly [string, KnownUpload])[];
  readonly gone: readonly (readonly [string, number])[];
}

const isActive = (state: UploadState): boolean => state === 0 || state === 2 || state === 3;

export const tabOf = (state: UploadState): UploadTab => {
  switch (state) {
    case 2:
      return 'processing';
    case 0:
    case 3:
      return 'waiting';
    case -1:
      return 'failed';
    case 1:
      return 'finished';
  }
};

const NO_REGISTERS: Partial<UploadRegisters> = {};
const WAITING: UploadStatus = { state: 0, problem: null, interrupted: false };
const RUNNING: UploadStatus = { state: 2, problem: null, interrupted: false };

/**
 * Removals older than this are dropped when the board is saved, as no event of those uploads is in transit any more.
 */
const REMOVAL_TTL_MS = 600_000;

/** The fields of a task that its registers may change. */
type ChangingFields = Pick<
  UploadTask,
  'state' | 'problem' | 'interrupted' | 'completed' | 'rank' | 'uuid' | 'speed' | 'progress' | 'owner'
>;

const isUnchanged = (task: UploadTask, now: ChangingFields): boolean =>
  task.state === now.state &&
  task.problem === now.problem &&
  task.interrupted === now.interrupted &&
  task.completed === now.completed &&
  task.rank === now.rank &&
  task.uuid === now.uuid &&
  task.speed === now.speed &&
  task.progress === now.progress &&
  task.owner === now.owner;

/**
 * All uploads of a user on a box, updated event by event: a list per tab of the task centre, the queue of every browser
 * tab that holds files, and totals. Changed in place, because 50,000 entries are too many to copy; the tasks it exposes
 * are frozen and replaced one by one.
 */
export class UploadBoard {
  readonly #entries = new Map<string, BoardEntry>();
  readonly #removals = new Map<string, number>();
  readonly #tabs: Readonly<Record<UploadTab, RankedList<BoardEntry>>> = {
    processing: new RankedList(),
    waiting: new RankedList(),
    failed: new RankedList(),
    finished: new RankedList(),
  };
  readonly #ready = new Map<string, RankedList<BoardEntry>>();
  readonly #busy = new PendingTargets();
  readonly #counts: Record<`${UploadState}`, number> = { '-1': 0, '0': 0, '1': 0, '2': 0, '3': 0 };
  #bytesTotal = 0;
  #bytesDone = 0;
  #bytesFinished = 0;
  #speed = 0;
  #latest = 0;
  /** Smallest and largest rank assigned so far. */
  front = 0;
  back = 0;

  get size(): number {
    return this.#entries.size;
  }

  task(id: UploadId): UploadTask | undefined {
    return this.#entries.get(id)?.shown ?? undefined;
  }

  *tasks(): Generator<UploadTask> {
    for (const { shown } of this.#entries.values()) if (shown !== null) yield shown;
  }

  /** The first waiting task whose file `owner` holds. */
  next(owner: string): UploadTask | undefined {
    return this.#ready.get(owner)?.at(0)?.shown ?? undefined;
  }

  /** The waiting tasks whose files `owner` holds, in order. Read it before anything changes. */
  *waitingOf(owner: string): Generator<UploadTask> {
    for (const { shown } of this.#ready.get(owner)?.items() ?? []) if (shown !== null) yield shown;
  }

  /** G-19: an unfinished task with this target and size exists. */
  hasDuplicate(task: Pick<UploadTask, 'target' | 'total'>): boolean {
    return this.#busy.has(task.target, task.total);
  }

  list(tab: UploadTab): UploadList {
    const ranked = this.#tabs[tab];
    const newestFirst = tab === 'failed' || tab === 'finished';
    return {
      count: ranked.size,
      at: (index) => {
        if (index < 0) return undefined;
        return ranked.at(newestFirst ? -1 - index : index)?.shown ?? undefined;
      },
    };
  }

  summary(): UploadSummary {
    const counts = this.#counts;
    return {
      waiting: counts['0'],
      processing: counts['2'],
      paused: counts['3'],
      failed: counts['-1'],
      finished: counts['1'],
      bytesTotal: this.#bytesTotal,
      bytesDone: this.#bytesDone,
      bytesFinished: this.#bytesFinished,
      speed: this.#speed,
      active: counts['0'] + counts['2'] + counts['3'] > 0,
    };
  }

  apply(recorded: Recorded<UploadEvent>): void {
    const { event } = recorded;
    const stamp = stampOf(recorded);
    this.#latest = Math.max(this.#latest, stamp.at);
    switch (event.type) {
      case 'UploadsQueued': {
        // One object shared by all tasks without further events: registers are replaced, never changed.
        const waiting: Partial<UploadRegisters> = { standing: { value: WAITING, stamp } };
        for (const task of event.data.tasks) this.#queue(task, stamp, waiting);
        return;
      }
      case 'UploadStarted': {
        const { id, uuid, completed } = event.data;
        this.#setRegisters(id, stamp, { started: true, uuid, moved: { completed, speed: 0 } });
        return;
      }
      case 'UploadProgressed': {
        const { id, completed, speed } = event.data;
        this.#setRegisters(id, stamp, { moved: { completed, speed } });
        return;
      }
      case 'UploadFinished':
        this.#setRegisters(event.data.id, stamp, { standing: { state: 1, problem: null, interrupted: false } });
        return;
      case 'UploadFailed': {
        const { id, problem } = event.data;
        this.#setRegisters(id, stamp, { standing: { state: -1, problem, interrupted: false } });
        return;
      }
      case 'UploadsPaused': {
        const { ids, interrupted } = event.data;
        for (const id of ids) this.#setRegisters(id, stamp, { standing: { state: 3, problem: null, interrupted } });
        return;
      }
      case 'UploadsResumed':
        event.data.ids.forEach((id, index) => {
          this.#setRegisters(id, stamp, { standing: WAITING, rank: event.data.ranks[index] ?? 0 });
        });
        return;
      case 'UploadsRemoved':
        for (const id of event.data.ids) this.#remove(id, stamp);
        return;
      case 'UploadsAdopted':
        for (const id of event.data.ids) this.#setRegisters(id, stamp, { owner: event.data.owner });
    }
  }

  save(): SavedBoard {
    const entries = [...this.#entries].map(([id, { base, facts }]) => [id, { base, facts }] as const);
    const gone = [...this.#removals].filter(([, at]) => at > this.#latest - REMOVAL_TTL_MS);
    return { entries, gone };
  }

  /** A separate board with the unfinished uploads. */
  unfinished(): UploadBoard {
    const { entries, gone } = this.save();
    const isOpen = (id: string): boolean => (this.#entries.get(id)?.shown?.state ?? 1) !== 1;
    return UploadBoard.load({ entries: entries.filter(([id]) => isOpen(id)), gone });
  }

  static load(saved: SavedBoard): UploadBoard {
    const board = new UploadBoard();
    for (const [id, at] of saved.gone) board.#removals.set(id, at);
    for (const [id, known] of saved.entries) {
      const entry: BoardEntry = { id, key: 0, ...known, shown: null };
      board.#entries.set(id, entry);
      board.#latest = Math.max(board.#latest, known.facts.standing?.stamp.at ?? 0);
      board.#updateTask(entry);
    }
    return board;
  }

  #entry(id: string): BoardEntry | null {
    if (this.#removals.has(id)) return null;
    const found = this.#entries.get(id);
    if (found !== undefined) return found;
    const entry: BoardEntry = { id, key: 0, base: null, facts: NO_REGISTERS, shown: null };
    this.#entries.set(id, entry);
    return entry;
  }

  #queue(task: UploadTask, stamp: Stamp, waiting: Partial<UploadRegisters>): void {
    const entry = this.#entry(task.id);
    if (entry === null || entry.base !== null) return;
    entry.base = Object.freeze(task);
    const { state, problem, interrupted } = task;
    const isWaiting = state === 0 && problem === null && !interrupted;
    if (!isWaiting || entry.facts !== NO_REGISTERS)
      this.#setRegisters(task.id, stamp, { standing: isWaiting ? WAITING : { state, problem, interrupted } });
    else {
      entry.facts = waiting;
      this.#updateTask(entry);
    }
  }

  /** Sets the registers that are older than `stamp`. */
  #setRegisters(
    id: UploadId,
    stamp: Stamp,
    news: { readonly [K in keyof UploadRegisters]?: UploadRegisters[K]['value'] },
  ): void {
    const entry = this.#entry(id);
    if (entry === null) return;
    const { facts } = entry;
    const register = <T>(old: Register<T> | undefined, value: T | undefined): Register<T> | undefined =>
      value === undefined || (old !== undefined && !isLater(stamp, old.stamp)) ? old : { value, stamp };
    // A finished upload stays finished, whatever other tabs report and in whatever order the events arrive (STATE-08).
    const before = facts.standing;
    const ends = news.standing?.state === 1;
    const standing =
      before !== undefined && news.standing !== undefined && (before.value.state === 1) !== ends
        ? ends
          ? { value: news.standing, stamp }
          : before
        : register(before, news.standing);
    const started = register(facts.started, news.started);
    const rank = register(facts.rank, news.rank);
    const uuid = register(facts.uuid, news.uuid);
    const moved = register(facts.moved, news.moved);
    const owner = register(facts.owner, news.owner);
    entry.facts = {
      ...(standing === undefined ? {} : { standing }),
      ...(started === undefined ? {} : { started }),
      ...(rank === undefined ? {} : { rank }),
      ...(uuid === undefined ? {} : { uuid }),
      ...(moved === undefined ? {} : { moved }),
      ...(owner === undefined ? {} : { owner }),
    };
    this.#updateTask(entry);
  }

  #remove(id: UploadId, stamp: Stamp): void {
    this.#removals.set(id, Math.max(this.#removals.get(id) ?? 0, stamp.at));
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#count(entry.shown, -1);
    this.#unlist(entry, entry.shown);
    this.#entries.delete(id);
  }

  /** Computes the task from its registers and moves it between the lists. */
  #updateTask(entry: BoardEntry): void {
    const { base, facts, shown: old } = entry;
    const { standing } = facts;
    if (base === null || standing === undefined) return;
    const runs =
      standing.value.state === 0 && facts.started !== undefined && isLater(facts.started.stamp, standing.stamp);
    const { state, problem, interrupted } = runs ? RUNNING : standing.value;
    const completed = state === 1 ? base.total : (facts.moved?.value.completed ?? base.completed);
    const now = {
      state,
      problem,
      interrupted,
      completed,
      rank: facts.rank?.value ?? base.rank,
      uuid: facts.uuid?.value ?? base.uuid,
      speed: state === 2 ? (facts.moved?.value.speed ?? 0) : 0,
      progress: progressOf(completed, base.total, state),
      owner: facts.owner?.value ?? base.owner,
    };
    // Tasks that are unchanged since they were queued share one object, as there may be thousands.
    const task = isUnchanged(base, now) ? base : Object.freeze({ ...base, ...now });
    entry.shown = task;
    this.#count(old, -1);
    this.#count(task, 1);
    this.front = Math.min(this.front, task.rank);
    this.back = Math.max(this.back, task.rank);
    const tab = tabOf(state);
    const key = tab === 'failed' || tab === 'finished' ? standing.stamp.at : task.rank;
    if (old !== null && old.state === state && old.owner === task.owner && entry.key === key) return;
    this.#unlist(entry, old);
    entry.key = key;
    this.#tabs[tab].add(entry);
    if (state === 0) this.#readyOf(task.owner).add(entry);
  }

  #readyOf(owner: string): RankedList<BoardEntry> {
    const ready = this.#ready.get(owner) ?? new RankedList();
    this.#ready.set(owner, ready);
    return ready;
  }

  /** Removes an upload from the lists that contained it as `old`. */
  #unlist(entry: BoardEntry, old: UploadTask | null): void {
    if (old === null) return;
    this.#tabs[tabOf(old.state)].delete(entry);
    if (old.state === 0) this.#ready.get(old.owner)?.delete(entry);
  }

  #count(task: UploadTask | null, by: 1 | -1): void {
    if (task === null) return;
    this.#counts[`${task.state}`] += by;
    this.#speed += by * task.speed;
    if (task.state === 1) this.#bytesFinished += by * task.total;
    if (!isActive(task.state)) return;
    this.#bytesTotal += by * task.total;
    this.#bytesDone += by * task.completed;
    if (by === 1) this.#busy.add(task.target, task.total);
    else this.#busy.delete(task.target, task.total);
  }
}
