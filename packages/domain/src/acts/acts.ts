import type { FileEntry } from '../model.ts';
import type { Failure } from '../outcome.ts';
import type { ConflictChoice } from '../files/files.ts';
import type { StateStream } from '../state/state-stream.ts';

/** What was known of a file when somebody did something with it: a path alone tells nothing of what is put there later. */
export type Sight = Pick<FileEntry, 'type' | 'size' | 'mtime' | 'ctime'>;

/** By path. What was kept before this was written down has none. */
export interface Sights {
  readonly seen?: Readonly<Record<string, Sight>>;
}

/** What can be done to files while nobody answers, and is done when the box is back. Paths are those of the box. */
export type Act =
  | { readonly do: 'new-folder'; readonly path: string }
  | ({ readonly do: 'rename'; readonly path: string; readonly to: string } & Sights)
  | ({
      readonly do: 'move';
      readonly paths: readonly string[];
      readonly into: string;
      /** What becomes of names that are taken there; null until somebody was asked. */
      readonly conflict: ConflictChoice | null;
    } & Sights)
  | ({
      readonly do: 'trash';
      readonly paths: readonly string[];
      /** An act before it took the file elsewhere: where it is not found there, somebody is asked. */
      readonly followed?: boolean;
    } & Sights)
  | { readonly do: 'favour'; readonly path: string; readonly wanted: boolean };

/** One act that waits. */
export interface KeptAct {
  readonly id: string;
  readonly act: Act;
  /** The box was asked before, and what it answered was lost: it may be done already. */
  readonly begun: boolean;
}

/** Why an act that was kept cannot be done as it was meant. */
export type ActQuestion =
  /** These names are taken where they should go. */
  | { readonly why: 'taken'; readonly names: readonly string[] }
  /** These are not there any more. */
  | { readonly why: 'gone'; readonly names: readonly string[] }
  /** Under these names is something else by now, or they were changed. */
  | { readonly why: 'other'; readonly names: readonly string[] }
  /** The folder that it should happen in is not there any more. */
  | { readonly why: 'noFolder'; readonly names: readonly string[] }
  | { readonly why: 'refused'; readonly failure: Failure };

/** What a person says to a question: under another name, what is there goes, without these, once more (or: all the same). */
export type ActAnswer = 'keep-both' | 'replace' | 'leave' | 'again';

/** Acts that were done without a line to the box: kept through a reload, sent in their order when the box is back, each once. */
export interface Acts {
  /** What waits, the oldest first. */
  readonly waiting$: StateStream<readonly KeptAct[]>;
  /** What has to be asked about the first of {@link waiting$}; while it is, the others wait as well. */
  readonly question$: StateStream<ActQuestion | null>;
  /** Whether there is no line now, so that an act would be kept. */
  readonly isAway: boolean;
  /** Keeps an act if there is no line, or if others that are kept have to go before it; false: it is for the caller to do. */
  keeps(act: Act): boolean;
  /** Takes one back that was not done yet. */
  drop(id: string): void;
  answer(how: ActAnswer): void;
}
