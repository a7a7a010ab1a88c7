import type { BoxError, BoxModel, Client, Either } from '@boxwood/command-bus';
import { right } from '@boxwood/command-bus';
import { ListOnlinePlugins } from './account-plugin-commands.ts';
import type { PluginCatalogue } from './account-plugin-model.ts';
import { PLUGIN_CACHE_MS } from './account-plugin-model.ts';

export interface OnlinePluginsOptions {
  readonly client: Pick<Client, 'exec'>;
  /** Whether the session is a direct LAN connection; then the provider is never contacted (SDK-013, PLUGIN-26). */
  readonly isLan: () => boolean;
  /** Returns the current time in epoch milliseconds. */
  readonly now: () => number;
}

/** The catalogue of a direct LAN connection. */
const EMPTY_CATALOGUE: PluginCatalogue = { host: '', list: [] };

/**
 * Requests the provider's plugins at most once an hour per model (A29). Only successful responses are cached, so the
 * next call after a failure retries immediately.
 *
 * @example
 * ```ts
 * const online = createOnlinePlugins({ client: account, isLan: () => false, now: () => 1_760_000_000_000 });
 * const result = await online('G2');
 * if (result._tag === 'Right') console.log(result.right.list.map((plugin) => plugin.appName));
 * ```
 */
export const createOnlinePlugins = ({ client, isLan, now }: OnlinePluginsOptions) => {
  const cache = new Map<BoxModel, { readonly fetchedAt: number; readonly catalogue: PluginCatalogue }>();
  return async (boxType: BoxModel): Promise<Either<BoxError, PluginCatalogue>> => {
    if (isLan()) return right(EMPTY_CATALOGUE);
    const cached = cache.get(boxType);
    if (cached !== undefined && now() - cached.fetchedAt < PLUGIN_CACHE_MS) return right(cached.catalogue);
    const result = await client.exec(ListOnlinePlugins, { boxType })();
    if (result._tag === 'Right') cache.set(boxType, { fetchedAt: now(), catalogue: result.right });
    return result;
  };
};
