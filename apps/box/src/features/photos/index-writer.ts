import type { MediaHashes, ContentVersion } from '../files/media-hashes.ts';
import { errnoOf, GEN, type Location, Refusal, type Vault } from '../../storage/vault/index.ts';
import type { IndexResult, UnindexedFile, PreviewSource } from './index-rows.ts';
import type { IndexTables } from './index-tables.ts';
import type { MetadataExtractor } from './metadata-extractor.ts';

export interface IndexWriterDeps {
  readonly vault: Vault;
  readonly tables: IndexTables;
  readonly hashes: MediaHashes;
  readonly metadataExtractor: MetadataExtractor;
  /** The location of a file, if it may be indexed. */
  readonly locate: (key: string) => Location | undefined;
  readonly onFault: (fault: unknown) => void;
}

/** The result of indexing a file, with the content hash for its thumbnail. */
interface HashedIndexResult extends IndexResult {
  readonly hash: Parameters<MediaHashes['storeHashes']>[0][number] | null;
}

/** Identifies a file while it exists. */
const fileIdOf = ({ dev, ino }: Pick<ContentVersion, 'dev' | 'ino'>): string => `${dev}:${ino}`;

/** Maximum delay before results are written, so that a slow video does not hold back a photo. */
const MAX_WRITE_DELAY_MS = 100;

/**
 * Opens files one by one and stores their metadata. Results are written in batches: a commit for each took more than
 * half of the time.
 */
export class IndexWriter {
  readonly #deps: IndexWriterDeps;
  readonly #signal: AbortSignal;
  #pendingResults: HashedIndexResult[] = [];
  #writeTimer: NodeJS.Timeout | undefined;
  /** Number of files being read, and which of them ({@link fileIdOf}) were forgotten meanwhile. */
  #activeReads = 0;
  readonly #forgotten = new Set<string>();

  constructor(deps: IndexWriterDeps, signal: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal;
  }

  /** Indexes one file. A file that cannot be opened now is retried with its folder or at the next start. */
  async indexFile(file: UnindexedFile): Promise<void> {
    const location = this.#deps.locate(file.key);
    if (this.#isAborted() || location === undefined) return;
    this.#activeReads += 1;
    try {
      this.#addResult(await this.#readMetadata(file, location));
    } catch (failure) {
      if (this.#isAborted()) return;
      // A file that causes a failure must not stop the indexing of all others.
      const retry = this.#isFileError(failure) ? 'later' : 'never';
      this.#addResult({ file, metadata: null, photo: null, retry, hash: null });
    } finally {
      this.#activeReads -= 1;
      if (this.#activeReads === 0) this.#forgotten.clear();
    }
  }

  /** Discards pending and running results of a file. */
  forget(plain: ContentVersion): void {
    const name = fileIdOf(plain);
    this.#pendingResults = this.#pendingResults.filter(({ file }) => fileIdOf(file) !== name);
    if (this.#activeReads > 0) this.#forgotten.add(name);
  }

  async #readMetadata(file: UnindexedFile, location: Location): Promise<HashedIndexResult> {
    const { metadataExtractor, tables, vault } = this.#deps;
    const handle = await vault.openFile(location);
    try {
      const { dev, ino, size, mtimeMs } = await handle.stat();
      const content = await metadataExtractor.readContent(location, handle, this.#signal);
      if (content === null) return { file, metadata: null, photo: null, retry: 'never', hash: null };
      const metadata = tables.hasMetadata(content.digest)
        ? null
        : await metadataExtractor.readMetadata(content, location, handle, mtimeMs, this.#signal);
      const version = { dev, ino, size, mtime: Math.floor(mtimeMs / 1000) };
      return { file, metadata, photo: content.digest, retry: 'never', hash: { version, hash: content.hash, location } };
    } finally {
      await handle.close();
    }
  }

  /** Creates the preview of one content. */
  async createPreview({ photo, key, size, mtime }: PreviewSource): Promise<void> {
    const { locate, metadataExtractor, tables, vault } = this.#deps;
    const location = locate(key);
    if (this.#isAborted()) return;
    try {
      if (location === undefined) throw new Refusal(GEN.absent, 'path');
      const handle = await vault.openFile(location);
      try {
        const now = await handle.stat();
        // An overwritten file has another content.
        if (now.size !== size || now.mtimeMs !== mtime) throw new Refusal(GEN.absent, 'path');
        const preview = await metadataExtractor.readPreview(location, handle, this.#signal);
        if (!this.#isAborted()) tables.setPreview(photo, preview);
      } finally {
        await handle.close();
      }
    } catch (failure) {
      if (this.#isAborted()) return;
      this.#isFileError(failure);
      tables.postponePreview(photo);
    }
  }

  /** Writes all pending results. */
  flush(): void {
    clearTimeout(this.#writeTimer);
    this.#writeTimer = undefined;
    const found = this.#pendingResults.splice(0);
    if (found.length === 0 || this.#isAborted()) return;
    this.#deps.hashes.storeHashes(found.flatMap(({ hash }) => hash ?? []));
    this.#deps.tables.saveResults(found);
  }

  #addResult(found: HashedIndexResult): void {
    if (this.#isAborted() || this.#forgotten.has(fileIdOf(found.file))) return;
    this.#pendingResults.push(found);
    this.#writeTimer ??= setTimeout(() => {
      try {
        this.flush();
      } catch (failure) {
        this.#deps.onFault(failure);
      }
    }, MAX_WRITE_DELAY_MS).unref();
  }

  #isAborted(): boolean {
    return this.#signal.aborted;
  }

  /** Whether this is an ordinary file error. Other failures are reported. */
  #isFileError(failure: unknown): boolean {
    const isKnown = errnoOf(failure) !== undefined || failure instanceof Refusal;
    if (!isKnown) this.#deps.onFault(failure);
    return isKnown;
  }
}
