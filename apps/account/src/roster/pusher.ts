import { BOX_ID_HEADER, BOX_SECRET_HEADER } from '@boxwood/account-sdk';
import { isRecord, parseJson } from '@boxwood/command-bus/codecs';
import type { Clock } from '../clock.ts';
import { seconds } from '../clock.ts';
import { ENDED_AT_ONCE, endedIsKnown, endedOf } from '../session/box-tokens.ts';
import type { RosterEntry, Settings } from '../settings.ts';
import type { Box, Db } from '../store/schema.ts';

/** Seconds before the n-th repetition: 1, 2, 4, ... at most five minutes. */
const pause = (tries: number): number => Math.min(300, 2 ** Math.min(tries, 9));
/** Milliseconds between two looks at what is due. */
const LOOK_EVERY_MS = 1000;

/** Sends a POST to a box over its tunnel and answers with the reply's text; undefined when it holds no tunnel. */
export type TunnelPost = (
  boxId: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
) => Promise<string | undefined>;

/** The box says yes with `error` 0. */
const saysYes = (reply: string): boolean => {
  const answer = parseJson(reply);
  return answer._tag === 'Right' && isRecord(answer.right) && answer.right['error'] === 0;
};

/**
 * Tells boxes their users, and which of their tokens have ended (X106). What is to be told is kept in the database until a box has taken it, so that a box that is away,
 * or a restart of the service, loses nothing. Only the newest state is sent.
 */
export const createPusher = (
  db: Db,
  clock: Clock,
  settings: Pick<Settings, 'pushRoster' | 'onFault'>,
  throughTunnel: TunnelPost,
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
    const headers = {
      'content-type': 'application/json',
      [BOX_ID_HEADER]: box.box_id,
      [BOX_SECRET_HEADER]: box.secret,
    };
    // A box from before tokens of its own takes its users alone.
    const body = JSON.stringify({ users, ...(ended.length === 0 ? {} : { ended }) });
    const reply = await throughTunnel(box.box_id, '/internal/roster', headers, body);
    if (reply !== undefined) return saysYes(reply);
    if (box.endpoint === '') return false;
    const answer = await fetch(`${box.endpoint.replace(/\/$/, '')}/internal/roster`, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    });
    return answer.ok && saysYes(await answer.text());
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
  let running: Promise<void> | undefined;
  let closed = false;

  const look = async () => {
    const due = await db
      .selectFrom('pushes')
      .selectAll()
      .where('due', '<=', seconds(clock))
      .orderBy('due')
      .limit(100)
      .execute();
    for (const { box_id, revision, tries } of due) {
      if (closed) return;
      const done = await deliver(box_id);
      const row = db.updateTable('pushes').where('box_id', '=', box_id).where('revision', '=', revision);
      // A change that came during the delivery has another revision and stays due.
      if (done) await db.deleteFrom('pushes').where('box_id', '=', box_id).where('revision', '=', revision).execute();
      else await row.set({ tries: tries + 1, due: seconds(clock) + pause(tries) }).execute();
    }
  };
  const run = () => {
    if (closed || running !== undefined) return;
    running = look()
      .catch((fault: unknown) => {
        settings.onFault(fault, 'roster');
      })
      .finally(() => {
        running = undefined;
      });
  };

  return {
    start: () => {
      timer = setInterval(run, LOOK_EVERY_MS);
      timer.unref();
    },
    /** Looks right away, after a change or when a box has come. */
    wake: run,
    /** Makes what a box has not taken due now. */
    boxCame: async (boxId: string) => {
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
      await running;
    },
  };
};
