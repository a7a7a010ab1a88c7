import type { Clock } from '../../platform/clock.ts';
import { workerUrl, BackgroundWorker } from '../../features/files/background-worker.ts';
import { digest } from '../../server/identity/secrets.ts';
import type { Logger } from '../../platform/log.ts';
import { PROGRAMS } from '../../runtime/program-registry.ts';
import type { RunEnd } from '../../runtime/timetable.ts';
import type { Database } from '../../store/database.ts';
import { text } from '../../store/row-columns.ts';
import type { BackupRequest } from './backup.ts';
import { listBackups } from './backup.ts';
import type { BackupJobs } from './backup-child.ts';

/** Maximum age of the newest backup while the database is being written. */
const MAX_BACKUP_AGE_MS = 3_600_000;
/** Delay after a failed backup (a full disk), in ms. */
const RETRY_DELAY_MS = 600_000;

/** Data that cannot be recreated: the users, and the wrapped keys of the safes. */
const PRECIOUS_ROWS_SQL = `
  select name || ' ' || admin || owner || ' ' || verifier as line from users
  union all select user || ' ' || area || ' ' || hex(verifier) from areas
  order by line`;

export interface RollingOptions {
  readonly database: Database;
  readonly stateDir: string;
  readonly into: string;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  /** Makes a backup, deletes outdated ones, and returns when it was made. Default: in a separate process. */
  readonly make?: (request: BackupRequest) => Promise<number>;
}

/**
 * Backs the databases up while the box runs: within a minute after users or safe keys changed, and hourly while
 * anything else is written. A box without an owner has nothing to back up.
 */
export class RollingBackups {
  readonly #options: RollingOptions;
  readonly #thread: BackgroundWorker<BackupJobs>;
  readonly #make: (request: BackupRequest) => Promise<number>;
  #last: { made: number; rowsDigest: string; writes: number } | undefined;
  #running: Promise<RunEnd> | undefined;
  #failedAt: number | undefined;
  #closed = false;

  constructor(options: RollingOptions) {
    this.#options = options;
    this.#thread = new BackgroundWorker<BackupJobs>(workerUrl(import.meta.url, 'backup-child'), {
      program: PROGRAMS.backup,
      idleMs: 0,
    });
    this.#make = options.make ?? ((request) => this.#thread.call('make', request));
  }

  /** Makes a backup if one is due; never rejects. Concurrent calls share one run. */
  runIfDue(): Promise<RunEnd> {
    return (this.#running ??= this.#run().finally(() => (this.#running = undefined)));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#thread.close();
    await this.#running;
  }

  async #run(): Promise<RunEnd> {
    const { database, stateDir, into, clock, log } = this.#options;
    try {
      const lines = database.all((row) => text(row, 'line'), PRECIOUS_ROWS_SQL);
      if (lines.length === 0) return 'done';
      const rowsDigest = digest(lines.join('\n'));
      const now = clock.now();
      const { writes } = database;
      if (this.#failedAt !== undefined && Math.abs(now - this.#failedAt) < RETRY_DELAY_MS) return 'failed';
      const last = (this.#last ??= this.#newest());
      // A clock that was set back must not stop the backups.
      const isStale = last === undefined || Math.abs(now - last.made) >= MAX_BACKUP_AGE_MS;
      if (last?.rowsDigest === rowsDigest && !(isStale && last.writes !== writes)) return 'done';
      const made = await this.#make({ stateDir, into, reason: 'rolling', now, rowsDigest });
      this.#last = { made, rowsDigest, writes };
      this.#failedAt = undefined;
      log.info({ made }, 'the database was backed up');
      return 'done';
    } catch (failure) {
      if (this.#closed) return 'failed'; // the box is stopping; the next start makes it
      this.#failedAt = clock.now();
      log.warn({ err: failure }, 'the database could not be backed up');
      return 'failed';
    }
  }

  #newest(): { made: number; rowsDigest: string; writes: number } | undefined {
    const newest = listBackups(this.#options.into)[0]?.manifest;
    return newest === undefined ? undefined : { made: newest.made, rowsDigest: newest.mark, writes: -1 };
  }
}
