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
    pino.destination({ dest: 2, sync: false, minLength: 0 }),
  );
