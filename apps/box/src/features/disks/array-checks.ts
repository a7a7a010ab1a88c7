import { readFileSync } from 'node:fs';
import type { OperationActor, HostDiskList } from '@boxwood/host';
import type { HostClient } from '../../runtime/host-client.ts';
import type { Calendar } from '../../runtime/calendar.ts';
import type { RunEnd } from '../../runtime/timetable.ts';
import type { Database } from '../../store/database.ts';
import { defineMigration } from '../../store/migrations.ts';
import { number, text } from '../../store/row-columns.ts';

/** Time and result of the last consistency check of each array. */
export const checkMigrations = [
  defineMigration(
    'array-checks',
    1,
    'CREATE TABLE array_checks (uuid TEXT PRIMARY KEY, at INTEGER NOT NULL, mismatches INTEGER NOT NULL) STRICT, WITHOUT ROWID',
  ),
];

/** Monthly, in a night without other scheduled work. */
export const CHECK_SCHEDULE: Calendar = { hour: 1, minute: 30, on: { monthday: 1 } };

/** Identity for scheduled work, which runs without a signed-in user. */
const BOX_ITSELF: OperationActor = { user: '', from: '' };

const HOUR_MS = 60 * 60_000;

interface ArrayCheckDeps {
  readonly host: Pick<HostClient, 'isAvailable' | 'disks' | 'plan' | 'execute'>;
  readonly database: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Logs the results of checks, and arrays that were skipped. */
  readonly report: (message: string, details: Readonly<Record<string, unknown>>) => void;
  readonly onChange: () => void;
  /** sysfs folder with the state of the block devices; tests replace it. */
  readonly sys?: string;
}

/** Result of the last check of an array; `checked` in epoch seconds. */
interface ArrayCheckResult {
  readonly checked: number;
  readonly mismatches: number;
}

/** Runs scheduled consistency checks of the arrays and stores their results. */
export class ArrayChecks {
  readonly #deps: ArrayCheckDeps;
  /** Running checks: array UUID to current device name. */
  readonly #runningChecks = new Map<string, string>();
  /** Time of the last redundancy repair requested for each btrfs. */
  readonly #repairRequestedAt = new Map<string, number>();

  constructor(deps: ArrayCheckDeps) {
    this.#deps = deps;
  }

  /** Starts a check of every idle array. {@link poll} records the result; btrfs stores its own result. */
  async run(): Promise<RunEnd> {
    const { host, report, onChange } = this.#deps;
    // Without a root helper the box has no arrays to check.
    const found = host.isAvailable ? await host.disks() : null;
    if (found === null) return 'done';
    if (found.answer === 'refused') {
      report('no array was checked: the helper did not list the arrays', { why: found.why });
      return 'failed';
    }
    let ended: RunEnd = 'done';
    for (const { uuid, name, level, action } of found.arrays.filter(isRedundant)) {
      if (action !== '' && action !== 'idle') {
        report('an array was not checked: it is busy', { name, action });
        ended = 'failed';
        continue;
      }
      const plan = await host.plan('checkArray', { uuid }, BOX_ITSELF);
      const failed = 'answer' in plan ? plan : await host.execute('checkArray', { uuid }, plan.hash, BOX_ITSELF);
      if (failed === null) this.#runningChecks.set(uuid, name);
      else {
        report('an array was not checked', { name, level, why: failed.why, detail: failed.detail });
        ended = 'failed';
      }
    }
    onChange();
    return ended;
  }

  /** Makes each btrfs restore the second copy of data stored once, at most once an hour. */
  async restoreRedundancy(uuids: readonly string[]): Promise<void> {
    const { host, now, report, onChange } = this.#deps;
    for (const uuid of uuids) {
      if (!host.isAvailable || now() - (this.#repairRequestedAt.get(uuid) ?? -HOUR_MS) < HOUR_MS) continue;
      this.#repairRequestedAt.set(uuid, now());
      const plan = await host.plan('checkArray', { uuid }, BOX_ITSELF);
      const failed = 'answer' in plan ? plan : await host.execute('checkArray', { uuid }, plan.hash, BOX_ITSELF);
      if (failed === null) onChange();
      else report('a btrfs volume is not fully mirrored', { uuid, why: failed.why, detail: failed.detail });
    }
  }

  /** Tracks checks that were started outside the box. */
  follow({ arrays }: Pick<HostDiskList, 'arrays'>): void {
    for (const { uuid, name, action } of arrays) if (action === 'check') this.#runningChecks.set(uuid, name);
  }

  /** Records checks that have finished, by reading sysfs. Does not access a disk. */
  poll(): void {
    const { database, now, report, onChange } = this.#deps;
    for (const [uuid, name] of this.#runningChecks) {
      const action = this.#readState(name, 'sync_action');
      if (action === 'check') continue;
      this.#runningChecks.delete(uuid);
      // The check did not complete: the array is missing or is being rebuilt after a disk failure.
      if (action !== 'idle' || this.#readState(name, 'degraded') !== '0') continue;
      const mismatches = Number(this.#readState(name, 'mismatch_cnt'));
      database.run(
        'INSERT OR REPLACE INTO array_checks (uuid, at, mismatches) VALUES (?, ?, ?)',
        uuid,
        Math.floor(now() / 1000),
        mismatches,
      );
      report(mismatches === 0 ? 'an array was checked: its disks match' : 'an array was checked: its disks differ', {
        name,
        mismatches,
      });
      onChange();
    }
  }

  /** Results by array UUID. */
  get lastResults(): ReadonlyMap<string, ArrayCheckResult> {
    return new Map(
      this.#deps.database.all(
        (row) => [text(row, 'uuid'), { checked: number(row, 'at'), mismatches: number(row, 'mismatches') }] as const,
        'SELECT * FROM array_checks',
      ),
    );
  }

  #readState(name: string, file: string): string {
    try {
      return readFileSync(`${this.#deps.sys ?? '/sys/class/block'}/${name}/md/${file}`, 'utf8').trim();
    } catch {
      return '';
    }
  }
}

/** Whether the array stores data redundantly, so that there is something to compare. */
const isRedundant = ({ runs, level }: HostDiskList['arrays'][number]): boolean =>
  runs === 1 && ['1', '5', '6', '10', 'btrfs'].includes(level);
