import type { Client, ClientOptions, Facade } from '@boxwood/command-bus';
import { strictClient, createClient, createFacade, withoutTrailingSlash } from '@boxwood/command-bus';
import { commandTree } from './command-tree.ts';

/** A client of one box: `exec` and `send` for single commands, and every command as a method by area and verb. */
export type BoxClient = Client & Facade<typeof commandTree>;

/**
 * Makes a client of a box.
 *
 * @example
 * ```ts
 * const box = createBoxClient({
 *   baseUrl: 'http://192.168.1.20:6900',
 *   transport: fetchTransport(),
 *   identity: () => ({ username: 'ann', token }),
 * });
 * const { existed } = await box.files.makeFolder({ path: '/mnt/usb1/ann/Photos' });
 * ```
 */
export const createBoxClient = (options: ClientOptions): BoxClient => {
  const client = strictClient(createClient({ ...options, baseUrl: withoutTrailingSlash(options.baseUrl) }));
  return { ...client, ...createFacade(client, commandTree) };
};
