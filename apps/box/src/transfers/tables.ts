import type { Database } from '../store/database.ts';
import { defineMigration } from '../store/migrations.ts';
import { number, numberOrNull, text } from '../store/rows.ts';
import type { Row } from '../store/rows.ts';

export const transferMigrations = [
  defineMigration(
    'transfers',
    1,
    `CREATE TABLE uploads (
       uuid TEXT PRIMARY KEY,
       user TEXT NOT NULL,
       key TEXT NOT NULL,
       target TEXT NOT NULL,
       size INTEGER NOT NULL,
       synced INTEGER NOT NULL,
       boot TEXT NOT NULL,
       touched INTEGER NOT NULL,
       done INTEGER
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX uploads_target ON uploads(user, key);
     CREATE INDEX uploads_touched ON uploads(touched)`,
  ),
  defineMigration(
    'transfers',
    2,
    `ALTER TABLE uploads ADD COLUMN version TEXT NOT NULL DEFAULT '';
     ALTER TABLE uploads ADD COLUMN keep TEXT NOT NULL DEFAULT '';
     ALTER TABLE uploads ADD COLUMN placed TEXT NOT NULL DEFAULT ''`,
  ),
  // What was begun before sessions were known has to be asked for again.
  defineMigration(
    'transfers',
    3,
    `ALTER TABLE uploads ADD COLUMN session TEXT NOT NULL DEFAULT '';
     ALTER TABLE uploads ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;
     UPDATE uploads SET ended = 1`,
  ),
];

/** One upload. `key` names the target wherever it is asked from; times are epoch milliseconds. */
export interface Upload {
  readonly uuid: string;
  readonly user: string;
  readonly key: string;
  /** The wire path the user gave. */
  readonly target: string;
  readonly size: number;
  /** Which version of the file it is: its time and what else its sender told of it; '' when that was nothing. */
  readonly version: string;
  /** The sender's name for an upload that keeps what stands at the target, '' for one that replaces it. */
  readonly keep: string;
  /** The wire path under which such an upload took, or is about to take, its name; '' until then. */
  readonly placed: string;
  /** Bytes known to be on the disk itself. */
  readonly synced: number;
  /** The run of the machine in which it was last written to. */
  readonly boot: string;
  readonly touched: number;
  /** When it was committed; null while it is under way. */
  readonly done: number | null;
  /** The sessions that asked for it, the newest last, with spaces between them; '' for the box itself. */
  readonly session: string;
  /** One of them is over: the uuid opens nothing any more, and the next one that asks gets another. */
  readonly ended: boolean;
}

/** What makes one upload the same as another. */
export type Wish = Pick<Upload, 'user' | 'key' | 'size' | 'version' | 'keep'>;

export type NewUpload = Omit<Upload, 'synced' | 'done' | 'placed' | 'ended'>;

const uploadOf = (row: Row): Upload => ({
  uuid: text(row, 'uuid'),
  user: text(row, 'user'),
  key: text(row, 'key'),
  target: text(row, 'target'),
  size: number(row, 'size'),
  version: text(row, 'version'),
  keep: text(row, 'keep'),
  placed: text(row, 'placed'),
  synced: number(row, 'synced'),
  boot: text(row, 'boot'),
  touched: number(row, 'touched'),
  done: numberOrNull(row, 'done'),
  session: text(row, 'session'),
  ended: number(row, 'ended') === 1,
});

/** Sessions that are remembered with an upload: tabs and devices of one person that send the same file. */
const MOST_SESSIONS = 64;

/** The table of uploads. */
export class Uploads {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  get(uuid: string): Upload | undefined {
    return this.#db.get(uploadOf, 'SELECT * FROM uploads WHERE uuid = ?', uuid);
  }

  /** What a user has under way to a target. */
  open(user: string, key: string): Upload[] {
    return this.#db.all(uploadOf, 'SELECT * FROM uploads WHERE user = ? AND key = ? AND done IS NULL', user, key);
  }

