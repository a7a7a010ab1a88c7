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

/** Structured logs, one JSON object a line, on standard error; `silent` for tests. */
export const createLog = (level: string = process.env['BOXWOOD_LOG'] ?? 'info'): Logger => {
  const destination = pino.destination({ dest: 2, sync: false, minLength: 0, maxLength: MOST_WAITING });
  // Where the log goes there may be a full disk, or nobody: lines are lost then, and nothing else.
  destination.on('error', () => undefined);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: '[redacted]',
      },
    },
    destination,
  );
};
