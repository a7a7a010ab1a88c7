/**
 * Dispatches a request to its handler: checks the caller and the model's features, and writes the reply or the refusal.
 */
import type { Box } from './box.ts';
import type { Fields } from './call.ts';
import { Call } from './call.ts';
import { table } from './commands.ts';
import { GENERIC, Refusal } from './refusal.ts';
import { isRunning } from './plugins/commands.ts';
import type { ReplyForm, Row } from './table.ts';
import type { Asked } from './wire.ts';
import { writeNo, writeYes } from './wire.ts';

const rows = new Map(table.map((row) => [`${row.endpoint} ${row.command}`, row]));
/** Endpoints of the table; a path that is none of them can be a token. */
export const endpoints: ReadonlySet<string> = new Set(table.map(({ endpoint }) => endpoint));

const rowOf = ({ endpoint, command }: Asked): Row | undefined =>
  rows.get(`${endpoint} ${command}`) ?? rows.get(`${endpoint} *`) ?? rows.get(`${endpoint} `);

/** The code for a missing session: 1001 at the account service, 18 at the box. */
const SIGNED_OUT: Readonly<Record<ReplyForm, number>> = { error: 18, errno: 18, rpc: 18, data: 1001, top: 1001 };

/** Plugin, task, album and container calls have code tables of their own, in which 3 is a bad parameter. */
const OWN_TABLE = /^\/($|offlinetask|downloader|pluginmanager|port_2024|docker|backup)/;
const badParameter = (endpoint: string, form: ReplyForm): number =>
  form === 'data' || form === 'top' ? 2004 : OWN_TABLE.test(endpoint) ? 3 : GENERIC.badParameter;

const run = (row: Row, asked: Asked, box: Box): Fields => {
  const user = box.sessions.find(asked.token)?.user ?? null;
  if (row.access !== 'nobody' && user === null) throw new Refusal(SIGNED_OUT[row.form]);
  if (row.access === 'admin' && user?.admin !== true)
    throw new Refusal(row.form === 'data' ? 1020 : GENERIC.noPrivilege);
  return writeYes(row.form, row.answer(new Call({ ...asked, user }, badParameter(row.endpoint, row.form)), box));
};

/** Handles a request. `instead` is a refusal to return without calling the handler. */
export const dispatch = (
  box: Box,
  asked: Asked,
  instead?: { readonly code: number; readonly fields?: Fields },
): { readonly status: number; readonly body: Fields } => {
  const row = rowOf(asked);
  const isKnown = row !== undefined && (row.offer === undefined || box.offers[row.offer]);
  // A call named by its path belongs to the account service, whether it is known or not.
  const form = row?.form ?? (asked.command === '' ? 'data' : 'error');
  if (instead !== undefined) return { status: 200, body: writeNo(form, new Refusal(instead.code, instead.fields)) };
  const isSilent = row?.plugin !== undefined && !isRunning(box, row.plugin);
  if (isSilent) return { status: 404, body: { error: 404 } };
  if (!isKnown && (asked.command === '' || row?.endpoint.startsWith('/docker') === true))
    return { status: 404, body: { error: 404 } };
  if (!isKnown) return { status: 200, body: writeNo('error', new Refusal(GENERIC.wrongVersion)) };
  try {
    return { status: 200, body: run(row, asked, box) };
  } catch (no) {
    if (!(no instanceof Refusal)) throw no;
    return { status: 200, body: writeNo(form, no) };
  }
};
