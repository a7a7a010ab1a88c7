/** The command table: every area adds rows, and the dispatcher looks them up. */
import type { Box } from './box.ts';
import type { Call, Fields } from './call.ts';
import type { Offers } from './models.ts';

/**
 * How an endpoint reports success: `error` 0 (box), `code` 200 with `data` (account), `code` 200 with fields next to it
 * (sign-in), `errno` 0 (cloud drive), JSON-RPC.
 */
export type ReplyForm = 'error' | 'data' | 'top' | 'errno' | 'rpc';

export type Answer = (call: Call, box: Box) => Fields | readonly unknown[];

export interface Row {
  /**
   * `/eshell`; `/{token}` stands for the session's token. Methods other than POST are part of the name: `GET
   * /user/friends`.
   */
  readonly endpoint: string;
  /** The command word in the envelope; empty where the endpoint has one call. */
  readonly command: string;
  readonly answer: Answer;
  readonly form: ReplyForm;
  /** Who may call; default: a user. */
  readonly access: 'nobody' | 'user' | 'admin';
  /** The feature that a model must have for the command to exist. */
  readonly offer?: keyof Offers;
  /** The plugin that provides the command; without it there is no answer. */
  readonly plugin?: string;
}

type Terms = Partial<Pick<Row, 'form' | 'access' | 'offer' | 'plugin'>>;

/** Rows for the commands of one endpoint. */
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

/** Rows for calls that are named by their endpoint alone: `POST /user/modifyNick`. */
export const calls = (answers: Readonly<Record<string, Answer>>, terms: Terms = {}): readonly Row[] =>
  Object.entries(answers).map(([endpoint, answer]) => ({
    endpoint,
    command: '',
    answer,
    form: 'data',
    access: 'user',
    ...terms,
  }));
