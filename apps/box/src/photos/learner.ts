import type { Hashes, Version } from '../files/hashes.ts';
import { errnoOf, GEN, type Location, Refusal, type Vault } from '../vault/index.ts';
import type { IndexTables, Learned, NewFile, SeenContent } from './index-tables.ts';
import type { Reader } from './reader.ts';

export interface LearnerDeps {
  readonly vault: Vault;
  readonly tables: IndexTables;
  readonly hashes: Hashes;
  readonly reader: Reader;
  /** The location of a file, if it may be indexed. */
  readonly locate: (key: string) => Location | undefined;
  readonly onFault: (fault: unknown) => void;
}

/** The result of indexing a file, with the content hash for its thumbnail. */
interface Found extends Learned {
  readonly hash: Parameters<Hashes['remember']>[0][number] | null;
}

/** Identifies a file while it exists. */
const nameOf = ({ dev, ino }: Pick<Version, 'dev' | 'ino'>): string => `${dev}:${ino}`;

/** Maximum delay before results are written, so that a slow video does not hold back a photo. */
const WRITE_MS = 100;

/**
 * Opens files one by one and stores their metadata. Results are written in batches: a commit for each took more than
 * half of the time.
 */
export class Learner {
  readonly #deps: LearnerDeps;
  readonly #signal: AbortSignal;
  #found: Found[] = [];
  #soon: NodeJS.Timeout | undefined;
  /** Number of files being read, and which of them ({@link fileIdOf}) were forgotten meanwhile. */
  #reading = 0;
  readonly #forgotten = new Set<string>();

  constructor(deps: LearnerDeps, signal: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal;
  }

  /** Indexes one file. A file that cannot be opened now is retried with its folder or at the next start. */
  async read(file: NewFile): Promise<void> {
    const location = this.#deps.locate(file.key);
    if (this.#isOver() || location === undefined) return;
    this.#reading += 1;
    try {
      this.#note(await this.#learn(file, location));
    } catch (failure) {
      if (this.#isOver()) return;
      // A file that causes a failure must not stop the indexing of all others.
      const again = this.#isKnown(failure) ? 'later' : 'never';
      this.#note({ file, facts: null, photo: null, again, hash: null });
    } finally {
      this.#reading -= 1;
      if (this.#reading === 0) this.#forgotten.clear();
    }
  }

  /** Discards pending and running results of a file. */
  forget(plain: Version): void {
    const name = nameOf(plain);
    this.#found = this.#found.filter(({ file }) => nameOf(file) !== name);
    if (this.#reading > 0) this.#forgotten.add(name);
  }

  async #learn(file: NewFile, location: Location): Promise<Found> {
    const { reader, tables, vault } = this.#deps;
    const handle = await vault.openFile(location);
    try {
      const { dev, ino, size, mtimeMs } = await handle.stat();
      const content = await reader.content(location, handle, this.#signal);
      if (content === null) return { file, facts: null, photo: null, again: 'never', hash: null };
      const facts = tables.knows(content.digest)
        ? null
        : await reader.facts(content, location, handle, mtimeMs, this.#signal);
      const version = { dev, ino, size, mtime: Math.floor(mtimeMs / 1000) };
      return { file, facts, photo: content.digest, again: 'never', hash: { version, hash: content.hash, location } };
    } finally {
      await handle.close();
    }
  }

  /** Creates the preview of one content. */
  async see({ photo, key, size, mtime }: SeenContent): Promise<void> {
    const { locate, reader, tables, vault } = this.#deps;
    const location = locate(key);
    if (this.#isOver()) return;
    try {
      if (location === undefined) throw new Refusal(GEN.absent, 'path');
      const handle = await vault.openFile(location);
      try {
        const now = await handle.stat();
        // An overwritten file has another content.
        if (now.size !== size || now.mtimeMs !== mtime) throw new Refusal(GEN.absent, 'path');
        const seen = await reader.seen(location, handle, this.#signal);
        if (!this.#isOver()) tables.see(photo, seen);
      } finally {
        await handle.close();
      }
    } catch (failure) {
      if (this.#isOver()) return;
      this.#isKnown(failure);
      tables.seeLater(photo);
    }
  }

  /** Writes all pending results. */
  write(): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    const found = this.#found.splice(0);
    if (found.length === 0 || this.#isOver()) return;
    this.#deps.hashes.remember(found.flatMap(({ hash }) => hash ?? []));
    this.#deps.tables.learnAll(found);
  }

  #note(found: Found): void {
    if (this.#isOver() || this.#forgotten.has(nameOf(found.file))) return;
    this.#found.push(found);
    this.#soon ??= setTimeout(() => {
      try {
        this.write();
      } catch (failure) {
        this.#deps.onFault(failure);
      }
    }, WRITE_MS).unref();
  }

  #isOver(): boolean {
    return this.#signal.aborted;
  }

  /** Whether this is an ordinary file error. Other failures are reported. */
  #isKnown(failure: unknown): boolean {
    const isKnown = errnoOf(failure) !== undefined || failure instanceof Refusal;
    if (!isKnown) this.#deps.onFault(failure);
    return isKnown;
  }
}
