import { mergeCoverage, type EventLog, LogError, type LogContent, type LogProblem } from './event-log.ts';
import type { DomainEvent, Recorded } from './recorded.ts';

/** Content of a memory log; several logs on one disk act as several tabs of one browser. */
export class MemoryDisk<E extends DomainEvent> {
  content: LogContent<E> = { snapshots: {}, covered: {}, tail: [] };
  /** Set to make every further write fail. */
  problem: LogProblem | null = null;
  readonly #listeners = new Set<() => void>();

  /** Notifies every open log that a newer page has taken over. */
  outdate(): void {
    this.problem = 'newer';
    for (const listener of this.#listeners) listener();
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/**
 * A log without a browser, for scripts, pages without storage access, and tests. Values are cloned in both directions.
 */
export class MemoryLog<E extends DomainEvent> implements EventLog<E> {
  readonly #disk: MemoryDisk<E>;
  #release: () => void = () => undefined;

  constructor(disk: MemoryDisk<E> = new MemoryDisk<E>()) {
    this.#disk = disk;
  }

  async load(): Promise<LogContent<E>> {
    await this.#ready();
    return structuredClone(this.#disk.content);
  }

  async append(batch: readonly Recorded<E>[]): Promise<number> {
    await this.#ready();
    const { content } = this.#disk;
    this.#disk.content = { ...content, tail: [...content.tail, ...structuredClone(batch)] };
    return this.#disk.content.tail.length;
  }

  async compact(
    summarise: (content: LogContent<E>) => LogContent<E>['snapshots'] | null,
    keeps: (event: E) => boolean,
  ): Promise<void> {
    await this.#ready();
    const { content } = this.#disk;
    const snapshots = summarise(structuredClone(content));
    if (snapshots === null) return;
    this.#disk.content = {
      snapshots: structuredClone(snapshots),
      covered: mergeCoverage(content.covered, content.tail),
      tail: content.tail.filter(({ event }) => keeps(event)),
    };
  }

  onOutdated(listener: () => void): void {
    this.#release();
    this.#release = this.#disk.listen(listener);
  }

  close(): void {
    this.#release();
  }

  async #ready(): Promise<void> {
    await Promise.resolve();
    if (this.#disk.problem !== null) throw new LogError(this.#disk.problem, null);
  }
}
