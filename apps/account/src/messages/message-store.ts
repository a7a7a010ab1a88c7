import type { ServiceClock } from '../system-clock.ts';
import { nowSeconds } from '../system-clock.ts';
import { newToken } from '../secrets.ts';
import type { Db } from '../store/schema.ts';

/** A message from the service or a box to a user. */
export interface UserMessage {
  readonly userName: string;
  /** 1 friends, 2 replies, 3 system notices, 4 direct (G-45). */
  readonly type: number;
  readonly content: string;
  readonly boxName: string;
}

/** Maximum number of stored messages for each user and type; the oldest are deleted. */
const MAX_MESSAGES_PER_TYPE = 1000;

let serial = 0;
/** Ids that sort by time of writing, also within a second. */
const newMessageId = (clock: ServiceClock): string => {
  serial = (serial + 1) % 36 ** 4;
  return clock.now().toString(36).padStart(9, '0') + serial.toString(36).padStart(4, '0') + newToken().slice(0, 8);
};

/** Stores a message for a user. */
export const storeMessage = async (
  db: Db,
  clock: ServiceClock,
  { userName, type, content, boxName }: UserMessage,
): Promise<void> => {
  await db
    .insertInto('messages')
    .values({
      mid: newMessageId(clock),
      user_name: userName,
      type,
      content,
      state: 0,
      date_time: nowSeconds(clock),
      box_name: boxName,
    })
    .execute();
  const surplus = await db
    .selectFrom('messages')
    .select('mid')
    .where('user_name', '=', userName)
    .where('type', '=', type)
    .orderBy('date_time', 'desc')
    .orderBy('mid', 'desc')
    .offset(MAX_MESSAGES_PER_TYPE)
    .limit(100)
    .execute();
  if (surplus.length > 0)
    await db
      .deleteFrom('messages')
      .where(
        'mid',
        'in',
        surplus.map((row) => row.mid),
      )
      .execute();
};
