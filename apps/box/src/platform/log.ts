import { write, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { serviceTree } from '@boxwood/account-sdk/server';
import type { CommandSpec } from '@boxwood/box-sdk';
import { commandTree } from '@boxwood/box-sdk';
import type { DestinationStream, Logger } from 'pino';
import { pino } from 'pino';

export type { Logger };

/** Fields that the commands of the box and of the embedded account service declare as secret. */
const commandAreas: readonly Readonly<Record<string, CommandSpec>>[] = [
  ...Object.values(commandTree),
  ...Object.values(serviceTree),
];
const declaredSecrets = commandAreas.flatMap((area) => Object.values(area)).flatMap(({ secrets = [] }) => secrets);

/** Fields that never reach the log, at whatever depth of a record. */
const SECRET_FIELDS = [
  ...new Set([
    ...declaredSecrets,
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
const isPublicCode = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && (Object.hasOwn(constants.errno, value) || /^[A-Z]+(?:_[A-Z]+)+$/.test(value)));

/** Limit of buffered log lines, in bytes. Lines beyond it are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;
const RETRY_DELAY_MS = 10;

/**
 * Writes log lines to standard error asynchronously. When the disk is full or nobody reads, lines are lost; the box
 * neither fails nor waits for them, not even at exit.
 */
const createStderrDestination = (): { write(line: string): void } => {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let writing: Buffer = Buffer.alloc(0);
  const next = (): void => {
    if (writing.length > 0 || bytes === 0) return;
    writing = Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
    flush();
  };
  const flush = (): void => {
    write(2, writing, (failure, written) => {
      if (failure?.code === 'EAGAIN') {
        setTimeout(flush, RETRY_DELAY_MS).unref();
        return;
      }
      writing = failure === null ? writing.subarray(written) : Buffer.alloc(0);
      if (writing.length > 0) flush();
      else next();
    });
  };
  process.once('exit', () => {
    try {
      writeSync(2, Buffer.concat([writing, ...waiting]));
    } catch {
      // The lines are lost, see above.
    }
  });
  return {
    write: (line) => {
      const encoded = Buffer.from(line);
      if (bytes + encoded.length > MAX_WAITING_BYTES) return;
      waiting.push(encoded);
      bytes += encoded.length;
      next();
    },
  };
};

/** Structured log on standard error, one JSON object per line; `silent` for tests. */
export const createLog = (
  level: string = process.env['BOXWOOD_LOG'] ?? 'info',
  destination: DestinationStream = createStderrDestination(),
): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: (value: unknown, path) => (path.at(-1) === 'code' && isPublicCode(value) ? value : '[redacted]'),
      },
    },
    destination,
  );
