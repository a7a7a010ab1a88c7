/**
 * Shared by all examples: connects with the box, the user and the password (or a token) from the environment. The
 * examples are plain TypeScript, which Node 24 runs directly.
 *
 * `BOX_URL=http://192.168.1.20:6900 BOX_USER=ann BOX_PASSWORD=... node examples/list-tree.ts /mnt/usb1/ann`
 */
import type { Connection } from '@boxwood/box-sdk';
import { BoxFailure, connect, describeBoxError } from '@boxwood/box-sdk';

const wanted = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`Set ${name}.`);
  return value;
};

export const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const credentials = () => {
  const user = wanted('BOX_USER');
  const token = process.env['BOX_TOKEN'];
  return token === undefined ? { user, password: wanted('BOX_PASSWORD') } : { user, token };
};

/** Runs an example: signs in, runs the work, signs out, and exits with a status that reports success or failure. */
export const run = async (work: (box: Connection, args: readonly string[]) => Promise<void>): Promise<void> => {
  try {
    const box = await connect(wanted('BOX_URL'), credentials());
    try {
      await work(box, process.argv.slice(2));
    } finally {
      await box.signOut();
    }
  } catch (failure) {
    const words =
      failure instanceof BoxFailure
        ? `${failure.command}: ${describeBoxError(failure.error)}`
        : failure instanceof Error
          ? failure.message
          : String(failure);
    process.stderr.write(`${words}\n`);
    process.exitCode = 1;
  }
};
