import { sql } from 'kysely';
import type { ServiceClock } from '../system-clock.ts';
import { nowSeconds } from '../system-clock.ts';
import type { Db } from './schema.ts';

/** A maximum number of attempts within a time window, counted under a name. */
export interface AttemptLimit {
  readonly tries: number;
  /** Seconds from the first attempt. */
  readonly within: number;
  /** Each counted attempt restarts the window, so that no window of that length has more attempts than `tries`. */
  readonly renewed?: true;
}

/** Sign-in, codes and invitations: five tries in ten minutes (G-70). */
export const GUESS_LIMIT: AttemptLimit = { tries: 5, within: 600, renewed: true };
/** Limit of one address over all user names; wide, because many users may share an address. */
export const ADDRESS_LIMIT: AttemptLimit = { tries: 100, within: 600 };

/** Maximum number of rows without a known user; beyond it, the ones that expire first are deleted. */
const MAX_ROWS = 20_000;
/**
 * Prefix of rows of known users. Their number is limited by the users and their boxes, so they are never deleted as
 * surplus.
 */
const KNOWN_USER_PREFIX = 'sign-in:';

/**
 * Counts attempts in the database, so that a restart or a second process does not reset them. An attempt is counted
 * before it is judged, so that concurrent ones cannot exceed the limit.
 */
export const createAttemptLimiter = (db: Db, clock: ServiceClock, maxRows = MAX_ROWS) => {
  let added = 0;

  /** Deletes expired and surplus rows. */
  const sweep = async (): Promise<void> => {
    added = 0;
    await db.deleteFrom('attempts').where('expires', '<=', nowSeconds(clock)).execute();
    const surplus = db
      .selectFrom('attempts')
      .select('name')
      .where('name', 'not like', `${KNOWN_USER_PREFIX}%`)
      .orderBy('expires', 'desc')
      .orderBy('name')
      .limit(1_000_000)
      .offset(maxRows);
    await db.deleteFrom('attempts').where('name', 'in', surplus).execute();
  };

  /** The sum of the unexpired counts under these names. */
  const sumCounts = async (names: readonly string[], now: number): Promise<number> => {
    if (names.length === 0) return 0;
    const rows = await db
      .selectFrom('attempts')
      .select('count')
      .where('name', 'in', names)
      .where('expires', '>', now)
      .execute();
    return rows.reduce((sum, { count }) => sum + count, 0);
  };

  return {
    /**
     * Counts one attempt; false when there were too many.
     * @param related other names under which attempts on the same target are counted
     */
    count: async (name: string, limit: AttemptLimit, related: readonly string[] = []): Promise<boolean> => {
      const now = nowSeconds(clock);
      const fresh = now + limit.within;
      const renewedBelow = limit.renewed === true ? limit.tries : 0;
      const { count } = await db
        .insertInto('attempts')
        .values({ name, count: 1, expires: fresh })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet({
            count: sql<number>`case when attempts.expires <= ${now} then 1 else attempts.count + 1 end`,
            // An expiry later than possible was stored before the clock was set back.
            expires: sql<number>`case when attempts.expires <= ${now} or attempts.expires > ${fresh}
              or attempts.count < ${renewedBelow} then ${fresh} else attempts.expires end`,
          }),
        )
        .returning('count')
        .executeTakeFirstOrThrow();
      if (count === 1) {
        added += 1;
        if (added >= maxRows) await sweep();
      }
      if (count > limit.tries) return false;
      // Read after the own attempt is written, so that of two concurrent ones the later sees both.
      if (count + (await sumCounts(related, now)) <= limit.tries) return true;
      await db
        .updateTable('attempts')
        .set({ count: sql<number>`attempts.count - 1` }) // it will not be judged
        .where('name', '=', name)
        .execute();
      return false;
    },
    /** Deletes the counts under these names, after a success. */
    clear: async (names: readonly string[]): Promise<void> => {
      await db.deleteFrom('attempts').where('name', 'in', names).execute();
    },
    /** Uncounts one attempt that turned out to be valid. */
    uncount: async (name: string): Promise<void> => {
      await db
        .updateTable('attempts')
        .set({ count: sql<number>`attempts.count - 1` })
        .where('name', '=', name)
        .where('count', '>', 0)
        .execute();
    },
    sweep,
  };
};
export type AttemptLimiter = ReturnType<typeof createAttemptLimiter>;
