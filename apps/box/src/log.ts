import { write, writeSync } from 'node:fs';
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

/** The code of a result is a number and that of an error a name, of the system's list or of words with lines between; a code that opens something is neither. */
const isOutcome = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && (Object.hasOwn(constants.errno, value) || /^[A-Z]+(?:_[A-Z]+)+$/.test(value)));

/** Bytes of lines that wait for being written; more are dropped. */
const MOST_WAITING = 1024 * 1024;
const AGAIN_MS = 10;

/**
 * Lines on their way to standard error, written beside the work. Where they go there may be a full disk, or nobody who reads: then they are
 * lost, and the box neither ends nor waits for them, not even when it stops.
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
      // Lost, as above.
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
