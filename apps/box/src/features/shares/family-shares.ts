import { getRandomValues } from 'node:crypto';
import { randomText } from '@boxwood/command-bus/rules';
import type { Clock } from '../../platform/clock.ts';
import { isSameInode, stampOf, type FileStamp } from '../../storage/journal/file-stamp.ts';
import type { Database } from '../../store/database.ts';
import { number, type Row, text, textOrNull } from '../../store/row-columns.ts';
import { GEN, type Grant, type Grants, Refusal } from '../../storage/vault/index.ts';

const ID_LENGTH = 16;
/** Maximum number of family shares one user may own. */
const MAX_FAMILY_SHARES_PER_USER = 100;

/** A folder that its owner shares with selected users of the box, who may use it like their own (SHARE-14). */
export interface FamilyFolder {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  /** {@link Location.key} of the folder where the box saw it last. */
  readonly path: string;
  /**
   * Identifies the folder independently of its name. Null for shares from box versions that stored only paths, until
   * the folder is found.
   */
  readonly stamp: FileStamp | null;
  /** Epoch seconds. */
  readonly created: number;
  /** Users other than the owner who may use the folder. */
  readonly members: readonly string[];
}

export type NewFamilyFolder = Pick<FamilyFolder, 'owner' | 'name' | 'path' | 'stamp' | 'members'>;

/**
 * The family shares of the box (P-13, ROLE-07). The vault checks them on every access, so revoking access takes effect
 * at once. A share follows its folder through renames and moves; a different folder that takes over the name is not
 * shared. The folder cannot be entered while it is in the recycle bin, and the share ends when the folder is deleted
 * permanently.
 */
