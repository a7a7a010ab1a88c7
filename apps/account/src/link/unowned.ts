import type { Clock } from '../clock.ts';
import { seconds } from '../clock.ts';
import type { Db } from '../store/schema.ts';

/** Boxes that nobody owns: how many the service knows at a time, and for how many seconds one that says nothing any more. */
export const UNOWNED = { most: 1000, life: 86_400 } as const;

/**
 * Forgets boxes that nobody owns: those that have been silent for a day, and of the others those heard of longest ago, until `most` are left. A box
 * that is forgotten and runs is known again with its next report: there is nothing to lose before it has an owner.
 */
export const forgetUnowned = async (db: Db, clock: Clock, most: number = UNOWNED.most): Promise<void> => {
  const unowned = db
    .selectFrom('boxes')
    .select('boxes.box_id')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('roster').select('roster.box_id').whereRef('roster.box_id', '=', 'boxes.box_id'))),
    );
  const surplus = unowned.orderBy('boxes.seen', 'desc').orderBy('boxes.box_id').offset(most).limit(100);
  const silent = unowned.where('boxes.seen', '<', seconds(clock) - UNOWNED.life).limit(100);
  for (const each of [silent, surplus]) {
    const ids = (await each.execute()).map(({ box_id }) => box_id);
    if (ids.length === 0) continue;
    await db.transaction().execute(async (tx) => {
      // Asked again: one may have got its owner in between.
      await tx.deleteFrom('boxes').where('box_id', 'in', ids).where('box_id', 'in', unowned).execute();
      await tx
        .deleteFrom('pushes')
        .where('box_id', 'in', ids)
        .where('box_id', 'not in', tx.selectFrom('boxes').select('box_id'))
        .execute();
    });
  }
};
