import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { runQueued } from '@boxwood/account';
import { hashRaw } from '@node-rs/argon2';
import { GEN } from '../../storage/vault/index.ts';
import type { AreaRecord, Derivation } from './area-table.ts';

/**
 * argon2id cost: 64 MiB, 3 passes, 4 lanes. About 50 ms here, and days of memory-hard work to try a million six-digit
 * passwords.
 */
const ARGON2_COST = { memory: 65_536, passes: 3, lanes: 4 } as const;

/**
 * Keys derived from a password and the box secret: one that wraps the identity, and one that is compared. Both are
 * wiped at the end of their scope.
 */
class DerivedKeys implements Disposable {
  readonly #raw: Buffer;

  /** @param raw 64 bytes, which this object owns and wipes */
  constructor(raw: Buffer) {
    this.#raw = raw;
  }

  get wrapKey(): Buffer {
    return this.#raw.subarray(0, 32);
  }

  /** The stored value for checking the password. */
  get verifier(): Buffer {
    return createHash('sha256').update(this.#raw.subarray(32)).digest();
  }

  [Symbol.dispose](): void {
    this.#raw.fill(0);
  }
}

/** Derives keys from passwords. The box secret is an input, so that the disk alone does not allow guessing. */
export class AreaKeys {
  readonly #pepper: Buffer;

  constructor(boxSecret: string) {
    this.#pepper = Buffer.from(hkdfSync('sha256', boxSecret, '', 'boxwood safe v1', 32));
  }

  /**
   * Creates a record for a new password and wraps `identity` when there is one. @throws Refusal 2 when too many
   * passwords are queued
   */
  async seal(user: string, password: string, identity: Uint8Array | null, recipient: Uint8Array): Promise<AreaRecord> {
    const derivation = { salt: randomBytes(16), ...ARGON2_COST };
    using derived = await this.#derive(user, password, derivation);
    const { verifier } = derived;
    if (identity === null) return { ...derivation, verifier, wrapped: Buffer.alloc(0), recipient: Buffer.alloc(0) };
    const nonce = randomBytes(12);
    const cipher = createCipheriv('chacha20-poly1305', derived.wrapKey, nonce, { authTagLength: 16 });
    cipher.setAAD(aadOf(user), { plaintextLength: identity.length });
    const wrapped = Buffer.concat([nonce, cipher.update(identity), cipher.final(), cipher.getAuthTag()]);
    return { ...derivation, verifier, wrapped, recipient };
  }

  /**
   * Checks the password and returns the unwrapped identity (empty for an area without one), which the caller wipes.
   * Null for a wrong password. @throws Refusal 2
   */
  async open(user: string, password: string, record: AreaRecord): Promise<{ readonly identity: Buffer } | null> {
    using derived = await this.#derive(user, password, record);
    if (!timingSafeEqual(derived.verifier, record.verifier)) return null;
    if (record.wrapped.length === 0) return { identity: Buffer.alloc(0) };
    const wrapped = Buffer.from(record.wrapped);
    const nonce = wrapped.subarray(0, 12);
    const decipher = createDecipheriv('chacha20-poly1305', derived.wrapKey, nonce, { authTagLength: 16 });
    decipher.setAAD(aadOf(user), { plaintextLength: wrapped.length - 28 });
    decipher.setAuthTag(wrapped.subarray(-16));
    const sealed = wrapped.subarray(12, -16);
    const identity = Buffer.from(new ArrayBuffer(sealed.length));
    try {
      // Byte by byte, because Node frees its decryption buffers without wiping them and a single byte reveals no key.
      for (let at = 0; at < sealed.length; at += 1) identity.set(decipher.update(sealed.subarray(at, at + 1)), at);
      decipher.final();
      return { identity };
    } catch (failure) {
      identity.fill(0);
      throw failure;
    }
  }

  async #derive(user: string, password: string, { salt, memory, passes, lanes }: Derivation): Promise<DerivedKeys> {
    const options = {
      salt,
      secret: this.#pepper,
      memoryCost: memory,
      timeCost: passes,
      parallelism: lanes,
      outputLen: 64,
    };
    return new DerivedKeys(await runQueued({ holder: user, known: true }, GEN.busy, () => hashRaw(password, options)));
  }
}

const aadOf = (user: string): Buffer => Buffer.from(`boxwood safe v1 ${user}`);
