import { BOX_ID_HEADER, BOX_SECRET_HEADER } from '@boxwood/account-sdk';
import { decodeReply, encodeRequest, isRight, nobody, PushRoster } from '@boxwood/box-sdk';
import type { ServiceClock } from '../system-clock.ts';
import { nowSeconds } from '../system-clock.ts';
import { MAX_ENDED_PER_PUSH, markEndedTokensDelivered, endedTokensOf } from '../session/box-tokens.ts';
import type { RosterEntry, ServiceSettings } from '../service-settings.ts';
import type { BoxRow, Db, PushRow } from '../store/schema.ts';

/** Delay before the n-th retry in seconds: 1, 2, 4, ... up to five minutes. */
const retryDelaySeconds = (tries: number): number => Math.min(300, 2 ** Math.min(tries, 9));
/** Interval between checks for due pushes, in ms, while any are pending. */
const CHECK_INTERVAL_MS = 1000;

/**
 * The boxes that dialled in. The service connects to no other address, because an address reported by a box is not
 * trusted.
 */
export interface PushTunnels {
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
export const createRosterPusher = (
  db: Db,
  clock: ServiceClock,
  settings: Pick<ServiceSettings, 'pushRoster' | 'onFault'>,
  tunnels: PushTunnels,
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

  const post = async (box: BoxRow, users: readonly RosterEntry[], ended: readonly string[]): Promise<boolean> => {
    // A box of an older version without box tokens accepts only its users.
    const request = encodeRequest(PushRoster, { users, ...(ended.length === 0 ? {} : { ended }) }, nobody);
    if (!isRight(request) || typeof request.right.body !== 'string')
      throw new Error(`the roster of ${box.box_id} is not valid for a box`);
    const { path, headers, body } = request.right;
    const secret = { [BOX_ID_HEADER]: box.box_id, [BOX_SECRET_HEADER]: box.secret };
    const reply = await tunnels.post(box.box_id, path, { ...headers, ...secret }, body);
    return isRight(decodeReply(PushRoster, reply));
  };

  const deliver = async (boxId: string): Promise<boolean> => {
    const box = await db.selectFrom('boxes').selectAll().where('box_id', '=', boxId).executeTakeFirst();
    if (box === undefined) return true;
    const users = await rosterOf(boxId);
    const ended = await endedTokensOf(db, boxId);
    try {
      if (settings.pushRoster !== null) await settings.pushRoster(boxId, users, ended);
      else if (!(await post(box, users, ended))) return false;
      await markEndedTokensDelivered(db, boxId, ended);
      return ended.length < MAX_ENDED_PER_PUSH; // the remaining tokens are sent with the next push
    } catch {
      return false; // the box is offline; retried later
    }
  };

  let timer: NodeJS.Timeout | undefined;
  let checking: Promise<void> | undefined;
  /** The number of requested checks. */
  let requestedChecks = 0;
  let closed = false;
  /** Deliveries in progress, one for each box. */
  const deliveries = new Map<string, Promise<void>>();

  const deliverPush = async ({ box_id, revision, tries }: PushRow): Promise<void> => {
    const done = await deliver(box_id);
    // A change during the delivery has a new revision and stays due.
    if (done) await db.deleteFrom('pushes').where('box_id', '=', box_id).where('revision', '=', revision).execute();
    else
      await db
        .updateTable('pushes')
        .set({ tries: tries + 1, due: nowSeconds(clock) + retryDelaySeconds(tries) })
        .where('box_id', '=', box_id)
        .where('revision', '=', revision)
        .execute();
  };

  /** The due pushes of reachable boxes; a box that is offline causes no work until it dials in. */
  const duePushes = async (): Promise<readonly PushRow[]> => {
    const due = db.selectFrom('pushes').selectAll().where('due', '<=', nowSeconds(clock));
    if (settings.pushRoster !== null) return due.execute();
    const connected = tunnels.connected().filter((boxId) => !deliveries.has(boxId));
    return connected.length === 0 ? [] : due.where('box_id', 'in', connected).execute();
  };

  /** Whether a reachable box has a pending push, due now or later. */
  const hasPendingPush = async (): Promise<boolean> => {
    const pending = db.selectFrom('pushes').select('box_id').limit(1);
    if (settings.pushRoster !== null) return (await pending.executeTakeFirst()) !== undefined;
    const connected = tunnels.connected();
    return connected.length > 0 && (await pending.where('box_id', 'in', connected).executeTakeFirst()) !== undefined;
  };

  const check = async () => {
    for (let handledChecks = -1; handledChecks !== requestedChecks;) {
      handledChecks = requestedChecks;
      for (const push of await duePushes()) {
        const { box_id } = push;
        if (closed) return;
        if (deliveries.has(box_id)) continue;
        deliveries.set(
          box_id,
          deliverPush(push)
            .catch((fault: unknown) => {
              settings.onFault(fault, 'roster');
            })
            .finally(() => {
              deliveries.delete(box_id);
              requestCheck(); // for changes during the delivery
            }),
        );
      }
      if (
        handledChecks !== requestedChecks ||
        deliveries.size > 0 ||
        (await hasPendingPush()) ||
        handledChecks !== requestedChecks
      )
        continue;
      clearInterval(timer);
      timer = undefined;
    }
  };
  const startTimer = () => {
    timer ??= setInterval(requestCheck, CHECK_INTERVAL_MS).unref();
  };
  const requestCheck = () => {
    if (closed) return;
    requestedChecks += 1;
    startTimer();
    if (checking !== undefined) return;
    checking = check()
      .catch((fault: unknown) => {
        settings.onFault(fault, 'roster');
      })
      .finally(() => {
        checking = undefined;
      });
  };

  return {
    /** Starts delivering the pushes that an earlier run left. */
    start: startTimer,
    /** Checks at once, after a change or when a box has connected. */
    wake: requestCheck,
    /** Makes the pending push of a box due now. */
    onBoxConnected: async (boxId: string) => {
      await deliveries.get(boxId); // a delivery over the previous tunnel has failed, or fails now
      await db
        .updateTable('pushes')
        .set({ due: nowSeconds(clock), tries: 0 })
        .where('box_id', '=', boxId)
        .execute();
      requestCheck();
    },
    close: async () => {
      closed = true;
      clearInterval(timer);
      await checking;
      await Promise.all(deliveries.values());
    },
  };
};
