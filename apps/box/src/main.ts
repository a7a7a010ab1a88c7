/** `boxwood-box`: runs a box. Prints one line with the address to open, or one that says plainly what is wrong. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SHARE_PORT } from '@boxwood/box-sdk';
import { startBox } from './box.ts';
import type { BoxConfig } from './config.ts';
import { boxSecretFor, prepareDataFolder, secretFileOf, StartFailure, stateDirOf } from './config.ts';
import { DEMO_PASSWORD, FAMILY } from './demo/family.ts';
import { MAX_CONCURRENT } from './identity/concurrency.ts';
import { createLog } from './log.ts';

const USAGE = `boxwood-box [options]           run a box
boxwood-box doctor [options]    say what this machine lacks
  --port N          port to listen on (6900)
  --share-port N    port that serves links of shares and nothing else (20223), or none
  --host ADDRESS    address to listen on (0.0.0.0)
  --data DIR        folder of the family's files (./data)
  --model N2|N3|G2  model of the box (G2)
  --account URL     an account service elsewhere; without it one runs inside
  --desktop DIR     the built desktop
  --calls N         calls of one user that may run at once (10)
  --demo            fill an empty box with a believable family
  --allow-power     let administrators reboot and power off this machine
  --allow-lan-downloads
                    let downloads from an address reach this machine and the home network
  --help`;

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '6900' },
      'share-port': { type: 'string', default: String(SHARE_PORT) },
      host: { type: 'string', default: '0.0.0.0' },
      data: { type: 'string', default: './data' },
      model: { type: 'string', default: 'G2' },
      account: { type: 'string' },
      desktop: { type: 'string' },
      calls: { type: 'string', default: String(MAX_CONCURRENT) },
      demo: { type: 'boolean', default: false },
      'allow-power': { type: 'boolean', default: false },
      'allow-lan-downloads': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });

const readPort = (text: string, option = '--port'): number => {
  const port = Number(text);
  if (!/^[0-9]+$/.test(text) || port > 65_535)
    throw new StartFailure(`${option} ${text} is not a port number (0 to 65535).`);
  return port;
};

const readCalls = (text: string): number => {
  if (!/^[1-9][0-9]{0,3}$/.test(text)) throw new StartFailure(`--calls ${text} is not a number from 1 to 9999.`);
  return Number(text);
};

const readModel = (text: string): BoxConfig['model'] => {
  if (text === 'N2' || text === 'N3' || text === 'G2') return text;
  throw new StartFailure(`--model ${text} is not one of N2, N3, G2.`);
};

type Values = ReturnType<typeof parse>['values'];

const dataDirOf = (values: Values): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), values.data);
/** A release has the desktop beside this file; in the workspace it lies where it is built. */
const desktopDirOf = (values: Values): string => {
  const beside = fileURLToPath(new URL('desktop', import.meta.url));
  if (values.desktop !== undefined) return values.desktop;
  return existsSync(beside) ? beside : fileURLToPath(new URL('../../desktop/dist', import.meta.url));
};

const examineMachine = async (values: Values): Promise<void> => {
  const { examine, report } = await import('./doctor/doctor.ts');
  const dataDir = dataDirOf(values);
  const secretFile = secretFileOf(dataDir);
  const findings = await examine({
    dataDir,
    secretFile,
    desktopDir: desktopDirOf(values),
    port: readPort(values.port),
  });
  for (const line of report(findings)) console.log(line);
  if (findings.some((finding) => finding.level === 'fail')) process.exitCode = 1;
};

const readConfig = (values: Values): BoxConfig => {
  const dataDir = dataDirOf(values);
  prepareDataFolder(dataDir);
  return {
    dataDir,
    stateDir: stateDirOf(dataDir),
    boxSecret: boxSecretFor(dataDir),
    port: readPort(values.port),
    sharePort: values['share-port'] === 'none' ? null : readPort(values['share-port'], '--share-port'),
    host: values.host,
    model: readModel(values.model),
    callsAtOnce: readCalls(values.calls),
    allowPower: values['allow-power'],
    allowLanDownloads: values['allow-lan-downloads'],
    accountUrl: values.account ?? null,
    desktopDir: desktopDirOf(values),
    demo: values.demo,
  };
};

const explain = (failure: unknown, port: string): string => {
  if (failure instanceof StartFailure) return failure.message;
  const code = failure instanceof Error && 'code' in failure ? failure.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop it, or choose another port with --port N.`;
  if (code === 'EACCES') return `This user may not listen on port ${port}. Choose a port above 1023 with --port N.`;
  if (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS') && failure instanceof Error)
    return `${failure.message.split('. ')[0] ?? ''}. See --help.`;
  if (code === 'ENOSPC') return 'The disk is full. Free some space and start again.';
  return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
};

const main = async (): Promise<void> => {
  let port = '6900';
  try {
    const { values, positionals } = parse(process.argv.slice(2));
    if (values.help) {
      console.log(USAGE);
      return;
    }
    port = values.port;
    if (positionals[0] === 'doctor') {
      await examineMachine(values);
      return;
    }
    if (positionals.length > 0) throw new StartFailure(`Unknown word "${positionals.join(' ')}". See --help.`);
    const log = createLog();
    const box = await startBox({ config: readConfig(values), log });
    if (values.demo)
      console.log(`Demo family: ${FAMILY.map(({ user }) => user).join(', ')}; password ${DEMO_PASSWORD}`);
    console.log(
      box.setupLink === null
        ? `Boxwood is ready: ${box.address}`
        : `Boxwood is ready. Set it up with this one-time link: ${box.setupLink}`,
    );
    const stop = () => {
      box.close().then(
        () => process.exit(0),
        (failure: unknown) => {
          log.error({ err: failure }, 'stopping failed');
          process.exit(1);
        },
      );
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  } catch (failure) {
    console.error(explain(failure, port));
    process.exitCode = 1;
  }
};

await main();
