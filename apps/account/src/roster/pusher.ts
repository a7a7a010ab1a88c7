import { BOX_ID_HEADER, BOX_SECRET_HEADER } from '@boxwood/account-sdk';
import { decodeReply, encodeRequest, isRight, nobody, PushRoster } from '@boxwood/box-sdk';
import type { Clock } from '../clock.ts';
import { seconds } from '../clock.ts';
import { ENDED_AT_ONCE, endedIsKnown, endedOf } from '../session/box-tokens.ts';
import type { RosterEntry, Settings } from '../settings.ts';
import type { Box, Db, Push } from '../store/schema.ts';

/** Delay before the n-th retry in seconds: 1, 2, 4, ... up to five minutes. */
const pause = (tries: number): number => Math.min(300, 2 ** Math.min(tries, 9));
/** Interval between checks for due pushes, in ms, while any are pending. */
const LOOK_EVERY_MS = 1000;

/**
 * The boxes that dialled in. The service connects to no other address, because an address reported by a box is not
 * trusted.
 */
export interface Tunnels {
  /** Ids of the boxes that hold a tunnel now. */
  connected(): readonly string[];
  /**
   * Sends a POST to a box and resolves with the reply text, empty unless its status is 200. Limited in bytes and time.
   */
  post(boxId: string, path: string, headers: Readonly<Record<string, string>>, body: string): Promise<string>;
}

/**
 * Pushes to each box its users, and its tokens that have ended (X106). Pending pushes are stored in the database until
 * the box accepts them, so that nothing is lost while a box is offline or the service restarts. Only the newest state
 * is sent. Boxes are served independently of each other.
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
    // A box of an older version without box tokens accepts only its users.
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
      return ended.length < ENDED_AT_ONCE; // the remaining tokens are sent with the next push
    } catch {
      return false; // the box is offline; retried later
    }
  };

  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  /** The number of requested checks. */
  let asked = 0;
  let closed = false;
  /** Deliveries in progress, one for each box. */
  const telling = new Map<string, Promise<void>>();

  const tell = async ({ box_id, revision, tries }: Push): Promise<void> => {
    const done = await deliver(box_id);
    // A change during the delivery has a new revision and stays due.
    if (done) await db.deleteFrom('pushes').where('box_id', '=', box_id).where('revision', '=', revision).execute();
    else
      await db
        .updateTable('pushes')
        .set({ tries: tries + 1, due: seconds(clock) + pause(tries) })
        .where('box_id', '=', box_id)
        .where('revision', '=', revision)
        .execute();
  };

  /** The due pushes of reachable boxes; a box that is offline causes no work until it dials in. */
  const dueNow = async (): Promise<readonly Push[]> => {
    const due = db.selectFrom('pushes').selectAll().where('due', '<=', seconds(clock));
    if (settings.pushRoster !== null) return due.execute();
    const there = tunnels.connected().filter((boxId) => !telling.has(boxId));
    return there.length === 0 ? [] : due.where('box_id', 'in', there).execute();
  };

  /** Whether a reachable box has a pending push, due now or later. */
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
              run(); // for changes during the delivery
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
    /** Starts delivering the pushes that an earlier run left. */
    start: tick,
    /** Checks at once, after a change or when a box has connected. */
    wake: run,
    /** Makes the pending push of a box due now. */
    boxCame: async (boxId: string) => {
      await telling.get(boxId); // a delivery over the previous tunnel has failed, or fails now
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
