import type { Observable } from 'rxjs';
import type { ConflictChoice, Location } from '../files/files.ts';
import type { Outcome } from '../outcome.ts';
import type { StateStream } from '../state/state-stream.ts';

export type UploadId = string & { readonly upload: unique symbol };

/** UPLOAD-06, G-18: 0 waiting, 2 in progress, 1 finished, -1 failed, 3 paused. */
export type UploadState = -1 | 0 | 1 | 2 | 3;

/** One upload to the box (UPLOAD-01); the stored form has the same facts under their `tb_` names. */
export interface UploadTask {
  readonly id: UploadId;
  readonly name: string;
  /** The file's name, or its path inside the chosen folder. */
  readonly source: string;
  /** Absolute target path on the box. */
  readonly target: string;
  readonly total: number;
  /** Time of queueing, epoch seconds. */
  readonly ctime: number;
  /** Last-modified of the source, epoch milliseconds. */
  readonly modified: number;
  readonly state: UploadState;
  /** Percent: 100 only when finished, 0 when failed. */
  readonly progress: number;
  readonly completed: number;
  /** Bytes per second over the last second; 0 unless in progress. */
  readonly speed: number;
  /** Keeps the file at the target: the box chooses a free name when the upload is complete. */
  readonly keep?: true;
  readonly uuid: string;
  /** Position in the queue; smaller goes first. */
  readonly rank: number;
  /** Why the upload failed. */
  readonly problem: UploadProblem | null;
  /** The tab that holds the file. */
  readonly owner: string;
  /** True when no open tab holds the file: the user has to choose it again (G-19). */
  readonly interrupted: boolean;
}

export type UploadProblem =
  /** `info` is the detail that the box sends with its code. */
  | { readonly kind: 'refused'; readonly family: string; readonly code: number; readonly info?: string }
  | { readonly kind: 'http'; readonly status: number }
  | { readonly kind: 'network' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'malformed' };

/** The four tabs of the task centre; paused tasks stand with the waiting ones (G-22). */
export type UploadTab = 'processing' | 'waiting' | 'failed' | 'finished';

/** A view of a long list: rows are read by index, nothing is copied. Every change creates a new object. */
export interface UploadList {
  readonly count: number;
  at(index: number): UploadTask | undefined;
}

/** A set of uploads by id. Every change creates a new object; nothing is copied. */
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
  /** Total bytes of all unfinished tasks, and the bytes sent so far. */
  readonly bytesTotal: number;
  readonly bytesDone: number;
  /** Bytes of all finished tasks. */
  readonly bytesFinished: number;
  readonly speed: number;
  /** STATE-09: states 0, 2 or 3 exist. */
  readonly active: boolean;
}

/** One upload as the user sees it: everything from the first queued file until nothing is left. */
export interface UploadRun {
  readonly at: 'running' | 'paused' | 'ended';
  /** All files of the run; `done` and `failed` of them have ended. */
  readonly files: number;
  readonly done: number;
  readonly failed: number;
  readonly bytes: number;
  readonly bytesDone: number;
  /** Bytes of the finished files. */
  readonly bytesBefore: number;
  /** Bytes per second over the last seconds; 0 while unknown. */
  readonly rate: number;
  /** Null while unknown. */
  readonly secondsLeft: number | null;
  /** The folder of the latest upload; null after a reload. */
  readonly into: string | null;
}

/** Bytes of a chosen file, whatever their origin (a browser `File` satisfies it). */
export interface UploadSource {
  readonly name: string;
  readonly size: number;
  /** Epoch milliseconds. */
  readonly lastModified: number;
  /** Path of the file in a folder that was chosen as a whole; empty otherwise. */
  readonly webkitRelativePath?: string;
  slice(start: number, end: number): Blob;
}

/** Properties for which the browser accesses the disk on every read; `lastModified` in epoch milliseconds. */
export type FileFacts = Pick<UploadSource, 'size' | 'lastModified'>;

/**
 * Inspects files group by group, off the main thread: emits the facts of each group in order, then completes. May fail.
 */
export type InspectFiles = (groups: readonly (readonly UploadSource[])[]) => Observable<readonly FileFacts[]>;

/** A stored handle of a chosen file, with which a later page can reopen it (a `FileSystemFileHandle` satisfies it). */
export interface UploadHandle {
  readonly kind: 'file';
  readonly name: string;
}

/** A file and its path relative to the target folder (`Holiday/a.jpg` for a file of a chosen folder). */
export interface ChosenFile {
  readonly source: UploadSource;
  readonly path: string;
  /**
   * Present where the browser offers one (secure pages): the upload then continues after a reload without choosing the
   * file again.
   */
  readonly handle?: UploadHandle;
}

/** A plan made before anything is queued, with its conflicts. */
export interface UploadPlan {
  readonly location: Location;
  readonly chosen: readonly ChosenFile[];
  /** Empty folders of a chosen tree. */
  readonly folders: readonly string[];
  /** Conflicting names in the target folder: file names, or top folders of folder uploads (G-20). */
  readonly conflicts: readonly string[];
  /** The caller reports the result itself, as an editor does when it saves; no notice is shown. */
  readonly isQuiet?: boolean;
}

/** The upload manager: one queue, one transfer at a time; survives reloads and lost connections. */
export interface Uploads {
  readonly summary$: StateStream<UploadSummary>;
  /** The current run, or the last one until it is dismissed; null for none. */
  readonly run$: StateStream<UploadRun | null>;
  /** Uploads whose file can be reopened without choosing it, so an interrupted one among them can be resumed. */
  readonly reopenable$: StateStream<UploadIds>;
  /** The rows of one tab, in queue order (waiting) or newest first (finished, failed). */
  list$(tab: UploadTab): StateStream<UploadList>;
  task(id: UploadId): UploadTask | undefined;
  /** Whether an unfinished upload of this browser has this target and size. */
  hasUnfinished(target: string, bytes: number): boolean;

  /** Finds conflicts in the target folder. The encrypted area refuses drops (FILES-26). */
  plan(
    location: Location,
    chosen: readonly ChosenFile[],
    folders?: readonly string[],
    dropped?: boolean,
  ): Outcome<UploadPlan>;
  /** Queues a plan. `choice` 1 when there was no conflict (UPLOAD-26). The outcome counts the queued files. */
  submit(plan: UploadPlan, choice?: ConflictChoice): Outcome<{ readonly queued: number }>;
  pause(id: UploadId): void;
  /** Call it during a click: the browser may have to ask for permission to reopen the file. */
  resume(id: UploadId): void;
  /** -1 to 0; continues where the box stopped receiving. */
  retry(id: UploadId): void;
  pauseAll(): void;
  resumeAll(): void;
  retryAll(): void;
  /** Dismisses a run that has ended. */
  dismissRun(): void;
  clearFailed(): void;
  clearFinished(): void;
  /** Aborts and forgets everything, finished and failed ones too (G-19). */
  clearAll(): void;
  /** Removes one task; an active one is aborted first. */
  remove(id: UploadId): void;
  /**
   * Matches chosen files to interrupted tasks; a file with another size or time is refused (G-19). Returns how many
   * matched.
   */
  attach(files: readonly UploadSource[]): { readonly matched: number; readonly refused: readonly string[] };
  /** Stops the runner; unfinished tasks stay stored. */
  close(): void;
}
