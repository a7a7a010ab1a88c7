import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { inTurn } from '@boxwood/account';
import { hashRaw } from '@node-rs/argon2';
import { GEN } from '../vault/index.ts';
import type { AreaRecord, Derivation } from './area-table.ts';

/** 64 MiB, 3 passes, 4 lanes: some 50 ms here, days of memory-hard work for the million of six-digit passwords, box secret or not. */
const COST = { memory: 65_536, passes: 3, lanes: 4 } as const;

/** What a password and the box secret give: a key to wrap with, and a value that is compared. Both are wiped when their scope ends. */
class Derived implements Disposable {
  readonly #raw: Buffer;

  /** @param raw 64 bytes, which become this object's own */
  constructor(raw: Buffer) {
    this.#raw = raw;
  }

  get wrapKey(): Buffer {
    return this.#raw.subarray(0, 32);
  }

  /** What is stored of the password. */
  get verifier(): Buffer {
    return createHash('sha256').update(this.#raw.subarray(32)).digest();
  }

  [Symbol.dispose](): void {
    this.#raw.fill(0);
  }
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
    using derived = await this.#derive(user, password, derivation);
    const { verifier } = derived;
    if (identity === null) return { ...derivation, verifier, wrapped: Buffer.alloc(0), recipient: Buffer.alloc(0) };
    const nonce = randomBytes(12);
    const cipher = createCipheriv('chacha20-poly1305', derived.wrapKey, nonce, { authTagLength: 16 });
    cipher.setAAD(aadOf(user), { plaintextLength: identity.length });
    const wrapped = Buffer.concat([nonce, cipher.update(identity), cipher.final(), cipher.getAuthTag()]);
    return { ...derivation, verifier, wrapped, recipient };
  }

  /** Whether the password is right, with the identity it unwraps (empty for an area without one), which the caller wipes. @throws Refusal 2 */
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
    return new Derived(await inTurn({ holder: user, known: true }, GEN.busy, () => hashRaw(password, options)));
  }
}

const aadOf = (user: string): Buffer => Buffer.from(`boxwood safe v1 ${user}`);
