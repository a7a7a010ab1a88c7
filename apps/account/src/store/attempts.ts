import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { seconds } from '../clock.ts';
import type { Db } from './schema.ts';

/** A number of tries within a time, counted under a name. */
export interface Limit {
  readonly tries: number;
  /** Seconds from the first try. */
  readonly within: number;
}

/** Sign-in, codes and invitations: five tries in ten minutes (G-70). */
export const GUESSES: Limit = { tries: 5, within: 600 };

/**
 * Counts tries in the database, so that a restart or a second process forgives nobody. A try is counted before it is judged:
 * a hundred at once get no more than the limit.
 */
export const createAttempts = (db: Db, clock: Clock) => ({
  /** Counts one try; false when there were too many. */
  take: async (name: string, limit: Limit): Promise<boolean> => {
    const now = seconds(clock);
    const fresh = now + limit.within;
    const { count } = await db
      .insertInto('attempts')
      .values({ name, count: 1, expires: fresh })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({
          count: sql<number>`case when attempts.expires <= ${now} then 1 else attempts.count + 1 end`,
          expires: sql<number>`case when attempts.expires <= ${now} then ${fresh} else attempts.expires end`,
        }),
      )
      .returning('count')
      .executeTakeFirstOrThrow();
    return count <= limit.tries;
  },
  /** Forgets the tries under a name, after a success. */
  clear: async (name: string): Promise<void> => {
    await db.deleteFrom('attempts').where('name', '=', name).execute();
  },
  /** Removes what time has settled. */
  sweep: async (): Promise<void> => {
    await db.deleteFrom('attempts').where('expires', '<=', seconds(clock)).execute();
  },
});
export type Attempts = ReturnType<typeof createAttempts>;
