import type { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../identity/authorise.ts';
import { refusing } from '../vault/index.ts';
import type { Files } from './files.ts';

/** LIST, FSLIST, SEARCH, MKDIR, MOVE, BATCHRENAME, REMOVE, DU, DUEACH, ZIPPREPARE and SHA256SUM (B01 to B06, B70, B107, X101). Errors of the disk leave as refusals. */
export const fileHandlers = ({ lister, search, operations, renames, zips }: Files) =>
  ({
    list: (query, { caller }) =>
      refusing(() => ((query.regex ?? '') === '' ? lister.list(caller, query) : search.list(caller, query))),
    listDirect: (query, { caller }) => refusing(() => lister.listDirect(caller, query)),
    search: (query, { caller }) => refusing(() => search.search(caller, query)),
    makeFolder: ({ path }, { caller }) => refusing(() => operations.makeFolder(caller, path)),
    move: async ({ source, target }, { caller }) => {
      await refusing(() => operations.move(caller, source, target));
      return {};
    },
    rename: ({ renames: pairs }, { caller }) => refusing(() => renames.rename(caller, pairs)),
    remove: ({ paths }, { caller }) => refusing(() => operations.remove(caller, paths)),
    measure: ({ path }, { caller }) => refusing(() => operations.measure(caller, path)),
    measureEntries: ({ path, most }, { caller }) => refusing(() => operations.measureEntries(caller, path, most)),
    prepareZip: ({ paths }, { caller }) => refusing(() => zips.prepare(caller, paths)),
    checksum: ({ path }, { caller }) => refusing(() => operations.checksum(caller, path)),
  }) satisfies Handlers<(typeof commandTree)['files'], BoxContext>;
