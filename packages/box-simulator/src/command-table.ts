/** The command table: every area adds rows, and the dispatcher looks them up. */
import type { BoxState } from './box-state.ts';
import type { CommandCall, Fields } from './command-call.ts';
import type { ModelFeatures } from './box-models.ts';

/**
 * How an endpoint reports success: `error` 0 (box), `code` 200 with `data` (account), `code` 200 with fields next to it
 * (sign-in), `errno` 0 (cloud drive), JSON-RPC.
 */
export type ReplyForm = 'error' | 'data' | 'top' | 'errno' | 'rpc';

export type CommandHandler = (call: CommandCall, box: BoxState) => Fields | readonly unknown[];

export interface CommandRow {
  /**
   * `/eshell`; `/{token}` stands for the session's token. Methods other than POST are part of the name: `GET
   * /user/friends`.
   */
  readonly endpoint: string;
  /** The command word in the envelope; empty where the endpoint has one call. */
  readonly command: string;
  readonly handler: CommandHandler;
  readonly form: ReplyForm;
  /** Who may call; default: a user. */
  readonly access: 'nobody' | 'user' | 'admin';
  /** The feature that a model must have for the command to exist. */
  readonly feature?: keyof ModelFeatures;
  /** The plugin that provides the command; without it there is no answer. */
  readonly plugin?: string;
}

type CommandRowOptions = Partial<Pick<CommandRow, 'form' | 'access' | 'feature' | 'plugin'>>;

/** Rows for the commands of one endpoint. */
export const commands = (
  endpoint: string,
  handlers: Readonly<Record<string, CommandHandler>>,
  options: CommandRowOptions = {},
): readonly CommandRow[] =>
  Object.entries(handlers).map(([command, handler]) => ({
    endpoint,
    command,
    handler,
    form: 'error',
    access: 'user',
    ...options,
  }));

/** Rows for calls that are named by their endpoint alone: `POST /user/modifyNick`. */
export const calls = (
  handlers: Readonly<Record<string, CommandHandler>>,
  options: CommandRowOptions = {},
): readonly CommandRow[] =>
  Object.entries(handlers).map(([endpoint, handler]) => ({
    endpoint,
    command: '',
    handler,
    form: 'data',
    access: 'user',
    ...options,
  }));
