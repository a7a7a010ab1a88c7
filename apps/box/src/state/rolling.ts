import type { Clock } from '../clock.ts';
import { besideModule, Thread } from '../files/thread.ts';
import { digest } from '../identity/secrets.ts';
import type { Logger } from '../log.ts';
import { PROGRAMS } from '../runtime/registry.ts';
import type { RunEnd } from '../runtime/timetable.ts';
import type { Database } from '../store/database.ts';
import { text } from '../store/rows.ts';
import type { BackupRequest } from './backup.ts';
import { listBackups } from './backup.ts';
import type { BackupJobs } from './backup-child.ts';

/** Maximum age of the newest backup while the database is being written. */
const HOUR_MS = 3_600_000;
/** Delay after a failed backup (a full disk), in ms. */
const RETRY_MS = 600_000;

/** Data that cannot be recreated: the users, and the wrapped keys of the safes. */
const PRECIOUS = `
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
  readonly #thread: Thread<BackupJobs>;
  readonly #make: (request: BackupRequest) => Promise<number>;
  #last: { made: number; mark: string; writes: number } | undefined;
  #running: Promise<RunEnd> | undefined;
  #failed: number | undefined;
  #closed = false;

  constructor(options: RollingOptions) {
    this.#options = options;
    this.#thread = new Thread<BackupJobs>(besideModule(import.meta.url, 'backup-child'), {
      apart: PROGRAMS.backup,
      idleMs: 0,
    });
    this.#make = options.make ?? ((request) => this.#thread.call('make', request));
  }

  /** Makes a backup if one is due; never rejects. Concurrent calls share one run. */
  look(): Promise<RunEnd> {
    return (this.#running ??= this.#look().finally(() => (this.#running = undefined)));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#thread.close();
    await this.#running;
  }

  async #look(): Promise<RunEnd> {
    const { database, stateDir, into, clock, log } = this.#options;
    try {
      const lines = database.all((row) => text(row, 'line'), PRECIOUS);
      if (lines.length === 0) return 'done';
      const mark = digest(lines.join('\n'));
      const now = clock.now();
      const { writes } = database;
      if (this.#failed !== undefined && Math.abs(now - this.#failed) < RETRY_MS) return 'failed';
      const last = (this.#last ??= this.#newest());
      // A clock that was set back must not stop the backups.
      const old = last === undefined || Math.abs(now - last.made) >= HOUR_MS;
      if (last?.mark === mark && !(old && last.writes !== writes)) return 'done';
      const made = await this.#make({ stateDir, into, reason: 'rolling', now, mark });
      this.#last = { made, mark, writes };
      this.#failed = undefined;
      log.info({ made }, 'the database was backed up');
      return 'done';
    } catch (failure) {
      if (this.#closed) return 'failed'; // the box is stopping; the next start makes it
      this.#failed = clock.now();
      log.warn({ err: failure }, 'the database could not be backed up');
      return 'failed';
    }
  }

  #newest(): { made: number; mark: string; writes: number } | undefined {
    const newest = listBackups(this.#options.into)[0]?.manifest;
    return newest === undefined ? undefined : { made: newest.made, mark: newest.mark, writes: -1 };
  }
}
