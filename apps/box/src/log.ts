import { write, writeSync } from 'node:fs';
import { pino } from 'pino';
import type { Logger } from 'pino';

export type { Logger };

/** Words that never reach a log line, wherever they stand in a record. */
const SECRET_FIELDS = [
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
];

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
export const createLog = (level: string = process.env['BOXWOOD_LOG'] ?? 'info'): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: '[redacted]',
      },
    },
    toStandardError(),
  );
