import { getRandomValues } from 'node:crypto';
import { randomText } from '@boxwood/command-bus/rules';
import type { Clock } from '../clock.ts';
import type { Database } from '../store/database.ts';
import { number, type Row, text } from '../store/rows.ts';
import { GEN, type Grant, type Grants, Refusal } from '../vault/index.ts';

const ID_LENGTH = 16;
/** Family shares that one user may have made. */
const MOST = 100;

/** A folder of its owner that chosen users of the box may use like their own (SHARE-14). */
export interface FamilyFolder {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  /** {@link Location.key} of the folder. */
  readonly path: string;
  /** Epoch seconds. */
  readonly created: number;
  /** Who may use it beside the owner. */
  readonly members: readonly string[];
}

export type NewFamilyFolder = Pick<FamilyFolder, 'owner' | 'name' | 'path' | 'members'>;

/**
 * The family shares of the box (P-13, ROLE-07). The vault asks here on every access, so whoever loses access loses it at once. A folder that
 * is renamed or moved stays shared; in the recycle bin it cannot be entered, and taken out of it it can again.
 */
export class FamilyShares implements Grants {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #grants = new Map<string, readonly Grant[]>();
  #readAt = -1;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Every file access of every user asks here: what was read holds until somebody writes. */
  grantsFor(user: string): readonly Grant[] {
    if (this.#readAt !== this.#database.writes) {
      this.#grants.clear();
      this.#readAt = this.#database.writes;
    }
    const known = this.#grants.get(user);
    if (known !== undefined) return known;
    const grants = this.#database.all(
      (row) => ({ sharer: text(row, 'owner'), name: text(row, 'name'), path: text(row, 'path') }),
      `select owner, name, path from family_shares join family_members on share = id
       where member = ? order by owner, name`,
      user,
    );
    this.#grants.set(user, grants);
    return grants;
  }

  get(id: string): FamilyFolder | undefined {
    return this.#database.get((row) => this.#read(row), 'select * from family_shares where id = ?', id);
  }

  /** What a user made or may use, by name. */
  list(user: string): readonly FamilyFolder[] {
    return this.#database.all(
      (row) => this.#read(row),
      `select * from family_shares where owner = ? or id in (select share from family_members where member = ?)
       order by name, id`,
      ...[user, user],
    );
  }

  /** @throws Refusal 11 the owner has a share of this name or of this folder, or a member is no user of the box; 16 too many */
  make(share: NewFamilyFolder): string {
    const id = randomText((fresh) => getRandomValues(fresh), ID_LENGTH);
    return this.#database.durable(() => {
      this.#check(id, share);
      if (this.#ownedBy(share.owner).length >= MOST) throw new Refusal(GEN.overLimit, 'shares');
      this.#database.run(
        'insert into family_shares (id, owner, name, path, created) values (?, ?, ?, ?, ?)',
        ...[id, share.owner, share.name, share.path, Math.floor(this.#clock.now() / 1000)],
      );
      this.#admit(id, share.members);
      return id;
    });
  }

  /** Throws as {@link make}. */
  change(id: string, share: NewFamilyFolder): void {
    this.#database.durable(() => {
      this.#check(id, share);
      this.#database.run('update family_shares set name = ?, path = ? where id = ?', share.name, share.path, id);
      this.#database.run('delete from family_members where share = ?', id);
      this.#admit(id, share.members);
    });
  }

  remove(id: string): void {
    this.#database.durable(() => {
      this.#database.run('delete from family_shares where id = ?', id);
    });
  }

  /** The folder `from`, or what is below it, stands at `to` now: both {@link Location.key}s. */
  moved(from: string, to: string): void {
    // SQLite counts its own characters, which are not those of a string here.
    const there = 'where path = ?1 or substr(path, 1, length(?2)) = ?2';
    const which = [from, `${from}/`] as const;
    if (this.#database.get((row) => text(row, 'id'), `select id from family_shares ${there}`, ...which) === undefined)
      return;
    this.#database.run(
      `update family_shares set path = ?3 || substr(path, length(?1) + 1) ${there}`,
      ...[...which, to],
    );
  }

  #ownedBy(owner: string): readonly FamilyFolder[] {
    return this.#database.all((row) => this.#read(row), 'select * from family_shares where owner = ?', owner);
  }

  #check(id: string, { owner, name, path, members }: NewFamilyFolder): void {
    const others = this.#ownedBy(owner).filter((share) => share.id !== id);
    if (others.some((share) => share.name === name)) throw new Refusal(GEN.invalid, 'name');
    if (others.some((share) => share.path === path)) throw new Refusal(GEN.invalid, 'folder');
    for (const member of members)
      if (this.#database.get((row) => text(row, 'name'), 'select name from users where name = ?', member) === undefined)
        throw new Refusal(GEN.invalid, 'users');
  }

  #admit(id: string, members: readonly string[]): void {
    for (const member of new Set(members))
      this.#database.run('insert into family_members (share, member) values (?, ?)', id, member);
  }

  #read(row: Row): FamilyFolder {
    const id = text(row, 'id');
    return {
      ...{ id, owner: text(row, 'owner'), name: text(row, 'name'), path: text(row, 'path') },
      created: number(row, 'created'),
      members: this.#database.all(
        (member) => text(member, 'member'),
        'select member from family_members where share = ? order by member',
        id,
      ),
    };
  }
}