  /** The very upload that kept what stood at its target, when it is done already. */
  kept({ user, key, size, version, keep }: Wish): Upload | undefined {
    return this.#db.get(
      uploadOf,
      'SELECT * FROM uploads WHERE user = ? AND key = ? AND size = ? AND version = ? AND keep = ? AND done IS NOT NULL',
      ...[user, key, size, version, keep],
    );
  }

  /** All that a user has under way, those first that were touched longest ago. */
  openOf(user: string): Upload[] {
    return this.#db.all(uploadOf, 'SELECT * FROM uploads WHERE user = ? AND done IS NULL ORDER BY touched', user);
  }

  /** Uploads that nobody has touched since a time, finished ones included. */
  idleSince(before: number): Upload[] {
    return this.#db.all(uploadOf, 'SELECT * FROM uploads WHERE touched < ?', before);
  }

  add({ uuid, user, key, target, size, version, keep, boot, touched, session }: NewUpload): void {
    this.#db.run(
      'INSERT INTO uploads (uuid, user, key, target, size, version, keep, synced, boot, touched, session) VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?)',
      ...[uuid, user, key, target, size, version, keep, boot, touched, session],
    );
  }

  /**
   * The name that an upload is about to take: a box that is killed right after must know its own file again. On the disk with the intent that
   * the journal writes next.
   */
  place(uuid: string, placed: string): void {
    this.#db.run('UPDATE uploads SET placed = ? WHERE uuid = ?', placed, uuid);
  }

  touch(uuid: string, boot: string, touched: number): void {
    this.#db.run('UPDATE uploads SET boot = ?, touched = ? WHERE uuid = ?', boot, touched, uuid);
  }

  setSynced(uuid: string, synced: number): void {
    this.#db.run('UPDATE uploads SET synced = ? WHERE uuid = ?', synced, uuid);
  }

  /** Bytes beyond `synced` count no more. Durable: after a power cut the old number would vouch for new bytes. */
  lowerSynced(uuid: string, synced: number): void {
    this.#db.durable(() => this.setSynced(uuid, synced));
  }

  /** A sync failed. The system forgets what it could not write and the next sync succeeds, so none of the bytes count any more. */
  distrust(uuid: string): void {
    this.#db.durable(() => this.#db.run("UPDATE uploads SET synced = 0, boot = '' WHERE uuid = ?", uuid));
  }

  /** @param placed where it took its name, when that is not its target */
  finish(uuid: string, done: number, placed = ''): void {
    this.#db.run('UPDATE uploads SET done = ?, touched = ?, placed = ? WHERE uuid = ?', ...[done, done, placed, uuid]);
  }

  /** A session is over, or every one of a user. */
  end(of: { readonly session: string } | { readonly user: string }): void {
    if ('session' in of) this.#db.run('UPDATE uploads SET ended = 1 WHERE instr(session, ?) > 0', of.session);
    else this.#db.run('UPDATE uploads SET ended = 1 WHERE user = ?', of.user);
  }

  /** One more session knows an upload and goes on with it. */
  join({ uuid, session }: Upload, fresh: string): void {
    const known = session.split(' ').filter((one) => one !== '' && one !== fresh);
    const all = [...known, fresh].slice(-MOST_SESSIONS).join(' ');
    if (all !== session) this.#db.run('UPDATE uploads SET session = ? WHERE uuid = ?', all, uuid);
  }

  /** Another session goes on with an upload, under another uuid. */
  renew(uuid: string, fresh: Pick<Upload, 'uuid' | 'session'>): void {
    this.#db.run('UPDATE uploads SET uuid = ?, session = ?, ended = 0 WHERE uuid = ?', fresh.uuid, fresh.session, uuid);
  }

  remove(uuid: string): void {
    this.#db.run('DELETE FROM uploads WHERE uuid = ?', uuid);
  }
}
