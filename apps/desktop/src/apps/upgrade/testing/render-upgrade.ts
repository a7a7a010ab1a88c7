import { commandTree, type VersionInfo } from '@boxwood/account-sdk';
import { OPS, type UpgradeStatus } from '@boxwood/box-sdk';
import { ACC, createClient } from '@boxwood/command-bus';
import { createRouter, localTransport } from '@boxwood/command-bus/server';
import { State } from '@boxwood/domain';
import { act } from '@testing-library/react';
import { AccountClientToken, DesktopToken, LauncherToken, SessionToken } from '../../../composition/service-tokens.ts';
import { type BoxReplies, REPLY_PRODUCT } from '../../../testing/box-replies.ts';
import { renderApp, type RenderAppOptions } from '../../../testing/render-app.tsx';
import { upgrade } from '../manifest.ts';

export const BOX_VERSION = '1.0.7';
export const NEXT_VERSION = '1.0.8';
export const versionInfo = (Version: string, more: Partial<VersionInfo> = {}): VersionInfo => ({
  Version,
  VersionName: '',
  Description: [`notes of ${Version}`],
  ...more,
});
export const upgradeStatus = (more: Partial<UpgradeStatus> = {}): UpgradeStatus => ({
  running: 0,
  version: '',
  progress: 0,
  code: OPS.queued,
  ...more,
});

interface Fixture extends Omit<RenderAppOptions<'upgrade'>, 'replies'> {
  /** The newest version at the account service, or the code of its refusal. */
  readonly newest?: () => VersionInfo | Promise<VersionInfo> | { readonly refusedWith: typeof ACC.deviceType };
  /** The running version at the account service; null: it does not know it. */
  readonly known?: VersionInfo | null;
  /** The version that the box has after an upgrade during this session. */
  readonly upgradedTo?: string;
  readonly replies?: BoxReplies['upgrade'];
  readonly offers?: NonNullable<BoxReplies['offers']>['list'];
}

/**
 * The app in a session with the account service. The session of the kit is one of the local network, so the stream that
 * says so and the client of the account service are replaced before the window is opened again.
 */
export const renderUpgrade = async ({ newest, known, upgradedTo, replies, offers, ...options }: Fixture = {}) => {
  let version = BOX_VERSION;
  const app = await renderApp(upgrade, {
    admin: true,
    ...options,
    replies: {
      system: {
        product: () => ({ ...REPLY_PRODUCT, version, versionname: 'As the box says' }),
      },
      upgrade: { status: () => upgradeStatus(), ...replies },
      ...(offers === undefined ? {} : { offers: { list: offers } }),
    },
  });
  const accountCalls: unknown[] = [];
  const accountTree = { box: { newestVersion: commandTree.box.newestVersion, version: commandTree.box.version } };
  const accountRouter = createRouter<typeof accountTree, null>({
    commands: accountTree,
    handlers: {
      box: {
        newestVersion: async (_params, _caller, { refuse }) => {
          const found = await (newest?.() ?? versionInfo(NEXT_VERSION));
          if ('refusedWith' in found) throw refuse(found.refusedWith);
          return found;
        },
        version: ({ version: asked }, _caller, { refuse }) => {
          if (known === null) throw refuse(ACC.deviceType);
          return known ?? versionInfo(asked);
        },
      },
    },
    context: ({ command, params }) => {
      accountCalls.push([command.name, params]);
      return null;
    },
    onFault: (fault) => {
      throw fault;
    },
  });
  const session = app.scope.get(SessionToken);
  Object.defineProperty(session, 'lanMode$', { value: new State(false).stream });
  Object.assign(
    app.scope.get(AccountClientToken),
    createClient({ baseUrl: 'http://account.test', transport: localTransport(accountRouter) }),
  );
  version = upgradedTo ?? BOX_VERSION;
  act(() => {
    app.scope.get(DesktopToken).closeAll();
  });
  act(() => {
    app.scope.get(LauncherToken).open('upgrade');
  });
  await app.settled();
  return { app, session, accountCalls };
};
