import type { FileEntry } from '../model.ts';
import type { Outcome } from '../outcome.ts';
import type { StateStream } from '../state/state-stream.ts';

export type ArchiveSuffix = 'zip' | 'tar' | 'tar.gz';

/** Compresses and extracts as box tasks (ARCHIVE-01 to ARCHIVE-10); not available on N2. */
export interface Archives {
  /** False on N2. */
  readonly available$: StateStream<boolean>;
  canCompress(entries: readonly FileEntry[]): boolean;
  canExtract(entries: readonly FileEntry[]): boolean;
  /** Packs entries of `folder` into `target/{name}.{suffix}`. */
  compress(
    folder: string,
    entries: readonly FileEntry[],
    target: string,
    name: string,
    suffix: ArchiveSuffix,
  ): Outcome<string>;
  extract(entry: FileEntry, target: string, password?: string): Outcome<string>;
  /** Whether the notice before extracting must still be shown (ARCHIVE-08, STATE-06). */
  readonly needsExtractNotice$: StateStream<boolean>;
  acknowledgeExtractNotice(): void;
}
