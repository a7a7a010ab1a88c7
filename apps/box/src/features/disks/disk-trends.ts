import type { DiskReading, SmartAttribute } from '@boxwood/box-sdk';
import type { HostDisk, DiskHealthReport } from '@boxwood/host';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../store/database.ts';
import { defineMigration } from '../../store/migrations.ts';
import { number, numberOrNull, text } from '../../store/row-columns.ts';

/**
 * One row per disk and day. `ill` is 1 on the latest day on which the disk reported a failure, and is cleared when the
 * disk is removed.
 */
export const trendMigrations = [
  defineMigration(
    'disk-trend',
    1,
    `CREATE TABLE disk_readings (
       serial TEXT NOT NULL, day INTEGER NOT NULL, name TEXT NOT NULL, ill INTEGER NOT NULL,
       temp INTEGER, reallocated INTEGER, wear INTEGER, PRIMARY KEY (serial, day)
     ) STRICT, WITHOUT ROWID`,
  ),
];

/** Limits of the stored readings: days per disk, and disks. */
const MAX_DAYS = 366;
const MAX_DISKS = 64;
const DAY_S = 86_400;

/** SSD attributes that count down from 100 with wear. */
const WEAR_ATTRIBUTES = ['Media_Wearout_Indicator', 'SSD_Life_Left', 'Wear_Leveling_Count', 'Percent_Lifetime_Remain'];

const leadingNumber = (raw: string): number | null => {
  const found = /^\d+/.exec(raw)?.[0];
  return found === undefined ? null : Math.min(Number(found), Number.MAX_SAFE_INTEGER);
};

const rawOf = (attrs: readonly SmartAttribute[], name: string): number | null => {
  const found = attrs.find((each) => each.name === name);
  return found === undefined ? null : leadingNumber(found.raw);
};

/** Used life of an SSD in percent. */
const wearOf = (attrs: readonly SmartAttribute[]): number | null => {
  const used = rawOf(attrs, 'Percentage_Used');
  if (used !== null) return used;
  const left = attrs.find(({ name }) => WEAR_ATTRIBUTES.includes(name));
  return left === undefined ? null : Math.min(100, Math.max(0, 100 - left.value));
};

/** Whether a disk reports a failure, as a whole or by an attribute below its threshold. */
export const isFailing = ({ health, attrs }: Pick<DiskHealthReport, 'health' | 'attrs'>): boolean =>
  health === 'FAILED' || attrs.some(({ ok }) => ok === 0);

type HealthValues = Pick<DiskHealthReport, 'health' | 'temp' | 'attrs'>;

/** Daily health values of the disks, which reveal a failing disk early. */
export class DiskTrends {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #onChange: () => void;

  /** @param onChange called when the list of failing disks changes */
  constructor(database: Database, clock: Clock, onChange: () => void) {
    this.#database = database;
    this.#clock = clock;
    this.#onChange = onChange;
  }

  get #today(): number {
    return Math.floor(this.#clock.now() / 1000 / DAY_S);
  }

  /** Whether any disk was read today. */
  get hasReadingsToday(): boolean {
    return (
      this.#database.all((row) => row, 'SELECT 1 FROM disk_readings WHERE day = ? LIMIT 1', this.#today).length > 0
    );
  }

  /**
   * Stores the health values of all disks; the last reading of a day counts. Skips disks without values or serial
   * number.
   */
  record(
    disks: readonly { readonly disk: Pick<HostDisk, 'serial' | 'model'>; readonly reading: HealthValues }[],
  ): void {
    const before = this.failingDisks.join('\n');
    const day = this.#today;
    for (const { disk, reading } of disks) {
      if (disk.serial === '' || (reading.attrs.length === 0 && reading.temp === 0)) continue;
      const temp = reading.temp === 0 ? null : reading.temp;
      const reallocated = rawOf(reading.attrs, 'Reallocated_Sector_Ct') ?? rawOf(reading.attrs, 'Media_Errors');
      this.#database.run(
        'INSERT OR REPLACE INTO disk_readings (serial, day, name, ill, temp, reallocated, wear) VALUES (?, ?, ?, ?, ?, ?, ?)',
        disk.serial,
        day,
        disk.model === '' ? disk.serial : disk.model,
        isFailing(reading) ? 1 : 0,
        temp,
        reallocated,
        wearOf(reading.attrs),
      );
    }
    const serials = JSON.stringify(disks.map(({ disk }) => disk.serial));
    // A removed disk is not reported as failing. Its readings remain in case it is plugged in again.
    this.#database.run(
      'UPDATE disk_readings SET ill = 0 WHERE ill = 1 AND serial NOT IN (SELECT value FROM json_each(?))',
      serials,
    );
    this.#database.run('DELETE FROM disk_readings WHERE day <= ?', day - MAX_DAYS);
    this.#database.run(
      `DELETE FROM disk_readings WHERE serial NOT IN
         (SELECT serial FROM disk_readings GROUP BY serial ORDER BY max(day) DESC, serial LIMIT ?)`,
      MAX_DISKS,
    );
    if (this.failingDisks.join('\n') !== before) this.#onChange();
  }

  /** The readings of one disk, oldest first. */
  readingsOf(serial: string): readonly DiskReading[] {
    return this.#database.all(
      (row): DiskReading => {
        const [temp, reallocated, wear] = ['temp', 'reallocated', 'wear'].map((name) => numberOrNull(row, name));
        return {
          time: number(row, 'day') * DAY_S,
          ...(typeof temp === 'number' ? { temp } : {}),
          ...(typeof reallocated === 'number' ? { reallocated } : {}),
          ...(typeof wear === 'number' ? { wear } : {}),
        };
      },
      'SELECT * FROM disk_readings WHERE serial = ? ORDER BY day',
      serial,
    );
  }

  /** Names of the disks that report a failure. */
  get failingDisks(): readonly string[] {
    return this.#database.all(
      (row) => text(row, 'name'),
      `SELECT name FROM disk_readings AS one WHERE ill = 1 AND day =
         (SELECT max(day) FROM disk_readings WHERE serial = one.serial) ORDER BY serial`,
    );
  }
}
