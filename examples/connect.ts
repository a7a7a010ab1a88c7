/**
 * What every example begins with: signs in at a box on the LAN with the offline sign-in and makes a client.
 *
 * `BOX_URL=http://192.168.1.20:6900 BOX_USER=ann BOX_PASSWORD=... node examples/list-tree.ts /mnt/usb1/ann`
 */
import { newAppKey, signInParams } from '@boxwood/account-sdk';
import type { AddressBase, BoxClient, ShortItem } from '@boxwood/box-sdk';
import { BoxFailure, createBoxClient, describeBoxError, fetchTransport, fileKeyOf, isLeft } from '@boxwood/box-sdk';

export interface Session {
  readonly box: BoxClient;
  readonly user: string;
  /** For addresses of files; renewed when it is about to end. */
  readonly addresses: () => Promise<AddressBase>;
}

const wanted = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`Set ${name}.`);
  return value;
};

export const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const connect = async (): Promise<{ readonly session: Session; readonly signOut: () => Promise<unknown> }> => {
  const base = wanted('BOX_URL').replace(/\/+$/, '');
  let identity = { username: wanted('BOX_USER'), token: '' };
  const box = createBoxClient({ baseUrl: base, transport: fetchTransport(), identity: () => identity });
  const appKey = newAppKey((bytes) => crypto.getRandomValues(bytes));
  const { token, userName } = await box.session.signIn(signInParams(identity.username, wanted('BOX_PASSWORD'), appKey));
  identity = { username: userName, token };
  let key = { text: '', until: 0 };
  const addresses = async (): Promise<AddressBase> => {
    if (Date.now() >= key.until) {
      const issued = await fileKeyOf(box);
      if (isLeft(issued)) throw new BoxFailure(issued.left, 'GetFileKey');
      key = { text: issued.right.key, until: Date.now() + (issued.right.expire - 60) * 1000 };
    }
    return { base, key: key.text };
  };
  return { session: { box, user: userName, addresses }, signOut: () => box.session.signOut({ userName, token }) };
};

/** Every entry of a folder, fetched page by page. */
export async function* entriesOf(box: BoxClient, path: string): AsyncGenerator<ShortItem> {
  let page = await box.files.list({ path, count: 500, hasbaseinfo: 0 });
  for (;;) {
    yield* page.file_list;
    const last = page.file_list.at(-1);
    if (last === undefined || page.file_list.length < 500) return;
    page = await box.files.list({
      path,
      count: 500,
      hasbaseinfo: 1,
      baseinfo: { n: last.n, t: last.t, k: last.k },
    });
  }
}

/** Runs an example: signs in, works, signs out, and ends with a status that tells how it went. */
export const run = async (work: (session: Session, args: readonly string[]) => Promise<void>): Promise<void> => {
  try {
    const { session, signOut } = await connect();
    try {
      await work(session, process.argv.slice(2));
    } finally {
      await signOut();
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
