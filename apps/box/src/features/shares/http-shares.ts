import { getRandomValues } from 'node:crypto';
import { NO_SHARE_CODE } from '@boxwood/box-sdk';
import { diskText, list, parseJson } from '@boxwood/command-bus/codecs';
import { randomText } from '@boxwood/command-bus/rules';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../store/database.ts';
import type { Row } from '../../store/row-columns.ts';
import { bytes, number, text } from '../../store/row-columns.ts';
import { GEN, Refusal } from '../../storage/vault/index.ts';
import type { ShareSecrets } from './share-secrets.ts';

const ID_LENGTH = 16;
const DAY_S = 86_400;
/** Wrong codes after which a share is locked permanently (0.2 % of all codes). The owner can then create a new one. */
const MAX_WRONG_CODES_TOTAL = 20;
/** Maximum number of shares per user. */
const MAX_SHARES_PER_USER = 1000;

/** Properties of a new share (SHARE-07). */
export interface ShareSpec {
  readonly user: string;
  readonly path: string;
  readonly names: readonly string[];
  readonly days: number;
  readonly code: string;
}

export interface Share extends ShareSpec {
  readonly id: string;
  /** Epoch seconds. */
  readonly created: number;
  /** End of the share, epoch seconds. */
  readonly ends: number;
  readonly visits: number;
  /** Locked permanently: too many wrong codes, or the stored code cannot be decrypted. */
  readonly frozen: boolean;
}

/** Result of creating a share. `isExisting` is true when the same share existed and was renewed. */
export interface CreatedShare extends Share {
  readonly isExisting: boolean;
}

const Names = list(diskText);

/** The HTTP shares of the box (SHARE-18, G-34). */
export class HttpShares {
  readonly #database: Database;
  readonly #secrets: ShareSecrets;
  readonly #clock: Clock;

  constructor(database: Database, secrets: ShareSecrets, clock: Clock) {
    this.#database = database;
    this.#secrets = secrets;
    this.#clock = clock;
  }

  /**
   * Creates a share. A request with the same entries, days and code returns the existing address with a renewed
   * lifetime (G-34).
   */
  make(spec: ShareSpec): CreatedShare {
    const known = this.#all(spec.user).find(
      (share) =>
        !share.frozen &&
        share.path === spec.path &&
        share.days === spec.days &&
        share.code === spec.code &&
        share.names.length === spec.names.length &&
        share.names.every((name, index) => name === spec.names[index]),
    );
    const now = Math.floor(this.#clock.now() / 1000);
    const id = known?.id ?? randomText((fresh) => getRandomValues(fresh), ID_LENGTH);
    this.#database.durable(() => {
      if (known !== undefined) {
        this.#database.run('update shares set created = ? where id = ?', now, id);
        return;
      }
      if (this.count(spec.user) >= MAX_SHARES_PER_USER) throw new Refusal(GEN.overLimit, 'shares');
      this.#database.run(
        'insert into shares (id, user, path, names, code, days, created) values (?, ?, ?, ?, ?, ?, ?)',
        id,
        spec.user,
        spec.path,
        JSON.stringify(spec.names),
        spec.code === NO_SHARE_CODE ? null : this.#secrets.seal(id, spec.code),
        spec.days,
        now,
      );
    });
    return {
      ...spec,
      id,
      created: now,
      ends: now + spec.days * DAY_S,
      visits: known?.visits ?? 0,
      frozen: false,
      isExisting: known !== undefined,
    };
  }

  get(id: string): Share | undefined {
    return this.#database.get((row) => this.#shareFromRow(row), 'select * from shares where id = ?', id);
  }

  /** Newest first. */
  list(user: string, offset: number, count: number): readonly Share[] {
    return this.#database.all(
      (row) => this.#shareFromRow(row),
      'select * from shares where user = ? order by created desc, id limit ? offset ?',
      user,
      count,
      offset,
    );
  }

  count(user: string): number {
    return this.#database.get((row) => number(row, 'n'), 'select count(*) n from shares where user = ?', user) ?? 0;
  }

  remove(id: string): void {
    this.#database.durable(() => {
      this.#database.run('delete from shares where id = ?', id);
    });
  }

  hasEnded(share: Share): boolean {
    return this.#clock.now() >= share.ends * 1000;
  }

  recordVisit(id: string): void {
    this.#database.run('update shares set visits = visits + 1 where id = ?', id);
  }

  /** Written durably before the visitor gets the answer, so that cutting the power grants no extra attempts. */
  recordWrongCode(id: string): void {
    this.#database.durable(() => {
      this.#database.run('update shares set wrong = wrong + 1 where id = ?', id);
    });
  }

  #all(user: string): readonly Share[] {
    return this.list(user, 0, MAX_SHARES_PER_USER);
  }

  #shareFromRow(row: Row): Share {
    const id = text(row, 'id');
    const names = parseJson(text(row, 'names'));
    if (names._tag === 'Left' || !Names.is(names.right)) throw new TypeError('the names of a share are not a list');
    const created = number(row, 'created');
    const days = number(row, 'days');
    const code = row['code'] === null ? NO_SHARE_CODE : this.#secrets.unseal(id, bytes(row, 'code'));
    return {
      id,
      user: text(row, 'user'),
      path: text(row, 'path'),
      names: names.right,
      days,
      created,
      code: code ?? '',
      ends: created + days * DAY_S,
      visits: number(row, 'visits'),
      // Without the original box secret nobody can read the code, including the owner.
      frozen: code === null || number(row, 'wrong') >= MAX_WRONG_CODES_TOTAL,
    };
  }
}
