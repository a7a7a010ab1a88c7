/**
 * Dispatches a request to its handler: checks the caller and the model's features, and writes the reply or the refusal.
 */
import type { BoxState } from './box-state.ts';
import type { Fields } from './command-call.ts';
import { CommandCall } from './command-call.ts';
import { commandTable } from './all-commands.ts';
import { GENERIC, Refusal } from './simulator-refusal.ts';
import { isRunning } from './commands/plugin-commands.ts';
import type { ReplyForm, CommandRow } from './command-table.ts';
import type { ParsedRequest } from './wire-format.ts';
import { writeRefusal, writeSuccess } from './wire-format.ts';

const rows = new Map(commandTable.map((row) => [`${row.endpoint} ${row.command}`, row]));
/** Endpoints of the table; a path that is none of them can be a token. */
export const endpoints: ReadonlySet<string> = new Set(commandTable.map(({ endpoint }) => endpoint));

const rowOf = ({ endpoint, command }: ParsedRequest): CommandRow | undefined =>
  rows.get(`${endpoint} ${command}`) ?? rows.get(`${endpoint} *`) ?? rows.get(`${endpoint} `);

/** The code for a missing session: 1001 at the account service, 18 at the box. */
const NO_SESSION_CODES: Readonly<Record<ReplyForm, number>> = { error: 18, errno: 18, rpc: 18, data: 1001, top: 1001 };

/** Plugin, task, album and container calls have code tables of their own, in which 3 is a bad parameter. */
const OWN_CODE_TABLE = /^\/($|offlinetask|downloader|pluginmanager|port_2024|docker|backup)/;
const badParameter = (endpoint: string, form: ReplyForm): number =>
  form === 'data' || form === 'top' ? 2004 : OWN_CODE_TABLE.test(endpoint) ? 3 : GENERIC.badParameter;

const runCommand = (row: CommandRow, request: ParsedRequest, box: BoxState): Fields => {
  const user = box.sessions.find(request.token)?.user ?? null;
  if (row.access !== 'nobody' && user === null) throw new Refusal(NO_SESSION_CODES[row.form]);
  if (row.access === 'admin' && user?.admin !== true)
    throw new Refusal(row.form === 'data' ? 1020 : GENERIC.noPrivilege);
  return writeSuccess(
    row.form,
    row.handler(new CommandCall({ ...request, user }, badParameter(row.endpoint, row.form)), box),
  );
};

/** Handles a request. `instead` is a refusal to return without calling the handler. */
export const dispatch = (
  box: BoxState,
  request: ParsedRequest,
  forcedRefusal?: { readonly code: number; readonly fields?: Fields },
): { readonly status: number; readonly body: Fields } => {
  const row = rowOf(request);
  const isKnown = row !== undefined && (row.feature === undefined || box.features[row.feature]);
  // A call named by its path belongs to the account service, whether it is known or not.
  const form = row?.form ?? (request.command === '' ? 'data' : 'error');
  if (forcedRefusal !== undefined)
    return { status: 200, body: writeRefusal(form, new Refusal(forcedRefusal.code, forcedRefusal.fields)) };
  const isPluginStopped = row?.plugin !== undefined && !isRunning(box, row.plugin);
  if (isPluginStopped) return { status: 404, body: { error: 404 } };
  if (!isKnown && (request.command === '' || row?.endpoint.startsWith('/docker') === true))
    return { status: 404, body: { error: 404 } };
  if (!isKnown) return { status: 200, body: writeRefusal('error', new Refusal(GENERIC.wrongVersion)) };
  try {
    return { status: 200, body: runCommand(row, request, box) };
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    return { status: 200, body: writeRefusal(form, refusal) };
  }
};
