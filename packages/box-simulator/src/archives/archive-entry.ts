/** A file in an archive, or a folder when `bytes` is null; `mtime` in epoch seconds. */
export interface ArchiveEntry {
  readonly name: string;
  readonly bytes: Uint8Array | null;
  readonly mtime: number;
}
