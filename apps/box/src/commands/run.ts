import { startBox } from '../box.ts';
import type { BoxConfig } from '../config.ts';
import { prepareDataFolder, StartFailure } from '../config.ts';
import { DEMO_PASSWORD, FAMILY } from '../demo/family.ts';
import { systemClock } from '../clock.ts';
import { isHostName } from '../http/host.ts';
import { createLog } from '../log.ts';
import type { HostPlace } from '../runtime/host.ts';
import { openState } from '../state/open-state.ts';
import { releasesDirOf, stateDirOf } from '../state/places.ts';
import { launcherLine } from '../upgrade/launcher-line.ts';
import { desktopDirOf, parseRun, placeOf, readPort, restoreLine } from './options.ts';
import { say } from './say.ts';
import type { RunValues } from './options.ts';

const readCalls = (text: string): number => {
  if (!/^[1-9][0-9]{0,3}$/.test(text)) throw new StartFailure(`--calls ${text} is not a number from 1 to 9999.`);
  return Number(text);
};

const readModel = (text: string): BoxConfig['model'] => {
  if (text === 'N2' || text === 'N3' || text === 'G2') return text;
  throw new StartFailure(`--model ${text} is not one of N2, N3, G2.`);
};

const readName = (text: string): string => {
  if (!isHostName(text))
    throw new StartFailure(
      `--host-name ${text} is not a name of this box, such as box.example.org: no https://, no port.`,
    );
  return text;
};

const readHelper = (text: string): HostPlace => {
  if (text === 'installed' || text === 'none') return text;
  return `/${placeOf(text).slice(1)}`;
};

const readTls = ({ 'tls-cert': cert, 'tls-key': key }: RunValues): Pick<BoxConfig, 'tls'> => {
  if (cert === undefined && key === undefined) return {};
  if (cert === undefined || key === undefined)
    throw new StartFailure('--tls-cert FILE and --tls-key FILE go together: the certificate and its private key.');
  return { tls: { cert: placeOf(cert), key: placeOf(key) } };
};

/** Validates all options before anything is changed. */
const readConfig = (values: RunValues): Omit<BoxConfig, 'boxSecret'> => {
  const dataDir = placeOf(values.data);
  return {
    dataDir,
    stateDir: stateDirOf(dataDir),
    port: readPort(values.port),
    sharePort: values['share-port'] === 'none' ? null : readPort(values['share-port'], '--share-port'),
    host: values.host,
    hostNames: values['host-name'].map(readName),
    ...readTls(values),
    model: readModel(values.model),
    callsAtOnce: readCalls(values.calls),
    helper: readHelper(values.helper),
    allowLanDownloads: values['allow-lan-downloads'],
    ...(values.releases === undefined ? {} : { releases: placeOf(values.releases) }),
    ...(values['upgrade-key'] === undefined ? {} : { upgradeKey: placeOf(values['upgrade-key']) }),
    ...(values.packages === undefined ? {} : { packages: placeOf(values.packages) }),
    accountUrl: values.account ?? null,
    desktopDir: desktopDirOf(values.desktop),
    demo: values.demo,
  };
};

/** Runs a box until it receives a stop signal. */
export const run = async (args: readonly string[]): Promise<void> => {
  const values = parseRun(args);
  const config = readConfig(values);
  prepareDataFolder(config.dataDir);
  const log = createLog();
  const state = await openState({
    dataDir: config.dataDir,
    embedded: config.accountUrl === null,
    releases: config.releases ?? releasesDirOf(config.stateDir),
    clock: systemClock,
    log,
    restore: restoreLine(config.dataDir, values.account),
  });
  const box = await startBox({ config: { ...config, boxSecret: state.secret }, log });
  if (config.demo) say(`Demo family: ${FAMILY.map(({ user }) => user).join(', ')}; password ${DEMO_PASSWORD}`);
  say(
    box.setupLink === null
      ? `Boxwood is ready: ${box.address}`
      : `Boxwood is ready. Set it up with this one-time link: ${box.setupLink}`,
  );
  if (config.sharePort !== null && box.sharePort === null)
    say(
      `Shared links have no port of their own: ${config.sharePort} is taken by another program. Choose another one with --share-port N.`,
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
  const line = launcherLine();
  line?.onGone(stop);
  line?.ready();
};
