import { ACC } from '@boxwood/account-sdk';
import { checkExchangeCode } from '@boxwood/account-sdk/rules';
import type { ServiceClock } from '../system-clock.ts';
import { nowSeconds } from '../system-clock.ts';
import { refuse } from '../service-context.ts';
import type { Tx } from '../store/schema.ts';

/**
 * Redeems a code of one kind inside a transaction and returns its plan: 1046 unknown, 1047 of another kind or expired,
 * 1048 already used.
 */
export const redeemCode = async (
  tx: Tx,
  clock: ServiceClock,
  caller: string,
  typed: string,
  kind: 'domain' | 'product' | 'addon',
): Promise<string> => {
  const code = typed.trim();
  if (!checkExchangeCode(code).ok) return refuse(ACC.noExchangeCode);
  const now = nowSeconds(clock);
  const used = await tx
    .updateTable('exchange_codes')
    .set({ used_by: caller, used_at: now })
    .where('code', '=', code)
    .where('kind', '=', kind)
    .where('used_by', '=', '')
    .where((of) => of.or([of('expires', '=', 0), of('expires', '>', now)]))
    .returning('plan')
    .executeTakeFirst();
  if (used !== undefined) return used.plan;
  const found = await tx.selectFrom('exchange_codes').select('used_by').where('code', '=', code).executeTakeFirst();
  if (found === undefined) return refuse(ACC.noExchangeCode);
  return refuse(found.used_by === '' ? 1047 : 1048);
};
