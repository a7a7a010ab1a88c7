import { randomInt } from 'node:crypto';
import type { CodePurpose } from '@boxwood/account-sdk';
import type { ServiceClock } from '../system-clock.ts';
import { nowSeconds } from '../system-clock.ts';
import { hashOf, sameSecret } from '../secrets.ts';
import type { Db } from '../store/schema.ts';

/**
 * Lifetime of a code in seconds, minimum seconds between two codes to one address, and attempts per code (A07, A08).
 */
export const CODE_LIMITS = { lifetimeSeconds: 600, minIntervalSeconds: 60, maxAttempts: 5 } as const;

/**
 * The purpose of a code. `own` is a code requested without a purpose for the address of an account: it proves the
 * account holder.
 */
export type CodeUse = CodePurpose | 'own';

const normalizeAddress = (target: string): string => target.trim().toLowerCase();

const hashedFor = (use: CodeUse, target: string, code: string): string => hashOf(`${use}:${target}:${code}`);

/**
 * Verification codes: six digits, single use, stored as a hash with their purpose; attempts are counted before
 * comparing.
 */
export const createVerificationCodes = (db: Db, clock: ServiceClock) => ({
  /** Creates a code for an address and a purpose; undefined when the last one is less than a minute old. */
  issue: async (address: string, use: CodeUse): Promise<string | undefined> => {
    const target = normalizeAddress(address);
    const now = nowSeconds(clock);
    const code = randomInt(0, 1_000_000).toString().padStart(6, '0');
    const row = {
      code_hash: hashedFor(use, target, code),
      sent: now,
      expires: now + CODE_LIMITS.lifetimeSeconds,
      tries: 0,
    };
    const written = await db
      .insertInto('codes')
      .values({ target, ...row })
      .onConflict((conflict) =>
        conflict
          .column('target')
          .doUpdateSet(row)
          .where('codes.sent', '<=', now - CODE_LIMITS.minIntervalSeconds),
      )
      .returning('target')
      .executeTakeFirst();
    return written === undefined ? undefined : code;
  },

  /** Deletes a code that could not be delivered. */
  discard: async (address: string): Promise<void> => {
    await db.deleteFrom('codes').where('target', '=', normalizeAddress(address)).execute();
  },

  /**
   * 0 when the code is correct for one of the purposes, else 1007 (wrong, or for another purpose) or 1008 (expired or
   * too many attempts). `consume` deletes a correct code.
   */
  verify: async (
    address: string,
    code: string,
    uses: readonly CodeUse[],
    consume: boolean,
  ): Promise<0 | 1007 | 1008> => {
    const target = normalizeAddress(address);
    const found = await db
      .updateTable('codes')
      .set((expression) => ({ tries: expression('tries', '+', 1) }))
      .where('target', '=', target)
      .where('expires', '>', nowSeconds(clock))
      .where('tries', '<', CODE_LIMITS.maxAttempts)
      .returning('code_hash')
      .executeTakeFirst();
    if (found === undefined) return 1008;
    if (!uses.some((use) => sameSecret(found.code_hash, hashedFor(use, target, code)))) return 1007;
    if (!consume) return 0;
    const { numDeletedRows } = await db
      .deleteFrom('codes')
      .where('target', '=', target)
      .where('code_hash', '=', found.code_hash)
      .executeTakeFirst();
    return numDeletedRows === 1n ? 0 : 1008; // used concurrently
  },

  sweep: async (): Promise<void> => {
    await db.deleteFrom('codes').where('expires', '<=', nowSeconds(clock)).execute();
  },
});
export type VerificationCodes = ReturnType<typeof createVerificationCodes>;