export class FamilyShares implements Grants {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #grants = new Map<string, readonly Grant[]>();
  #cachedAtWrite = -1;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Called on every file access of every user; results are cached until the next write to the database. */
  grantsFor(user: string): readonly Grant[] {
    if (this.#cachedAtWrite !== this.#database.writes) {
      this.#grants.clear();
      this.#cachedAtWrite = this.#database.writes;
    }
    const known = this.#grants.get(user);
    if (known !== undefined) return known;
    const grants = this.#database.all(
      (row) => grantFromRow(row),
      `select owner, name, path, dev, ino, born from family_shares join family_members on share = id
       where member = ? order by owner, name`,
      user,
    );
    this.#grants.set(user, grants);
    return grants;
  }

  get(id: string): FamilyFolder | undefined {
    return this.#database.get((row) => this.#shareFromRow(row), 'select * from family_shares where id = ?', id);
  }

  /** Shares a user owns or may use, ordered by name. */
  list(user: string): readonly FamilyFolder[] {
    return this.#database.all(
      (row) => this.#shareFromRow(row),
      `select * from family_shares where owner = ? or id in (select share from family_members where member = ?)
       order by name, id`,
      user,
      user,
    );
  }

  /**
   * @throws Refusal 11 the owner already has a share with this name or folder, or a member is not a user of the box; 16
   * too many shares
   */
  make(share: NewFamilyFolder): string {
    const id = randomText((fresh) => getRandomValues(fresh), ID_LENGTH);
    return this.#database.durable(() => {
      this.#checkShare(id, share);
      if (this.#ownedBy(share.owner).length >= MAX_FAMILY_SHARES_PER_USER) throw new Refusal(GEN.overLimit, 'shares');
      this.#database.run(
        'insert into family_shares (id, owner, name, path, dev, ino, born, created) values (?, ?, ?, ?, ?, ?, ?, ?)',
        id,
        share.owner,
        share.name,
        share.path,
        ...stampColumns(share.stamp),
        Math.floor(this.#clock.now() / 1000),
      );
      this.#addMembers(id, share.members);
      return id;
    });
  }

  /** @throws the same refusals as {@link make}. */
  change(id: string, share: NewFamilyFolder): void {
    this.#database.durable(() => {
      this.#checkShare(id, share);
      this.#database.run(
        'update family_shares set name = ?, path = ?, dev = ?, ino = ?, born = ? where id = ?',
        share.name,
        share.path,
        ...stampColumns(share.stamp),
        id,
      );
      this.#database.run('delete from family_members where share = ?', id);
      this.#addMembers(id, share.members);
    });
  }

  remove(id: string): void {
    this.#database.durable(() => {
      this.#database.run('delete from family_shares where id = ?', id);
    });
  }

  /** Updates the paths of shares at or below `from` after a move to `to`. Both are {@link Location.key}s. */
  updatePaths(from: string, to: string): void {
    for (const { id, path } of this.#sharesBelow(from)) this.updatePath(id, `${to}${path.slice(from.length)}`);
  }

  /** Removes the shares at or below `key` after the folder was deleted permanently. */
  removeBelow(key: string): void {
    for (const { id } of this.#sharesBelow(key)) this.remove(id);
  }

  /** Records where the folder of a share is now. */
  updatePath(id: string, path: string): void {
    this.#database.run('update family_shares set path = ? where id = ?', path, id);
  }

  /** Adds the folder stamp to shares of older box versions, which stored only paths. Runs when the box starts. */
  async backfillStamps(stampAt: (share: FamilyFolder) => Promise<FileStamp | null>): Promise<void> {
    const all = this.#database.all((row) => this.#shareFromRow(row), 'select * from family_shares where ino is null');
    for (const share of all)
      this.#database.run(
        'update family_shares set dev = ?, ino = ?, born = ? where id = ?',
        ...stampColumns(await stampAt(share)),
        share.id,
      );
  }

  /** Filtered here and not in SQL, because SQLite counts characters differently from JavaScript. */
  #sharesBelow(key: string): readonly { readonly id: string; readonly path: string }[] {
    return this.#database
      .all((row) => ({ id: text(row, 'id'), path: text(row, 'path') }), 'select id, path from family_shares')
      .filter(({ path }) => path === key || path.startsWith(`${key}/`));
  }

  #ownedBy(owner: string): readonly FamilyFolder[] {
    return this.#database.all((row) => this.#shareFromRow(row), 'select * from family_shares where owner = ?', owner);
  }

  #checkShare(id: string, { owner, name, stamp, members }: NewFamilyFolder): void {
    const others = this.#ownedBy(owner).filter((share) => share.id !== id);
    if (others.some((share) => share.name === name)) throw new Refusal(GEN.invalid, 'name');
    if (others.some((share) => share.stamp !== null && stamp !== null && isSameInode(share.stamp, stamp)))
      throw new Refusal(GEN.invalid, 'folder');
    for (const member of members)
      if (this.#database.get((row) => text(row, 'name'), 'select name from users where name = ?', member) === undefined)
        throw new Refusal(GEN.invalid, 'users');
  }

  #addMembers(id: string, members: readonly string[]): void {
    for (const member of new Set(members))
      this.#database.run('insert into family_members (share, member) values (?, ?)', id, member);
  }

  #shareFromRow(row: Row): FamilyFolder {
    const id = text(row, 'id');
    return {
      id,
      owner: text(row, 'owner'),
      name: text(row, 'name'),
      path: text(row, 'path'),
      stamp: stampFromRow(row),
      created: number(row, 'created'),
      members: this.#database.all(
        (member) => text(member, 'member'),
        'select member from family_members where share = ? order by member',
        id,
      ),
    };
  }
}

const stampColumns = (stamp: FileStamp | null) =>
  [stamp?.dev ?? null, stamp?.ino ?? null, stamp?.born ?? null] as const;

const stampFromRow = (row: Row): FileStamp | null => {
  const ino = textOrNull(row, 'ino');
  const born = textOrNull(row, 'born');
  if (ino === null) return null;
  return { dev: text(row, 'dev'), ino, folder: true, size: 0, mtime: '0', ...(born === null ? {} : { born }) };
};

const grantFromRow = (row: Row): Grant => {
  const stamp = stampFromRow(row);
  return {
    sharer: text(row, 'owner'),
    name: text(row, 'name'),
    path: text(row, 'path'),
    is: (stat) => stamp !== null && isSameInode(stampOf(stat), stamp),
  };
};
