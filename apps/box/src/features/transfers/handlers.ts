import type { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../../server/identity/authorise.ts';
import { withRefusals } from '../../storage/vault/index.ts';
import type { Transfers } from './transfers.ts';

/**
 * PREPUT and PUTDONE (B66, B69), for one file and for several small ones, and the list of unfinished uploads. PUT is
 * {@link transferRoute}.
 */
export const transferHandlers = (transfers: Transfers) =>
  ({
    prepare: ({ target, size, more }, { caller, session }) =>
      withRefusals(() => transfers.prepare(caller, target, size, more, session)),
    finish: async ({ target, size, uuid, ctime }, { caller }) => ({
      path: await withRefusals(() => transfers.finish(caller, target, size, uuid, ctime)),
    }),
    prepareMany: ({ files }, { caller, session }) =>
      withRefusals(() => transfers.prepareBundle(caller, files, session)),
    finishMany: async ({ uuid }, { caller }) => ({
      list: await withRefusals(() => transfers.finishBundle(caller, uuid)),
    }),
    list: (_params, { caller, session }) => ({ list: [...transfers.list(caller, session)] }),
    end: async ({ id }, { caller }) => {
      await withRefusals(() => transfers.end(caller, id));
      return {};
    },
  }) satisfies Handlers<(typeof commandTree)['transfers'], BoxContext>;
