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
  startNow,
  execute,
  mapRight,
  type Outcome,
  type LazyResult,
  rejectionOf,
  type Result,
  settled,
} from '../outcome.ts';
import { type DomainClock, epochSeconds } from '../time/domain-clock.ts';

/** A link to create: names in one folder, days, and a code of four digits (`0000` for none). */
export interface NewLink {
  readonly path: string;
  readonly names: readonly string[];
  readonly days: number | null;
  readonly code: string;
}

/** Address of a share. */
export interface ShareAddress {
  /** Https (SHARE-08), unless the box is reached without it. */
  readonly address: string;
  /** Whether the address is https; without it others on the network can read the files. */
  readonly encrypted: boolean;
}

export interface SharedLink extends ShareAddress {
  readonly id: string;
  /** Expiry, in epoch seconds. */
  readonly ends: number;
  /** Whether this request created it; an existing link may already be known to others. */
  readonly isNew: boolean;
}

/** A share of this user as listed by the box (SHARE-18). */
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
   * Creates a link, or returns the one with the same entries, days and code. Invalid input is not sent. The share
   * `replacedId` is ended first, so that adding a code leaves no link without one.
   */
  link(request: NewLink, replacedId?: string): Outcome<SharedLink>;
  /** One page, counted from 1, newest first. */
  list(page: number): LazyResult<OwnShares>;
  /** Ends shares one after the other until one fails; their files stay. */
  end(ids: readonly string[]): Outcome<null>;
}

/** Shares per page of the list (P-15). */
export const SHARES_PAGE_SIZE = 50;

/** Code of `SHAREDEL` for a share that does not exist. */
const UNKNOWN_SHARE_CODE = 11;

const addressOf = (share: Pick<ShareRecord, 'url' | 'plain'>): ShareAddress => {
  const address = shareAddress(share);
  return { address, encrypted: /^https:/i.test(address) };
};

/** Expiry of a share: as reported by the box, otherwise its creation time plus the days (SHARE-03). */
const endOf = (etime: number, made: number, days: number): number => (etime === 0 ? made + days * 86_400 : etime);

const toOwnShare = ({ id, path, files, code, days, ctime, etime, visits, ...found }: ShareRecord): OwnShare => ({
  ...addressOf(found),
  id,
  folder: path,
  names: files,
  created: ctime,
  ends: endOf(etime, ctime, days),
  visits,
  code: code === NO_SHARE_CODE ? null : code,
});

/** Why a link cannot be created, checked in the order of the form; null when it can. */
const linkRejection = ({ names, days, code }: NewLink) =>
  rejectionOf(checkHttpShare({ files: names.length, days, code }));

/** Ends a share; one that has ended already counts as success. */
const endShare = (box: Pick<Client, 'exec'>, id: string): Observable<Result<null>> =>
  execute(box, RemoveShare, { id }).pipe(
    map((result) =>
      result._tag === 'Left' && !(result.left._tag === 'Refused' && result.left.code === UNKNOWN_SHARE_CODE)
        ? result
        : right(null),
    ),
  );

/** {@link Shares} implemented by a box client. */
export const boxShares = (box: Pick<Client, 'exec'>, user: string, clock: DomainClock): Shares => ({
  link: (request, replacedId) => {
    const { path, names, days, code } = request;
    const refused = linkRejection(request);
    if (refused !== null || days === null)
      return settled(left(refused ?? { _tag: 'Rejected', messageKey: 'share.days' }));
    return startNow(
      (replacedId === undefined ? of(right(null)) : endShare(box, replacedId)).pipe(
        andThen((): Observable<Result<ResultOf<typeof CreateShareLink>>> =>
          execute(box, CreateShareLink, { path, names: [...names], days, code }),
        ),
        mapRight(({ id, etime, known, ...found }: ResultOf<typeof CreateShareLink>) => ({
          id,
          isNew: known === 0,
          ends: endOf(etime, epochSeconds(clock), days),
          ...addressOf(found),
        })),
      ),
    );
  },
  list: (page) =>
    execute(box, ListShares, { user, page, count: SHARES_PAGE_SIZE }).pipe(
      mapRight(({ total, list }) => ({ total, list: list.filter(({ type }) => type === 1).map(toOwnShare) })),
    ),
  end: (ids) =>
    startNow(
      ids.reduce<Observable<Result<null>>>(
        (before, id) => before.pipe(andThen(() => execute(box, RemoveShare, { id }).pipe(mapRight(() => null)))),
        of(right(null)),
      ),
    ),
});

const CODE_COUNT = 10_000;

/** A random code of four digits, never the one that means none. `fill` generates random numbers. */
export const newShareCode = (fill: (numbers: Uint32Array<ArrayBuffer>) => void): string => {
  const numbers = new Uint32Array(1);
  for (;;) {
    fill(numbers);
    const code = String((numbers[0] ?? 0) % CODE_COUNT).padStart(4, '0');
    if (code !== NO_SHARE_CODE) return code;
  }
};
