import { write, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { serviceTree } from '@boxwood/account-sdk/server';
import type { CommandSpec } from '@boxwood/box-sdk';
import { commandTree } from '@boxwood/box-sdk';
import type { DestinationStream, Logger } from 'pino';
import { pino } from 'pino';

export type { Logger };

/** Fields that the commands of the box and of the embedded account service declare as secret. */
const areas: readonly Readonly<Record<string, CommandSpec>>[] = [
  ...Object.values(commandTree),
  ...Object.values(serviceTree),
];
const declared = areas.flatMap((area) => Object.values(area)).flatMap(({ secrets = [] }) => secrets);

/** Fields that never reach the log, at whatever depth of a record. */
const SECRET_FIELDS = [
  ...new Set([
    ...declared,
    'token',
    'pwd',
    'password',
    'key',
    'auth',
    'code',
    'secret',
    'verifier',
    'authorization',
    'cookie',
  ]),
];

/**
 * Whether a `code` is safe to log: a result code is a number, and an error code is an errno name or upper-case words
 * joined by underscores. A secret code is neither.
 */
const isOutcome = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && (Object.hasOwn(constants.errno, value) || /^[A-Z]+(?:_[A-Z]+)+$/.test(value)));

/** Limit of buffered log lines, in bytes. Lines beyond it are dropped. */
const MOST_WAITING = 1024 * 1024;
const AGAIN_MS = 10;

/**
 * Writes log lines to standard error asynchronously. When the disk is full or nobody reads, lines are lost; the box
 * neither fails nor waits for them, not even at exit.
 */
const toStandardError = (): { write(line: string): void } => {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let under: Buffer = Buffer.alloc(0);
  const next = (): void => {
    if (under.length > 0 || bytes === 0) return;
    under = Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
    put();
  };
  const put = (): void => {
    write(2, under, (failure, written) => {
      if (failure?.code === 'EAGAIN') {
        setTimeout(put, AGAIN_MS).unref();
        return;
      }
      under = failure === null ? under.subarray(written) : Buffer.alloc(0);
      if (under.length > 0) put();
      else next();
    });
  };
  process.once('exit', () => {
    try {
      writeSync(2, Buffer.concat([under, ...waiting]));
    } catch {
      // The lines are lost, see above.
    }
  });
  return {
    write: (line) => {
      const coded = Buffer.from(line);
      if (bytes + coded.length > MOST_WAITING) return;
      waiting.push(coded);
      bytes += coded.length;
      next();
    },
  };
};

/** Structured log on standard error, one JSON object per line; `silent` for tests. */
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
