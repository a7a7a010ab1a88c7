import { newInvitation } from '../secrets.ts';
import type { Db } from '../store/schema.ts';
import { ProductPlan } from '../tunnels/nat-products.ts';

/**
 * A batch of redemption codes of one kind: for a domain, for a product, or for more traffic of one (`flow` of the
 * plan).
 */
export interface CodeBatch {
  readonly kind: 'domain' | 'product' | 'addon';
  readonly count: number;
  /** The plan of a product or add-on. */
  readonly plan?: ProductPlan;
  /** Expiry in epoch seconds, 0 for never. */
  readonly expires: number;
}

/** Creates codes of 8 letters and digits (DDNS-07, NAT-10); each code is issued once. */
export const issueCodes = async (db: Db, { kind, count, plan, expires }: CodeBatch): Promise<readonly string[]> => {
  if (kind !== 'domain' && plan === undefined) throw new TypeError(`a code for a ${kind} needs a plan`);
  const codes: string[] = [];
  while (codes.length < count) {
    const code = newInvitation().slice(0, 8);
    const made = await db
      .insertInto('exchange_codes')
      .values({
        code,
        kind,
        plan: plan === undefined ? '' : JSON.stringify(ProductPlan.encode(plan)),
        expires,
        used_by: '',
        used_at: 0,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('code')
      .executeTakeFirst();
    if (made !== undefined) codes.push(made.code);
  }
  return codes;
};
