import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { inTurn } from '@boxwood/account';
import { hashRaw } from '@node-rs/argon2';
import { GEN } from '../vault/index.ts';
import type { AreaRecord, Derivation } from './area-table.ts';

/** 64 MiB, 3 passes, 4 lanes: some 50 ms here, days of memory-hard work for the million of six-digit passwords, box secret or not. */
const COST = { memory: 65_536, passes: 3, lanes: 4 } as const;

/** What a password and the box secret give: a key to wrap with, and a value that is compared. */
interface Derived {
  readonly wrapKey: Buffer;
  readonly verifier: Buffer;
}

/** Turns passwords into keys. The box secret is mixed in, so that the disk alone does not allow guessing. */
export class AreaKeys {
  readonly #pepper: Buffer;

  constructor(boxSecret: string) {
    this.#pepper = Buffer.from(hkdfSync('sha256', boxSecret, '', 'boxwood safe v1', 32));
  }

  /** A record for a new password. `identity` is wrapped when there is one. @throws Refusal 2 when too many passwords wait */
  async seal(user: string, password: string, identity: Uint8Array | null, recipient: Uint8Array): Promise<AreaRecord> {
    const derivation = { salt: randomBytes(16), ...COST };
    const { wrapKey, verifier } = await this.#derive(user, password, derivation);
    const hashed = createHash('sha256').update(verifier).digest();
    if (identity === null)
      return { ...derivation, verifier: hashed, wrapped: Buffer.alloc(0), recipient: Buffer.alloc(0) };
    const nonce = randomBytes(12);
    const cipher = createCipheriv('chacha20-poly1305', wrapKey, nonce, { authTagLength: 16 });
    wrapKey.fill(0);
    cipher.setAAD(aadOf(user), { plaintextLength: identity.length });
    const wrapped = Buffer.concat([nonce, cipher.update(identity), cipher.final(), cipher.getAuthTag()]);
    return { ...derivation, verifier: hashed, wrapped, recipient };
  }

  /** Whether the password is right, with the identity it unwraps (empty for an area without one), which the caller wipes. @throws Refusal 2 */
  async open(user: string, password: string, record: AreaRecord): Promise<{ readonly identity: Buffer } | null> {
    const { wrapKey, verifier } = await this.#derive(user, password, record);
    if (!timingSafeEqual(createHash('sha256').update(verifier).digest(), record.verifier)) return null;
    if (record.wrapped.length === 0) return { identity: Buffer.alloc(0) };
    const wrapped = Buffer.from(record.wrapped);
    const decipher = createDecipheriv('chacha20-poly1305', wrapKey, wrapped.subarray(0, 12), { authTagLength: 16 });
    wrapKey.fill(0);
    decipher.setAAD(aadOf(user), { plaintextLength: wrapped.length - 28 });
    decipher.setAuthTag(wrapped.subarray(-16));
    const sealed = wrapped.subarray(12, -16);
    const identity = Buffer.from(new ArrayBuffer(sealed.length));
    try {
      // One by one: Node frees the memory that a piece was decrypted into as it is, and a byte is no key.
      for (let at = 0; at < sealed.length; at += 1) identity.set(decipher.update(sealed.subarray(at, at + 1)), at);
      decipher.final();
      return { identity };
    } catch (failure) {
      identity.fill(0);
      throw failure;
    }
  }

  async #derive(user: string, password: string, { salt, memory, passes, lanes }: Derivation): Promise<Derived> {
    const options = {
      salt,
      secret: this.#pepper,
      memoryCost: memory,
      timeCost: passes,
      parallelism: lanes,
      outputLen: 64,
    };
    const raw = await inTurn({ holder: user, known: true }, GEN.busy, () => hashRaw(password, options));
    return { wrapKey: raw.subarray(0, 32), verifier: raw.subarray(32) };
  }
}

const aadOf = (user: string): Buffer => Buffer.from(`boxwood safe v1 ${user}`);
