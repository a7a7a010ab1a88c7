import { startBox } from '../../box.ts';
import type { BoxConfig } from '../../config.ts';
import { prepareDataFolder, StartFailure } from '../../config.ts';
import { DEMO_PASSWORD, DEMO_USERS } from '../../bin/demo/demo-data.ts';
import { systemClock } from '../../platform/clock.ts';
import { isHostName } from '../../http/host-check.ts';
import { createLog } from '../../platform/log.ts';
import type { HostLocation } from '../../runtime/host-client.ts';
import { openState } from '../../storage/state/open-state.ts';
import { releasesDirOf, stateDirOf } from '../../storage/state/state-paths.ts';
import { launcherConnection } from '../../features/upgrade/launcher-connection.ts';
import { desktopDirOf, parseRunOptions, resolvePath, parsePort, restoreCommandFor } from './command-options.ts';
import { printLine } from './print-line.ts';
import type { RunOptions } from './command-options.ts';

const parseCalls = (text: string): number => {
  if (!/^[1-9][0-9]{0,3}$/.test(text)) throw new StartFailure(`--calls ${text} is not a number from 1 to 9999.`);
  return Number(text);
};

const parseModel = (text: string): BoxConfig['model'] => {
  if (text === 'N2' || text === 'N3' || text === 'G2') return text;
  throw new StartFailure(`--model ${text} is not one of N2, N3, G2.`);
};

const parseHostName = (text: string): string => {
  if (!isHostName(text))
    throw new StartFailure(
      `--host-name ${text} is not a name of this box, such as box.example.org: no https://, no port.`,
    );
  return text;
};

const parseHelper = (text: string): HostLocation => {
  if (text === 'installed' || text === 'none') return text;
  return `/${resolvePath(text).slice(1)}`;
};

const parseTls = ({ 'tls-cert': cert, 'tls-key': key }: RunOptions): Pick<BoxConfig, 'tls'> => {
  if (cert === undefined && key === undefined) return {};
  if (cert === undefined || key === undefined)
    throw new StartFailure('Use --tls-cert FILE and --tls-key FILE together: the certificate and its private key.');
  return { tls: { cert: resolvePath(cert), key: resolvePath(key) } };
};

/** Validates all options before anything is changed. */
const parseConfig = (values: RunOptions): Omit<BoxConfig, 'boxSecret'> => {
  const dataDir = resolvePath(values.data);
  return {
    dataDir,
    stateDir: stateDirOf(dataDir),
    port: parsePort(values.port),
    sharePort: values['share-port'] === 'none' ? null : parsePort(values['share-port'], '--share-port'),
    host: values.host,
    hostNames: values['host-name'].map(parseHostName),
    ...parseTls(values),
    model: parseModel(values.model),
    callsAtOnce: parseCalls(values.calls),
    helper: parseHelper(values.helper),
    allowLanDownloads: values['allow-lan-downloads'],
    ...(values.releases === undefined ? {} : { releases: resolvePath(values.releases) }),
    ...(values['upgrade-key'] === undefined ? {} : { upgradeKey: resolvePath(values['upgrade-key']) }),
    ...(values.packages === undefined ? {} : { packages: resolvePath(values.packages) }),
    accountUrl: values.account ?? null,
    desktopDir: desktopDirOf(values.desktop),
    demo: values.demo,
  };
};

/** Runs a box until it receives a stop signal. */
export const runBox = async (args: readonly string[]): Promise<void> => {
  const values = parseRunOptions(args);
  const config = parseConfig(values);
  prepareDataFolder(config.dataDir);
  const log = createLog();
  const state = await openState({
    dataDir: config.dataDir,
    embedded: config.accountUrl === null,
    releases: config.releases ?? releasesDirOf(config.stateDir),
    clock: systemClock,
    log,
    restore: restoreCommandFor(config.dataDir, values.account),
  });
  const box = await startBox({ config: { ...config, boxSecret: state.secret }, log });
  if (config.demo) printLine(`Demo users: ${DEMO_USERS.map(({ user }) => user).join(', ')}; password ${DEMO_PASSWORD}`);
  printLine(
    box.setupLink === null
      ? `Boxwood is ready: ${box.address}`
      : `Boxwood is ready. Set it up with this one-time link: ${box.setupLink}`,
  );
  if (config.sharePort !== null && box.sharePort === null)
    printLine(
      `Shared links have no separate port: port ${config.sharePort} is used by another program. Choose another one with --share-port N.`,
    );
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    box.close().then(
      () => process.exit(0),
      (failure: unknown) => {
        log.error({ err: failure }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.once('SIGINT', stop);
  // systemd signals both the launcher and the box, and the launcher passes the signal on to the box as well.
  process.on('SIGTERM', stop);
  const launcher = launcherConnection();
  launcher?.onDisconnect(stop);
  launcher?.reportReady();
};
