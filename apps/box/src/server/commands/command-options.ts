import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SHARE_PORT } from '@boxwood/box-sdk';
import { StartFailure } from '../../config.ts';
import { MAX_CONCURRENT } from '../identity/concurrency.ts';

/** Options of a running box, and of `doctor`, which checks what that box would find. */
export const parseRunOptions = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '6900' },
      'share-port': { type: 'string', default: String(SHARE_PORT) },
      host: { type: 'string', default: '0.0.0.0' },
      'host-name': { type: 'string', multiple: true, default: [] },
      'tls-cert': { type: 'string' },
      'tls-key': { type: 'string' },
      data: { type: 'string', default: './data' },
      model: { type: 'string', default: 'G2' },
      account: { type: 'string' },
      desktop: { type: 'string' },
      calls: { type: 'string', default: String(MAX_CONCURRENT) },
      demo: { type: 'boolean', default: false },
      releases: { type: 'string' },
      'upgrade-key': { type: 'string' },
      packages: { type: 'string' },
      helper: { type: 'string', default: 'installed' },
      'allow-lan-downloads': { type: 'boolean', default: false },
    },
  }).values;
export type RunOptions = ReturnType<typeof parseRunOptions>;

/** Resolves a typed path against the folder the user started in, also when a task runner changed it. */
export const resolvePath = (typed: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), typed);

/** A release contains the desktop beside the program; in the workspace it is in the build folder. */
export const desktopDirOf = (typed: string | undefined): string => {
  const program = new URL(import.meta.url.endsWith('.ts') ? '../..' : '.', import.meta.url);
  const bundled = fileURLToPath(new URL('desktop', program));
  if (typed !== undefined) return typed;
  return existsSync(bundled) ? bundled : fileURLToPath(new URL('../../desktop/dist', program));
};

export const parsePort = (text: string, option = '--port'): number => {
  const port = Number(text);
  if (!/^[0-9]+$/.test(text) || port > 65_535)
    throw new StartFailure(`${option} ${text} is not a port number (0 to 65535).`);
  return port;
};

const shellQuote = (text: string): string =>
  /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** This program with other arguments, quoted for pasting into a terminal. */
export const commandLine = (args: readonly string[]): string => {
  const configDir = process.env['BOXWOOD_CONFIG_DIR'];
  const [node = 'node', program = 'main.js'] = process.argv;
  const conditions = process.execArgv.filter((flag) => flag.startsWith('--conditions'));
  return [
    ...(configDir === undefined ? [] : [`BOXWOOD_CONFIG_DIR=${shellQuote(configDir)}`]),
    ...[node, ...conditions, program, ...args].map(shellQuote),
  ].join(' ');
};

/** Builds the command line of `restore` for a box with these options; the caller adds further options. */
export const restoreCommandFor =
  (dataDir: string, account: string | undefined) =>
  (options: string): string =>
    `${commandLine(['restore', '--data', dataDir, ...(account === undefined ? [] : ['--account', account])])}${options === '' ? '' : ` ${options}`}`;
