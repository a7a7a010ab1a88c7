import type { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../identity/authorise.ts';
import { refusing } from '../vault/index.ts';
import type { Transfers } from './transfers.ts';

/** PREPUT and PUTDONE (B66, B69), for one file and for several small ones. PUT is {@link transferRoute}. */
export const transferHandlers = (transfers: Transfers) =>
  ({
    prepare: ({ target, size, more }, { caller, session }) =>
      refusing(() => transfers.prepare(caller, target, size, more, session)),
    finish: async ({ target, size, uuid, ctime }, { caller }) => ({
      path: await refusing(() => transfers.finish(caller, target, size, uuid, ctime)),
    }),
    prepareMany: ({ files }, { caller, session }) => refusing(() => transfers.prepareBundle(caller, files, session)),
    finishMany: async ({ uuid }, { caller }) => ({
      list: await refusing(() => transfers.finishBundle(caller, uuid)),
    }),
  }) satisfies Handlers<(typeof commandTree)['transfers'], BoxContext>;
