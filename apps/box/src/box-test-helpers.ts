import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkKeyOf } from '@boxwood/account';
import type { BoxClient } from '@boxwood/box-sdk';
import { BOX_SECRET_HEADER } from '@boxwood/account-sdk';
import { createBoxClient, fetchTransport } from '@boxwood/box-sdk';
import type { Box } from './box.ts';
import { startBox } from './box.ts';
import type { BoxConfig } from './config.ts';
import { createLog } from './platform/log.ts';
import { hashPassword } from './server/identity/passwords.ts';

export const OWNER = 'annabel';
export const MEMBER = 'robert1';
export const PASSWORD = 'hedge-in-june';

/** A complete box in this process, on a temporary folder and a free port, for tests of its HTTP interface. */
export interface TestBox extends Box {
  readonly origin: string;
  /** The real folder of `/mnt/usb1`. */
  readonly usb1: string;
  /** The log output so far. */
  readonly log: () => string;
  /** A client without a session. */
  readonly anonymous: BoxClient;
  /** Pushes the roster as the account service does: by default the owner and the member. */
  readonly pushRoster: (
    users: readonly { readonly userName: string; readonly verifier: string }[],
    ended?: readonly string[],
    secret?: string,
  ) => Promise<unknown>;
  readonly remove: () => Promise<void>;
}

const SECRET = 's'.repeat(32);

export const startTestBox = async (overrides: Partial<BoxConfig> = {}): Promise<TestBox> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'boxwood-running-'));
  const stateDir = join(dataDir, '.boxwood');
  mkdirSync(stateDir);
  const config: BoxConfig = {
    dataDir,
    stateDir,
    boxSecret: SECRET,
    port: 0,
    sharePort: null,
    host: '127.0.0.1',
    model: 'G2',
    callsAtOnce: 10,
    hostNames: [],
    desktopDir: '',
    demo: false,
    helper: 'none',
    allowLanDownloads: false,
    accountUrl: null,
    ...overrides,
  };
  let logged = '';
  const box = await startBox({ config, log: createLog('info', { write: (line) => void (logged += line) }) });
  const origin = `http://127.0.0.1:${box.port}`;
  const clientWith = (headers: Readonly<Record<string, string>>): BoxClient => {
    const transport = fetchTransport();
    return createBoxClient({
      baseUrl: origin,
      transport: {
        ...transport,
        exchange: (request) => transport.exchange({ ...request, headers: { ...request.headers, ...headers } }),
      },
    });
  };
  return {
    ...box,
    origin,
    log: () => logged,
    usb1: join(dataDir, 'usb1'),
    anonymous: clientWith({}),
    pushRoster: (users, ended = [], secret = linkKeyOf(SECRET)) =>
      clientWith({ [BOX_SECRET_HEADER]: secret }).session.pushRoster({
        users: users.map((user) => ({ ...user, admin: user.userName === OWNER ? 'Y' : 'N' })),
        ended: [...ended],
      }),
    remove: async () => {
      await box.close();
      rmSync(dataDir, { recursive: true });
      // A result code that its command does not declare reaches the client, and fails the test.
      const [undeclared] = /[^"]*which it does not declare/.exec(logged) ?? [];
      if (undeclared !== undefined) throw new Error(undeclared);
    },
  };
};

/** Sets up a new box with its owner and one member. */
export const setUpTestBox = async (box: TestBox): Promise<string> => {
  const code = new URL(box.setupLink ?? '').searchParams.get('setup') ?? '';
  await box.anonymous.session.setUp({ code, boxname: 'Test box', username: OWNER, password: PASSWORD });
  const verifier = await hashPassword(PASSWORD, { holder: 'test', known: true });
  await box.pushRoster([OWNER, MEMBER].map((userName) => ({ userName, verifier })));
  return verifier;
};

export const signInToTestBox = async (
  { anonymous, origin }: TestBox,
  userName: string,
): Promise<BoxClient & { readonly token: string }> => {
  const app = { appId: 'web', appIdSecurity: '', appKey: '', devtype: 'web', logintype: 1 } as const;
  const { token } = await anonymous.session.signIn({ ...app, userName, pwd: PASSWORD });
  return {
    ...createBoxClient({
      baseUrl: origin,
      transport: fetchTransport(),
      identity: () => ({ username: userName, token }),
    }),
    token,
  };
};
