import {
  CreateShareLink,
  ListShares,
  NO_SHARE_CODE,
  RemoveShare,
  shareAddress,
  type ShareRecord,
} from '@boxwood/box-sdk';
import { checkHttpShare } from '@boxwood/box-sdk/rules';
import { left, right } from '@boxwood/command-bus';
import type { Client, ResultOf } from '@boxwood/command-bus';
import { map, type Observable, of } from 'rxjs';
import {
  andThen,
  begin,
  answer,
  mapRight,
  type Outcome,
  type Question,
  refusedBy,
  type Result,
  settled,
} from '../outcome.ts';
import { type Clock, seconds } from '../time/clock.ts';

/** What is to be shared by HTTP: names in one folder, days, and a code of four digits (`0000` for none). */
export interface NewLink {
  readonly path: string;
  readonly names: readonly string[];
  readonly days: number | null;
  readonly code: string;
}

/** Where a share is found. */
export interface ShareAddress {
  /** Over https (SHARE-08), unless the box is reached without it. */
  readonly address: string;
  /** Whether the address is https: who reads along on another one sees the files. */
  readonly encrypted: boolean;
}

export interface SharedLink extends ShareAddress {
  readonly id: string;
  /** When it ends, epoch seconds. */
  readonly ends: number;
  /** Whether it was made for this request; one that was there before may be in other hands already. */
  readonly fresh: boolean;
}

/** A share of this person as the box lists it (SHARE-18). */
export interface OwnShare extends ShareAddress {
  readonly id: string;
  readonly folder: string;
  readonly names: readonly string[];
  /** Null for none. */
  readonly code: string | null;
  /** Epoch seconds. */
  readonly created: number;
  readonly ends: number;
  readonly visits: number;
}

export interface OwnShares {
  readonly total: number;
  readonly list: readonly OwnShare[];
}

/** Shares by HTTP link (SHARE-01, P-15). */
export interface Shares {
  /**
   * Makes a link, or finds the one of the same entries, days and code. What the rules refuse is not sent. The share `instead` ends first: who
   * asks for a code does not leave a link without one behind.
   */
  link(wanted: NewLink, instead?: string): Outcome<SharedLink>;
  /** One page, from 1, newest first. */
  list(page: number): Question<OwnShares>;
  /** Ends shares, one after the other until one cannot be ended; their files stay. */
  end(ids: readonly string[]): Outcome<null>;
}

/** Shares on one page of the list (P-15). */
export const SHARES_PAGE = 50;

/** What `SHAREDEL` answers for a share that is not there. */
const UNKNOWN = 11;

const addressOf = (share: Pick<ShareRecord, 'url' | 'plain'>): ShareAddress => {
  const address = shareAddress(share);
  return { address, encrypted: /^https:/i.test(address) };
};

/** When a share ends: as the box says, and where it does not say it, so many days after it was made (SHARE-03). */
const endOf = (etime: number, made: number, days: number): number => (etime === 0 ? made + days * 86_400 : etime);

const ownShare = ({ id, path, files, code, days, ctime, etime, visits, ...found }: ShareRecord): OwnShare => ({
  ...addressOf(found),
  ...{ id, folder: path, names: files, created: ctime, ends: endOf(etime, ctime, days), visits },
  code: code === NO_SHARE_CODE ? null : code,
});

/** What stands in the way of a link, in the order of the form; null when nothing does. */
const obstacle = ({ names, days, code }: NewLink) => refusedBy(checkHttpShare({ files: names.length, days, code }));

/** Ends a share; one that has ended already is what was wanted. */
const ended = (box: Pick<Client, 'exec'>, id: string): Observable<Result<null>> =>
  answer(box, RemoveShare, { id }).pipe(
    map((result) =>
      result._tag === 'Left' && !(result.left._tag === 'Refused' && result.left.code === UNKNOWN)
        ? result
        : right(null),
    ),
  );

/** {@link Shares} over a client of the box. */
export const boxShares = (box: Pick<Client, 'exec'>, user: string, clock: Clock): Shares => ({
  link: (wanted, instead) => {
    const { path, names, days, code } = wanted;
    const refused = obstacle(wanted);
    if (refused !== null || days === null) return settled(left(refused ?? { _tag: 'Rejected', word: 'share.days' }));
    return begin(
      (instead === undefined ? of(right(null)) : ended(box, instead)).pipe(
        andThen((): Observable<Result<ResultOf<typeof CreateShareLink>>> =>
          answer(box, CreateShareLink, { path, names: [...names], days, code }),
        ),
        mapRight(({ id, etime, known, ...found }: ResultOf<typeof CreateShareLink>) => ({
          ...{ id, fresh: known === 0 },
          ends: endOf(etime, seconds(clock), days),
          ...addressOf(found),
        })),
      ),
    );
  },
  list: (page) =>
    answer(box, ListShares, { user, page, count: SHARES_PAGE }).pipe(
      mapRight(({ total, list }) => ({ total, list: list.filter(({ type }) => type === 1).map(ownShare) })),
    ),
  end: (ids) =>
    begin(
      ids.reduce<Observable<Result<null>>>(
        (before, id) => before.pipe(andThen(() => answer(box, RemoveShare, { id }).pipe(mapRight(() => null)))),
        of(right(null)),
      ),
    ),
});

const CODES = 10_000;

/** A code that nobody guesses at first: four random digits, never the one that means none. `fill` makes random numbers. */
export const newShareCode = (fill: (numbers: Uint32Array<ArrayBuffer>) => void): string => {
  const numbers = new Uint32Array(1);
  for (;;) {
    fill(numbers);
    const code = String((numbers[0] ?? 0) % CODES).padStart(4, '0');
    if (code !== NO_SHARE_CODE) return code;
  }
};
