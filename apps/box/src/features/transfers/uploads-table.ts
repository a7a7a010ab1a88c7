import type { Database } from '../../store/database.ts';
import { defineMigration } from '../../store/migrations.ts';
import { number, numberOrNull, text } from '../../store/row-columns.ts';
import type { Row } from '../../store/row-columns.ts';

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
  // Uploads begun before sessions were recorded must be requested again.
  defineMigration(
    'transfers',
    3,
    `ALTER TABLE uploads ADD COLUMN session TEXT NOT NULL DEFAULT '';
     ALTER TABLE uploads ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;
     UPDATE uploads SET ended = 1`,
  ),
  // `rtrim` cuts the name from the key of a single file; the folder of an older bundle is unknown.
  defineMigration(
    'transfers',
    4,
    `ALTER TABLE uploads ADD COLUMN token TEXT NOT NULL DEFAULT '';
     ALTER TABLE uploads ADD COLUMN folder TEXT NOT NULL DEFAULT '';
     UPDATE uploads SET folder = rtrim(rtrim(key, replace(key, '/', '')), '/') WHERE key LIKE '/%';
     CREATE INDEX uploads_open_folder ON uploads(folder) WHERE done IS NULL`,
  ),
];

/** One upload. `key` identifies the target independent of the path used; times are epoch milliseconds. */
export interface Upload {
  readonly uuid: string;
  readonly user: string;
  readonly key: string;
  /** Wire path given by the user. */
  readonly target: string;
  readonly size: number;
  /** Version of the file: its time and hash as sent by the client; '' if the client sent none. */
  readonly version: string;
  /** Client's id for an upload that keeps an existing file at the target; '' for one that replaces it. */
  readonly keep: string;
  /** Wire path at which the upload with `keep` was placed or is about to be placed; '' until then. */
  readonly placed: string;
  /** Number of bytes synced to disk. */
  readonly synced: number;
  /** Boot id of the machine when it was last written. */
  readonly boot: string;
  readonly touched: number;
  /** When it was committed; null while unfinished. */
  readonly done: number | null;
  /** Sessions that requested it, separated by spaces, newest last; '' for the box itself. */
  readonly session: string;
  /** One of its sessions has ended: the uuid is no longer valid, and the next request gets a new one. */
  readonly ended: boolean;
  /** Session of the script token that requested it; '' if a user requested it. */
  readonly token: string;
  /** Key of the folder that contains the target; of a bundle, the deepest folder that contains all its targets. */
  readonly folder: string;
}

/** Fields that identify an upload. */
export type UploadIdentity = Pick<Upload, 'user' | 'key' | 'size' | 'version' | 'keep'>;

/** The session that requests an upload, and the same session again in `token` if it belongs to a script token. */
export type Requester = Pick<Upload, 'session' | 'token'>;

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
  token: text(row, 'token'),
  folder: text(row, 'folder'),
});

/** Maximum number of sessions stored per upload: tabs and devices of one user that send the same file. */
const MAX_SESSIONS = 64;
/** A request for an upload within this interval of the last use is not recorded. */
const TOUCH_INTERVAL_MS = 60_000;

const uuidOf = (row: Row): string => text(row, 'uuid');

/** The table of uploads. */
export class Uploads {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  get(uuid: string): Upload | undefined {
    return this.#db.get(uploadOf, 'SELECT * FROM uploads WHERE uuid = ?', uuid);
  }

  /** Unfinished uploads of a user to a target. */
  open(user: string, key: string): Upload[] {
    return this.#db.all(uploadOf, 'SELECT * FROM uploads WHERE user = ? AND key = ? AND done IS NULL', user, key);
  }

