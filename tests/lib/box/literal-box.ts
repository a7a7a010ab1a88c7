/** The literal box with the real clients of both SDKs. */
import { createAccountClient, signInParams } from '@boxwood/account-sdk';
import type { AccountClient } from '@boxwood/account-sdk';
import { createBoxClient, fetchTransport } from '@boxwood/box-sdk';
import type { BoxClient } from '@boxwood/box-sdk';
import { createSimulatedBox, DEFAULT_USERS } from '@boxwood/box-simulator';
import type { SimulatedBox, SimulatorOptions } from '@boxwood/box-simulator';
import { randomText } from '@boxwood/command-bus/rules';

export const HOME = '/mnt/usb1/annabel';

export interface LiteralClients {
  readonly name: string;
  readonly token: string;
  readonly box: BoxClient;
  readonly account: AccountClient;
}

/** Signs in one of the test users, the administrator by default. */
export const signIn = async ({ origin }: SimulatedBox, at = 0): Promise<LiteralClients> => {
  const who = DEFAULT_USERS[at];
  if (who === undefined) throw new Error('nobody');
  const transport = fetchTransport();
  const { token } = await createAccountClient({ baseUrl: origin, transport }).session.signIn(
    signInParams(
      who.name,
      who.password,
      randomText((bytes) => crypto.getRandomValues(bytes)),
    ),
  );
  const identity = () => ({ username: who.name, token });
  return {
    name: who.name,
    token,
    box: createBoxClient({ baseUrl: origin, transport, identity }),
    account: createAccountClient({ baseUrl: origin, transport, identity }),
  };
};

/** Runs a test against a separate literal box. */
export const withLiteralBox = async (
  options: SimulatorOptions,
  test: (box: SimulatedBox) => Promise<void>,
): Promise<void> => {
  const box = await createSimulatedBox(options);
  try {
    await test(box);
  } finally {
    await box.close();
  }
};
