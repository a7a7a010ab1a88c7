import type { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../../server/identity/authorise.ts';
import { withRefusals } from '../../storage/vault/index.ts';
import type { Files } from './files.ts';

/**
 * LIST, FSLIST, SEARCH, MKDIR, MOVE, BATCHRENAME, REMOVE, DU, DUEACH, ZIPPREPARE and SHA256SUM (B01 to B06, B70, B107,
 * X101). Disk errors are returned as refusals.
 */
export const fileHandlers = ({ lister, search, operations, renames, zips }: Files) =>
  ({
    list: (query, { caller }, { signal }) =>
      withRefusals(() =>
        (query.regex ?? '') === '' ? lister.list(caller, query, signal) : search.list(caller, query, signal),
      ),
    listDirect: (query, { caller }, { signal }) => withRefusals(() => lister.listDirect(caller, query, signal)),
    search: (query, { caller }, { signal }) => withRefusals(() => search.search(caller, query, signal)),
    makeFolder: ({ path }, { caller }) => withRefusals(() => operations.makeFolder(caller, path)),
    move: async ({ source, target }, { caller }) => ({
      change: await withRefusals(() => operations.move(caller, source, target)),
    }),
    rename: ({ renames: pairs }, { caller }) => withRefusals(() => renames.rename(caller, pairs)),
    remove: ({ paths }, { caller }) => withRefusals(() => operations.remove(caller, paths)),
    measure: ({ path }, { caller }, { signal }) => withRefusals(() => operations.measure(caller, path, signal)),
    measureEntries: ({ path, most }, { caller }, { signal }) =>
      withRefusals(() => operations.measureEntries(caller, path, most, signal)),
    prepareZip: ({ paths }, { caller }, { signal }) => withRefusals(() => zips.prepare(caller, paths, signal)),
    checksum: ({ path }, { caller }, { signal }) => withRefusals(() => operations.checksum(caller, path, signal)),
  }) satisfies Handlers<(typeof commandTree)['files'], BoxContext>;
