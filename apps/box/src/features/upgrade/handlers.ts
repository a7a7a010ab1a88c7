import type { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../../server/identity/authorise.ts';
import type { Upgrades } from './upgrades.ts';

/** B101, X17. */
export const upgradeHandlers = ({ upgrades }: { readonly upgrades: Pick<Upgrades, 'start' | 'status'> }) =>
  ({
    start: async ({ value }) => ({ id: await upgrades.start(value) }),
    status: () => upgrades.status(),
  }) satisfies Handlers<(typeof commandTree)['upgrade'], BoxContext>;
