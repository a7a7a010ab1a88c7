import { constants } from 'node:os';
import { serviceTree } from '@boxwood/account-sdk/server';
import type { CommandSpec } from '@boxwood/box-sdk';
import { commandTree } from '@boxwood/box-sdk';
import type { DestinationStream, Logger } from 'pino';
import { pino } from 'pino';

export type { Logger };

/** What commands declare as their secrets, of the box and of the account service that runs inside. */
const areas: readonly Readonly<Record<string, CommandSpec>>[] = [
  ...Object.values(commandTree),
  ...Object.values(serviceTree),
];
const declared = areas.flatMap((area) => Object.values(area)).flatMap(({ secrets = [] }) => secrets);

/** Words that never reach a log line, wherever they stand in a record. */
const SECRET_FIELDS = [
  ...new Set([
    ...declared,
    ...['token', 'pwd', 'password', 'key', 'auth', 'code', 'secret', 'verifier', 'authorization', 'cookie'],
  ]),
];

/** The code of a result is a number and that of an error a name of the system's list or of Node's; a code that opens something is neither. */
const isOutcome = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && (Object.hasOwn(constants.errno, value) || /^ERR_[A-Z_]+$/.test(value)));

/** Bytes of lines that wait for being written; more are dropped. */
const MOST_WAITING = 1024 * 1024;

const toStandardError = (): DestinationStream => {
  const destination = pino.destination({ dest: 2, sync: false, minLength: 0, maxLength: MOST_WAITING });
  // Where the log goes there may be a full disk, or nobody: lines are lost then, and nothing else.
  destination.on('error', () => undefined);
  return destination;
};

/** Structured logs, one JSON object a line, on standard error; `silent` for tests. */
export const createLog = (
  level: string = process.env['BOXWOOD_LOG'] ?? 'info',
  destination: DestinationStream = toStandardError(),
): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: (value: unknown, path) => (path.at(-1) === 'code' && isOutcome(value) ? value : '[redacted]'),
      },
    },
    destination,
  );
