import { newIdentity, recipientOf } from './age-keys.ts';
import { AreaKeys } from './area-keys.ts';

/** What a test needs to search for the keys of {@link runChild}, in hexadecimal. */
export interface LeftoverRecord {
  readonly salt: string;
  readonly wrapped: string;
}

export const SECRET = 'the secret of a box';
export const PASSWORD = 'tulip-42';
export const USER = 'ann';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/**
 * Runs in a child process: seals and opens keys, including tampered ones, and wipes its own copies. A key that is left
 * in memory is a leak.
 */
const runChild = async (send: (left: readonly LeftoverRecord[]) => void): Promise<void> => {
  const keys = new AreaKeys(SECRET);
  const left: LeftoverRecord[] = [];
  for (let round = 0; round < 4; round += 1) {
    const identity = newIdentity();
    const record = await keys.seal(USER, PASSWORD, identity, recipientOf(identity));
    identity.fill(0);
    const opened = await keys.open(USER, PASSWORD, record);
    opened?.identity.fill(0);
    const tampered = Uint8Array.from(record.wrapped, (byte, at) =>
      at === record.wrapped.length - 1 ? byte ^ 1 : byte,
    );
    await keys.open(USER, PASSWORD, { ...record, wrapped: tampered }).then(
      () => process.exit(1),
      () => undefined,
    );
    left.push({ salt: hex(record.salt), wrapped: hex(record.wrapped) });
  }
  send(left);
};

if (process.send !== undefined && process.argv[1]?.endsWith('safe/key-leak-child.ts') === true) {
  const send = process.send.bind(process);
  // Stays alive while the test reads its memory.
  process.on('disconnect', () => process.exit());
  await runChild((left) => send(left));
}
