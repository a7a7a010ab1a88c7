import { BOX_ID_HEADER, BOX_SECRET_HEADER } from '@boxwood/account-sdk';
import { decodeReply, encodeRequest, isRight, nobody, PushRoster } from '@boxwood/box-sdk';
import type { Clock } from '../clock.ts';
import { seconds } from '../clock.ts';
import { ENDED_AT_ONCE, endedIsKnown, endedOf } from '../session/box-tokens.ts';
import type { RosterEntry, Settings } from '../settings.ts';
import type { Box, Db, Push } from '../store/schema.ts';

/** Seconds before the n-th repetition: 1, 2, 4, ... at most five minutes. */
const pause = (tries: number): number => Math.min(300, 2 ** Math.min(tries, 9));
/** Milliseconds between two looks at what is due, while there is something to tell. */
const LOOK_EVERY_MS = 1000;

/** The boxes that dialled in. The service calls no other address: what a box says of itself leads nowhere. */
export interface Tunnels {
  /** Ids of the boxes that hold a tunnel now. */
  connected(): readonly string[];
  /** Sends a POST to a box and answers with the reply's text, empty unless its status is 200. Bounded in bytes and time. */
  post(boxId: string, path: string, headers: Readonly<Record<string, string>>, body: string): Promise<string>;
}

/**
 * Tells boxes their users, and which of their tokens have ended (X106). What is to be told is kept in the database until a box has taken it, so that a box that is away,
 * or a restart of the service, loses nothing. Only the newest state is sent. Every box is told by itself: none waits for another one's answer.
 */
export const createPusher = (
  db: Db,
  clock: Clock,
  settings: Pick<Settings, 'pushRoster' | 'onFault'>,
  tunnels: Tunnels,
) => {
  const rosterOf = async (boxId: string): Promise<readonly RosterEntry[]> => {
    const rows = await db
      .selectFrom('roster')
      .innerJoin('users', 'users.user_name', 'roster.user_name')
      .select(['users.user_name', 'users.verifier', 'roster.admin'])
      .where('roster.box_id', '=', boxId)
      .orderBy('users.user_name')
      .execute();
    return rows.map(({ user_name, admin, verifier }) => ({ userName: user_name, admin, verifier }));
  };

  const post = async (box: Box, users: readonly RosterEntry[], ended: readonly string[]): Promise<boolean> => {
    // A box from before tokens of its own takes its users alone.
    const request = encodeRequest(PushRoster, { users, ...(ended.length === 0 ? {} : { ended }) }, nobody);
    if (!isRight(request) || typeof request.right.body !== 'string')
      throw new Error(`the roster of ${box.box_id} is none that a box takes`);
    const { path, headers, body } = request.right;
    const secret = { [BOX_ID_HEADER]: box.box_id, [BOX_SECRET_HEADER]: box.secret };
    const reply = await tunnels.post(box.box_id, path, { ...headers, ...secret }, body);
    return isRight(decodeReply(PushRoster, reply));
  };

  const deliver = async (boxId: string): Promise<boolean> => {
    const box = await db.selectFrom('boxes').selectAll().where('box_id', '=', boxId).executeTakeFirst();
    if (box === undefined) return true;
    const users = await rosterOf(boxId);
    const ended = await endedOf(db, boxId);
    try {
      if (settings.pushRoster !== null) await settings.pushRoster(boxId, users, ended);
      else if (!(await post(box, users, ended))) return false;
      await endedIsKnown(db, boxId, ended);
      return ended.length < ENDED_AT_ONCE; // more than fit are told with the next try
    } catch {
      return false; // away; it is tried again
    }
  };

  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  /** How often somebody asked to look. */
  let asked = 0;
  let closed = false;
  /** What is being told, one delivery a box. */
  const telling = new Map<string, Promise<void>>();

  const tell = async ({ box_id, revision, tries }: Push): Promise<void> => {
    const done = await deliver(box_id);
    // A change that came during the delivery has another revision and stays due.
    if (done) await db.deleteFrom('pushes').where('box_id', '=', box_id).where('revision', '=', revision).execute();
    else
      await db
        .updateTable('pushes')
        .set({ tries: tries + 1, due: seconds(clock) + pause(tries) })
        .where('box_id', '=', box_id)
        .where('revision', '=', revision)
        .execute();
  };

  /** What is due of boxes that can be told now; a box that is away costs nothing until it dials in. */
  const dueNow = async (): Promise<readonly Push[]> => {
    const due = db.selectFrom('pushes').selectAll().where('due', '<=', seconds(clock));
    if (settings.pushRoster !== null) return due.execute();
    const there = tunnels.connected().filter((boxId) => !telling.has(boxId));
    return there.length === 0 ? [] : due.where('box_id', 'in', there).execute();
  };

  /** Whether a box that can be told now has to be told something, now or later. */
  const isAnyLeft = async (): Promise<boolean> => {
    const left = db.selectFrom('pushes').select('box_id').limit(1);
    if (settings.pushRoster !== null) return (await left.executeTakeFirst()) !== undefined;
    const there = tunnels.connected();
    return there.length > 0 && (await left.where('box_id', 'in', there).executeTakeFirst()) !== undefined;
  };

  const look = async () => {
    for (let seen = -1; seen !== asked;) {
      seen = asked;
      for (const push of await dueNow()) {
        const { box_id } = push;
        if (closed) return;
        if (telling.has(box_id)) continue;
        telling.set(
          box_id,
          tell(push)
            .catch((fault: unknown) => {
              settings.onFault(fault, 'roster');
            })
            .finally(() => {
              telling.delete(box_id);
              run(); // what changed meanwhile
            }),
        );
      }
      if (seen !== asked || telling.size > 0 || (await isAnyLeft()) || seen !== asked) continue;
      clearInterval(timer);
      timer = undefined;
    }
  };
  const tick = () => {
    timer ??= setInterval(run, LOOK_EVERY_MS).unref();
  };
  const run = () => {
    if (closed) return;
    asked += 1;
    tick();
    if (looking !== undefined) return;
    looking = look()
      .catch((fault: unknown) => {
        settings.onFault(fault, 'roster');
      })
      .finally(() => {
        looking = undefined;
      });
  };

  return {
    /** Tells what was left of the last run. */
    start: tick,
    /** Looks right away, after a change or when a box has come. */
    wake: run,
    /** Makes what a box has not taken due now. */
    boxCame: async (boxId: string) => {
      await telling.get(boxId); // what was told over the tunnel before this one has failed, or fails now
      await db
        .updateTable('pushes')
        .set({ due: seconds(clock), tries: 0 })
        .where('box_id', '=', boxId)
        .execute();
      run();
    },
    close: async () => {
      closed = true;
      clearInterval(timer);
      await looking;
      await Promise.all(telling.values());
    },
  };
};
