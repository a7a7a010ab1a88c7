import type { Client, ClientOptions, Facade } from '@boxwood/command-bus';
import { strictClient, createClient, createFacade, withoutTrailingSlash } from '@boxwood/command-bus';
import { commandTree } from './command-tree.ts';

/** A client of the account service: `exec` and `send` for single commands, and every command as a method by area and verb. */
export type AccountClient = Client & Facade<typeof commandTree>;

/**
 * Creates a client of the account service.
 *
 * @example
 * ```ts
 * const account = createAccountClient({
 *   baseUrl: 'http://192.168.1.20:6900/account',
 *   transport: fetchTransport(),
 *   identity: () => ({ username: 'ann_lee', token }),
 * });
 * for (const drive of await account.roster.boxes()) console.log(drive.nick, drive.online);
 * ```
 */
export const createAccountClient = (options: ClientOptions): AccountClient => {
  const client = strictClient(createClient({ ...options, baseUrl: withoutTrailingSlash(options.baseUrl) }));
  return { ...client, ...createFacade(client, commandTree) };
};
