import { readFileSync } from 'node:fs';
import type { By, Disks } from '@boxwood/host';
import type { Host } from '../runtime/host.ts';
import type { Calendar } from '../runtime/calendar.ts';
import type { RunEnd } from '../runtime/timetable.ts';
import type { Database } from '../store/database.ts';
import { defineMigration } from '../store/migrations.ts';
import { number, text } from '../store/rows.ts';

/** When what the members of an array hold was last compared, and what came of it. */
export const checkMigrations = [
  defineMigration(
    'array-checks',
    1,
    'CREATE TABLE array_checks (uuid TEXT PRIMARY KEY, at INTEGER NOT NULL, mismatches INTEGER NOT NULL) STRICT, WITHOUT ROWID',
  ),
];

/** Once a month, in a night in which nothing else is due. */
export const CHECKED_AT: Calendar = { hour: 1, minute: 30, on: { monthday: 1 } };

/** Of what is asked for nobody has to be signed in. */
const ITSELF: By = { user: '', from: '' };

const HOUR_MS = 60 * 60_000;

interface Deps {
  readonly host: Pick<Host, 'isThere' | 'disks' | 'plan' | 'act'>;
  readonly database: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Told of what was found, and of an array that was left out. */
  readonly say: (words: string, about: Readonly<Record<string, unknown>>) => void;
  readonly onChange: () => void;
  /** Where the kernel says how an array is; for tests. */
  readonly sys?: string;
}

/** What the last check of an array found; `checked` in seconds since the epoch. */
interface Checked {
  readonly checked: number;
  readonly mismatches: number;
}

/** Compares what the members of each array hold, by the timetable, and remembers what was found. */
export class ArrayChecks {
  readonly #deps: Deps;
  /** What is being checked: identities, and the names they have meanwhile. */
  readonly #under = new Map<string, string>();
  /** When each btrfs was asked to keep everything twice. */
  readonly #asked = new Map<string, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Begins with each array that has nothing else to do; how it ends is seen by {@link look}, of a btrfs by itself, which remembers it. */
  async run(): Promise<RunEnd> {
    const { host, say, onChange } = this.#deps;
    // A machine without a helper has no arrays that the box could check.
    const found = host.isThere ? await host.disks() : null;
    if (found === null) return 'done';
    if (found.answer === 'refused') {
      say('no array was checked: the helper does not say which there are', { why: found.why });
      return 'failed';
    }
    let ended: RunEnd = 'done';
    for (const { uuid, name, level, action } of found.arrays.filter(isChecked)) {
      if (action !== '' && action !== 'idle') {
        say('an array was not checked: it is at work', { name, action });
        ended = 'failed';
        continue;
      }
      const plan = await host.plan('checkArray', { uuid }, ITSELF);
      const failed = 'answer' in plan ? plan : await host.act('checkArray', { uuid }, plan.hash, ITSELF);
      if (failed === null) this.#under.set(uuid, name);
      else {
        say('an array was not checked', { name, level, why: failed.why, detail: failed.detail });
        ended = 'failed';
      }
    }
    onChange();
    return ended;
  }

  /** Has each btrfs of these keep twice what it keeps once; one that was asked is asked again after an hour. */
  async keepTwice(uuids: readonly string[]): Promise<void> {
    const { host, now, say, onChange } = this.#deps;
    for (const uuid of uuids) {
      if (!host.isThere || now() - (this.#asked.get(uuid) ?? -HOUR_MS) < HOUR_MS) continue;
      this.#asked.set(uuid, now());
      const plan = await host.plan('checkArray', { uuid }, ITSELF);
      const failed = 'answer' in plan ? plan : await host.act('checkArray', { uuid }, plan.hash, ITSELF);
      if (failed === null) onChange();
      else say('a btrfs keeps something once', { uuid, why: failed.why, detail: failed.detail });
    }
  }

  /** Checks that somebody else has begun are followed, too. */
  follow({ arrays }: Pick<Disks, 'arrays'>): void {
    for (const { uuid, name, action } of arrays) if (action === 'check') this.#under.set(uuid, name);
  }

  /** Looks which of them have ended. No disk is asked. */
  look(): void {
    const { database, now, say, onChange } = this.#deps;
    for (const [uuid, name] of this.#under) {
      const action = this.#said(name, 'sync_action');
      if (action === 'check') continue;
      this.#under.delete(uuid);
      // One that is gone, or is being filled because a disk failed meanwhile, was not compared to its end.
      if (action !== 'idle' || this.#said(name, 'degraded') !== '0') continue;
      const mismatches = Number(this.#said(name, 'mismatch_cnt'));
      database.run(
        'INSERT OR REPLACE INTO array_checks (uuid, at, mismatches) VALUES (?, ?, ?)',
        ...[uuid, Math.floor(now() / 1000), mismatches],
      );
      say(
        mismatches === 0 ? 'an array was checked: its disks hold the same' : 'an array was checked: its disks differ',
        {
          ...{ name, mismatches },
        },
      );
      onChange();
    }
  }

  /** By the identity of the array. */
  get last(): ReadonlyMap<string, Checked> {
    return new Map(
      this.#deps.database.all(
        (row) => [text(row, 'uuid'), { checked: number(row, 'at'), mismatches: number(row, 'mismatches') }] as const,
        'SELECT * FROM array_checks',
      ),
    );
  }

  #said(name: string, file: string): string {
    try {
      return readFileSync(`${this.#deps.sys ?? '/sys/class/block'}/${name}/md/${file}`, 'utf8').trim();
    } catch {
      return '';
    }
  }
}

/** Whether there is anything to compare: a level that holds things more than once. */
const isChecked = ({ runs, level }: Disks['arrays'][number]): boolean =>
  runs === 1 && ['1', '5', '6', '10', 'btrfs'].includes(level);