  /** The matching finished upload that kept an existing file at its target. */
  findKeepBoth({ user, key, size, version, keep }: UploadIdentity): Upload | undefined {
    return this.#db.get(
      uploadOf,
      'SELECT * FROM uploads WHERE user = ? AND key = ? AND size = ? AND version = ? AND keep = ? AND done IS NOT NULL',
      user,
      key,
      size,
      version,
      keep,
    );
  }

  /** All unfinished uploads of a user, with those of their script tokens. */
  openOf(user: string): string[] {
    return this.#db.all(uuidOf, 'SELECT uuid FROM uploads WHERE user = ? AND done IS NULL', user);
  }

  /** Unfinished uploads of a user and of their script tokens, the most recently touched first. */
  newestOf(user: string, limit: number): Upload[] {
    return this.#db.all(
      uploadOf,
      'SELECT * FROM uploads WHERE user = ? AND done IS NULL ORDER BY touched DESC, uuid LIMIT ?',
      user,
      limit,
    );
  }

  /**
   * Unfinished uploads of a user, or of one of their script tokens, in the order in which they make room for new ones:
   * those of ended sessions first, then the least recently touched.
   */
  openByAge(user: string, token: string): string[] {
    return this.#db.all(
      uuidOf,
      'SELECT uuid FROM uploads WHERE user = ? AND token = ? AND done IS NULL ORDER BY ended DESC, touched, uuid',
      user,
      token,
    );
  }

  /** Script tokens with unfinished uploads. */
  tokens(): string[] {
    return this.#db.all(
      (row) => text(row, 'token'),
      "SELECT DISTINCT token FROM uploads WHERE token <> '' AND done IS NULL",
    );
  }

  /** Unfinished uploads of a script token. */
  openOfToken(token: string): string[] {
    return this.#db.all(uuidOf, 'SELECT uuid FROM uploads WHERE token = ? AND done IS NULL', token);
  }

  /** Unfinished uploads of all users into a folder or below it. */
  openBelow(folder: string): string[] {
    return this.#db.all(
      uuidOf,
      // '0' follows '/' in the order of bytes.
      "SELECT uuid FROM uploads WHERE done IS NULL AND (folder = ?1 OR (folder > ?1 || '/' AND folder < ?1 || '0'))",
      folder,
    );
  }

  /** Uploads not touched since a time, including finished ones. */
  idleSince(before: number): Upload[] {
    return this.#db.all(uploadOf, 'SELECT * FROM uploads WHERE touched < ?', before);
  }

  add(upload: NewUpload): void {
    const { uuid, user, key, target, size, version, keep, boot, touched, session, token, folder } = upload;
    this.#db.run(
      'INSERT INTO uploads (uuid, user, key, target, size, version, keep, synced, boot, touched, session, token, folder) VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?)',
      uuid,
      user,
      key,
      target,
      size,
      version,
      keep,
      boot,
      touched,
      session,
      token,
      folder,
    );
  }

  /**
   * Stores the name that an upload is about to take, so that a box that crashes right after recognises its own file.
   * Synced together with the journal's next intent.
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

  /** Lowers the synced size. Durable: after a power cut the old number would vouch for overwritten bytes. */
  lowerSynced(uuid: string, synced: number): void {
    this.#db.durable(() => this.setSynced(uuid, synced));
  }

  /**
   * Called after a failed sync. The kernel drops what it could not write and the next sync succeeds, so none of the
   * bytes count any more.
   */
  distrust(uuid: string): void {
    this.#db.durable(() => this.#db.run("UPDATE uploads SET synced = 0, boot = '' WHERE uuid = ?", uuid));
  }

  /** @param placed path of the file if it differs from the target */
  finish(uuid: string, done: number, placed = ''): void {
    this.#db.run('UPDATE uploads SET done = ?, touched = ?, placed = ? WHERE uuid = ?', done, done, placed, uuid);
  }

  /** Invalidates the uploads of a session, or all of a user. */
  end(of: { readonly session: string } | { readonly user: string }): void {
    if ('session' in of) this.#db.run('UPDATE uploads SET ended = 1 WHERE instr(session, ?) > 0', of.session);
    else this.#db.run('UPDATE uploads SET ended = 1 WHERE user = ?', of.user);
  }

  /** Adds a session that continues an upload. A user who continues an upload of a token takes it over. */
  join({ uuid, session, token, touched }: Upload, { session: fresh, token: byToken }: Requester, now: number): void {
    const known = session.split(' ').filter((one) => one !== '' && one !== fresh);
    const all = [...known, fresh].slice(-MAX_SESSIONS).join(' ');
    const holder = byToken === '' ? '' : token;
    if (all === session && holder === token && now - touched < TOUCH_INTERVAL_MS) return;
    this.#db.run('UPDATE uploads SET session = ?, token = ?, touched = ? WHERE uuid = ?', all, holder, now, uuid);
  }

  /** Moves an upload to a new session under a new uuid. */
  renew(uuid: string, fresh: Pick<Upload, 'uuid'> & Requester): void {
    this.#db.run(
      'UPDATE uploads SET uuid = ?, session = ?, token = ?, ended = 0 WHERE uuid = ?',
      fresh.uuid,
      fresh.session,
      fresh.token,
      uuid,
    );
  }

  remove(uuid: string): void {
    this.#db.run('DELETE FROM uploads WHERE uuid = ?', uuid);
  }
}
