import type { ServiceClock } from '../system-clock.ts';
import { nowSeconds } from '../system-clock.ts';
import type { Db } from '../store/schema.ts';

/** Limits of boxes without an owner: their number, and the seconds after which a silent one is deleted. */
export const UNOWNED_LIMITS = { maxBoxes: 1000, lifetimeSeconds: 86_400 } as const;

/**
 * Deletes boxes without an owner: those silent for a day, then the ones seen longest ago until `maxBoxes` are left. A
 * deleted box that still runs registers again with its next report; it has no data before it has an owner.
 */
export const deleteUnownedBoxes = async (
  db: Db,
  clock: ServiceClock,
  maxBoxes: number = UNOWNED_LIMITS.maxBoxes,
): Promise<void> => {
  const unowned = db
    .selectFrom('boxes')
    .select('boxes.box_id')
    .where((is) =>
      is.not(is.exists(is.selectFrom('roster').select('roster.box_id').whereRef('roster.box_id', '=', 'boxes.box_id'))),
    );
  const surplus = unowned.orderBy('boxes.seen', 'desc').orderBy('boxes.box_id').offset(maxBoxes).limit(100);
  const silent = unowned.where('boxes.seen', '<', nowSeconds(clock) - UNOWNED_LIMITS.lifetimeSeconds).limit(100);
  for (const each of [silent, surplus]) {
    const ids = (await each.execute()).map(({ box_id }) => box_id);
    if (ids.length === 0) continue;
    await db.transaction().execute(async (tx) => {
      // Checked again: a box may have got an owner in between.
      await tx.deleteFrom('boxes').where('box_id', 'in', ids).where('box_id', 'in', unowned).execute();
      await tx
        .deleteFrom('pushes')
        .where('box_id', 'in', ids)
        .where('box_id', 'not in', tx.selectFrom('boxes').select('box_id'))
        .execute();
    });
  }
};
