import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { seconds } from '../clock.ts';
import type { Db } from './schema.ts';

/** A number of tries within a time, counted under a name. */
export interface Limit {
  readonly tries: number;
  /** Seconds from the first try. */
  readonly within: number;
  /** The seconds begin anew with every try that counts, so that no stretch of that length holds more tries than these. */
  readonly renewed?: true;
}

/** Sign-in, codes and invitations: five tries in ten minutes (G-70). */
export const GUESSES: Limit = { tries: 5, within: 600, renewed: true };
/** From one address over all names: many users may sit behind it, so the limit is wide. */
export const FROM_ONE_ADDRESS: Limit = { tries: 100, within: 600 };

/** Rows of strangers; of more than these, those that end soonest go. */
const MOST = 20_000;
/** Rows of people who are known: there are never more than people and their boxes, and no stranger pushes them out. */
const KNOWN = 'sign-in:';

/**
 * Counts tries in the database, so that a restart or a second process forgives nobody. A try is counted before it is judged:
 * a hundred at once get no more than the limit.
 */
export const createAttempts = (db: Db, clock: Clock, most = MOST) => {
  let added = 0;

  /** Removes what time has settled, and what is too much. */
  const sweep = async (): Promise<void> => {
    added = 0;
    await db.deleteFrom('attempts').where('expires', '<=', seconds(clock)).execute();
    const surplus = db
      .selectFrom('attempts')
      .select('name')
      .where('name', 'not like', `${KNOWN}%`)
      .orderBy('expires', 'desc')
      .orderBy('name')
      .limit(1_000_000)
      .offset(most);
    await db.deleteFrom('attempts').where('name', 'in', surplus).execute();
  };

  /** What counts now under names, together. */
  const counted = async (names: readonly string[], now: number): Promise<number> => {
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
     * Counts one try; false when there were too many.
     * @param beside names under which other doors count tries of the same thing
     */
    take: async (name: string, limit: Limit, beside: readonly string[] = []): Promise<boolean> => {
      const now = seconds(clock);
      const fresh = now + limit.within;
      const renewedBelow = limit.renewed === true ? limit.tries : 0;
      const { count } = await db
        .insertInto('attempts')
        .values({ name, count: 1, expires: fresh })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet({
            count: sql<number>`case when attempts.expires <= ${now} then 1 else attempts.count + 1 end`,
            // What ends later than it could was counted before the clock was set back.
            expires: sql<number>`case when attempts.expires <= ${now} or attempts.expires > ${fresh}
              or attempts.count < ${renewedBelow} then ${fresh} else attempts.expires end`,
          }),
        )
        .returning('count')
        .executeTakeFirstOrThrow();
      if (count === 1) {
        added += 1;
        if (added >= most) await sweep();
      }
      if (count > limit.tries) return false;
      // Asked when the own try is written: of two doors at once, the later one sees both.
      if (count + (await counted(beside, now)) <= limit.tries) return true;
      await db
        .updateTable('attempts')
        .set({ count: sql<number>`attempts.count - 1` }) // it will not be judged
        .where('name', '=', name)
        .execute();
      return false;
    },
    /** Forgets the tries under names, after a success. */
    clear: async (names: readonly string[]): Promise<void> => {
      await db.deleteFrom('attempts').where('name', 'in', names).execute();
    },
    /** Gives back one try that turned out to be none. */
    giveBack: async (name: string): Promise<void> => {
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
export type Attempts = ReturnType<typeof createAttempts>;
