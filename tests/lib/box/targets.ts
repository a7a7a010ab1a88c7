/** The boxes that a contract is tested against: ours, as a process on a real disk, and the literal one. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAccountClient, signInParams } from '@boxwood/account-sdk';
import type { AccountClient } from '@boxwood/account-sdk';
import { createBoxClient, fetchTransport } from '@boxwood/box-sdk';
import type { BoxClient } from '@boxwood/box-sdk';
import { createSimulatedBox } from '@boxwood/box-simulator';
import { randomText } from '@boxwood/command-bus/rules';
import { TEST_USERS, PASSWORD, startBoxProcess } from './box-process.ts';

/** A box of a test, and access to its files. */
export interface TargetBox {
  readonly origin: string;
  /** The text of a file; undefined when it does not exist. */
  text(path: string): string | undefined;
  names(folder: string): readonly string[];
  close(): Promise<void>;
}

export interface ContractTarget {
  readonly name: string;
  open(): Promise<TargetBox>;
}

const ours: ContractTarget = {
  name: 'our box',
  open: async () => {
    const box = await startBoxProcess();
    const disk = (path: string): string => join(box.usb1, path.replace(/^\/mnt\/usb1/, ''));
    return {
      origin: box.origin,
      text: (path) => (existsSync(disk(path)) ? readFileSync(disk(path), 'utf8') : undefined),
      names: (folder) => readdirSync(disk(folder)).toSorted(),
      close: () => box.remove(),
    };
  },
};

const literal: ContractTarget = {
  name: 'the literal box',
  open: async () => {
    const box = await createSimulatedBox({ users: TEST_USERS });
    return {
      origin: box.origin,
      text: (path) => box.tree.text(path),
      names: (folder) => box.tree.names(folder).toSorted(),
      close: () => box.close(),
    };
  },
};

export const CONTRACT_TARGETS: readonly ContractTarget[] = [ours, literal];

/** Signs in by account, finds the box there, and returns the clients of both. */
export const signInAt = async (
  { origin }: TargetBox,
  name: string,
): Promise<{ readonly box: BoxClient; readonly account: AccountClient }> => {
  const transport = fetchTransport();
  const baseUrl = `${origin}/account`;
  const key = randomText((bytes) => crypto.getRandomValues(bytes));
  const { token } = await createAccountClient({ baseUrl, transport }).session.signIn(signInParams(name, PASSWORD, key));
  const account = createAccountClient({ baseUrl, transport, identity: () => ({ username: name, token }) });
  const [drive] = await account.roster.boxes({});
  const { boxToken = token } = await account.box.address({ boxName: drive?.boxName ?? '' });
  const box = createBoxClient({
    baseUrl: origin,
    transport,
    // A service that creates no token for the box accepts its own there (G-05).
    identity: () => ({ username: name, token: boxToken }),
  });
  return { box, account };
};
