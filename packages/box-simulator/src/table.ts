/** The one table of commands: every area adds rows, the server looks them up. */
import type { Box } from './box.ts';
import type { Call, Fields } from './call.ts';
import type { Offers } from './models.ts';

/** How an endpoint says yes: `error` 0 (box), `code` 200 with `data` (account), `code` 200 with fields beside it (sign-in), `errno` 0 (cloud drive), JSON-RPC. */
export type ReplyForm = 'error' | 'data' | 'top' | 'errno' | 'rpc';

export type Answer = (call: Call, box: Box) => Fields | readonly unknown[];

export interface Row {
  /** `/eshell`; `/{token}` stands for the session's token, other methods than POST are named: `GET /user/friends`. */
  readonly endpoint: string;
  /** The word in the envelope; empty where the endpoint has one call. */
  readonly command: string;
  readonly answer: Answer;
  readonly form: ReplyForm;
  /** Who may ask; a user unless told. */
  readonly access: 'nobody' | 'user' | 'admin';
  /** What a model must offer to know the command. */
  readonly offer?: keyof Offers;
  /** The plugin that answers; nobody does while it does not run. */
  readonly plugin?: string;
}

type Terms = Partial<Pick<Row, 'form' | 'access' | 'offer' | 'plugin'>>;

/** Rows of commands of one endpoint. */
export const commands = (
  endpoint: string,
  answers: Readonly<Record<string, Answer>>,
  terms: Terms = {},
): readonly Row[] =>
  Object.entries(answers).map(([command, answer]) => ({
    endpoint,
    command,
    answer,
    form: 'error',
    access: 'user',
    ...terms,
  }));

/** Rows of calls that an endpoint alone names: `POST /user/modifyNick`. */
export const calls = (answers: Readonly<Record<string, Answer>>, terms: Terms = {}): readonly Row[] =>
  Object.entries(answers).map(([endpoint, answer]) => ({
    endpoint,
    command: '',
    answer,
    form: 'data',
    access: 'user',
    ...terms,
  }));
