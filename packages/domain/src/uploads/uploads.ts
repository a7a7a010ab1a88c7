import type { Observable } from 'rxjs';
import type { ConflictChoice, Location } from '../files/files.ts';
import type { Outcome } from '../outcome.ts';
import type { StateStream } from '../state/state-stream.ts';

export type UploadId = string & { readonly upload: unique symbol };

/** UPLOAD-06, G-18: 0 waiting, 2 in progress, 1 finished, -1 failed, 3 paused. */
export type UploadState = -1 | 0 | 1 | 2 | 3;

/** One file on its way to the box (UPLOAD-01); the stored form carries the same facts under their `tb_` names. */
export interface UploadTask {
  readonly id: UploadId;
  readonly name: string;
  /** Where it came from: the file's name, or its path inside the chosen folder. */
  readonly source: string;
  /** Absolute target path on the box. */
  readonly target: string;
  readonly total: number;
  /** Epoch seconds of being queued. */
  readonly ctime: number;
  /** Last-modified of the source, epoch milliseconds. */
  readonly modified: number;
  readonly state: UploadState;
  /** Percent: 100 only when finished, 0 when failed. */
  readonly progress: number;
  readonly completed: number;
  /** Bytes per second over the last second; 0 unless in progress. */
  readonly speed: number;
  /** What stands at the target is kept: the file takes a free name beside it, which the box chooses when it takes it. */
  readonly keep?: true;
  readonly uuid: string;
  /** Place in the queue; smaller goes first. */
  readonly rank: number;
  /** Why it failed: a refusal's family and code, or a word. */
  readonly problem: UploadProblem | null;
  /** The tab that holds the file. */
  readonly owner: string;
  /** True when no open tab holds the file any more: the person has to choose it again (G-19). */
  readonly interrupted: boolean;
}

export type UploadProblem =
  /** `info` is what the box says beside its number. */
  | { readonly kind: 'refused'; readonly family: string; readonly code: number; readonly info?: string }
  | { readonly kind: 'http'; readonly status: number }
  | { readonly kind: 'network' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'malformed' };

/** The four tabs of the task centre; paused tasks stand with the waiting ones (G-22). */
export type UploadTab = 'processing' | 'waiting' | 'failed' | 'finished';

/** A window onto a long list: rows are read by position, nothing is copied. A new object comes with every change. */
export interface UploadList {
  readonly count: number;
  at(index: number): UploadTask | undefined;
}

/** Some uploads, looked up by id. A new object comes with every change, and nothing is copied. */
export interface UploadIds extends Iterable<UploadId> {
  has(id: UploadId): boolean;
}

/** Totals for the badge, the tab title and the footer. */
export interface UploadSummary {
  readonly waiting: number;
  readonly processing: number;
  readonly paused: number;
  readonly failed: number;
  readonly finished: number;
  /** Bytes still to send and sent so far of all unfinished tasks. */
  readonly bytesTotal: number;
  readonly bytesDone: number;
  /** Bytes of all finished tasks. */
  readonly bytesFinished: number;
  readonly speed: number;
  /** STATE-09: states 0, 2 or 3 exist. */
  readonly active: boolean;
}

/** What a person thinks of as one upload: everything from the first file that is queued until nothing is left. */
export interface UploadRun {
  readonly at: 'running' | 'paused' | 'ended';
  /** All of it; `done` and `failed` of them have ended. */
  readonly files: number;
  readonly done: number;
  readonly failed: number;
  readonly bytes: number;
  readonly bytesDone: number;
  /** Bytes of the files that are done. */
  readonly bytesBefore: number;
  /** Bytes per second over the last seconds; 0 while nobody knows. */
  readonly rate: number;
  /** Null while nobody knows. */
  readonly secondsLeft: number | null;
  /** The folder that files went into last; null after a reload. */
  readonly into: string | null;
}

/** Bytes of a chosen file, wherever they come from (a `File` of the browser satisfies it). */
export interface UploadSource {
  readonly name: string;
  readonly size: number;
  /** Epoch milliseconds. */
  readonly lastModified: number;
  /** Its path in a folder that was chosen as a whole; empty otherwise. */
  readonly webkitRelativePath?: string;
  slice(start: number, end: number): Blob;
}

/** What a browser asks the disk for at every look; `lastModified` in epoch milliseconds. */
export type FileFacts = Pick<UploadSource, 'size' | 'lastModified'>;

/** Looks at files group by group, away from whoever asks: emits the facts of each group in turn, then completes. Fails where it cannot. */
export type LookAtFiles = (groups: readonly (readonly UploadSource[])[]) => Observable<readonly FileFacts[]>;

/** What the browser keeps of a chosen file, so that a later page can open it again (a `FileSystemFileHandle` satisfies it). */
export interface UploadHandle {
  readonly kind: 'file';
  readonly name: string;
}

/** A file and its path relative to the target folder (`Holiday/a.jpg` for files of a chosen folder). */
export interface Chosen {
  readonly source: UploadSource;
  readonly path: string;
  /** Where the browser gives one (secure pages): the upload then goes on after a reload without choosing the file again. */
  readonly handle?: UploadHandle;
}

/** A plan made before anything is queued: what is taken, what is new. */
export interface UploadPlan {
  readonly location: Location;
  readonly chosen: readonly Chosen[];
  /** Empty folders of a chosen tree. */
  readonly folders: readonly string[];
  /** Names in the target folder that the choice meets: file names, or top folders of folder uploads (G-20). */
  readonly conflicts: readonly string[];
  /** Who asked says how it goes, as an editor that saves does: nothing is told of it. */
  readonly quiet?: boolean;
}

/** The upload manager: one queue, one transfer at a time, survives reloads and lost lines. */
export interface Uploads {
  readonly summary$: StateStream<UploadSummary>;
  /** The run that is under way, or the last one until it is put away; null for none. */
  readonly run$: StateStream<UploadRun | null>;
  /** Uploads whose file can be opened again without choosing it: an interrupted one among them can be resumed. */
  readonly reopenable$: StateStream<UploadIds>;
  /** The rows of one tab, in queue order (waiting) or newest first (finished, failed). */
  list$(tab: UploadTab): StateStream<UploadList>;
  task(id: UploadId): UploadTask | undefined;

  /** Looks for conflicts in the target folder. The encrypted area refuses drops (FILES-26). */
  plan(
    location: Location,
    chosen: readonly Chosen[],
    folders?: readonly string[],
    dropped?: boolean,
  ): Outcome<UploadPlan>;
  /** Queues a plan. `choice` 1 when there was no conflict (UPLOAD-26). The outcome counts the queued files. */
  submit(plan: UploadPlan, choice?: ConflictChoice): Outcome<{ readonly queued: number }>;
  pause(id: UploadId): void;
  /** Call it while a click is handled: the browser may have to ask for the file of an earlier page. */
  resume(id: UploadId): void;
  /** -1 to 0; continues where the box stopped receiving. */
  retry(id: UploadId): void;
  pauseAll(): void;
  resumeAll(): void;
  retryAll(): void;
  /** Puts a run that has ended away: its end has been seen. */
  putAway(): void;
  clearFailed(): void;
  clearFinished(): void;
  /** Aborts and forgets everything, finished and failed ones too (G-19). */
  clearAll(): void;
  /** Removes one task; an active one is aborted first. */
  remove(id: UploadId): void;
  /** Gives interrupted tasks their files back; a file with another size or time is refused (G-19). Returns how many matched. */
  attach(files: readonly UploadSource[]): { readonly matched: number; readonly refused: readonly string[] };
  /** Stops the runner; unfinished tasks stay stored. */
  close(): void;
}
