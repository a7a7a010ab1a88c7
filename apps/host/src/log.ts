import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

export interface HostLog {
  /** Logs a request and its outcome on standard error. The system journal stores it and limits its size. */
  asked(record: Readonly<Record<string, string>>): void;
  /** Records the start or end of an operation, and returns when the record is on the disk. @throws when it is not */
  act(record: Readonly<Record<string, string | number>>): void;
}

/**
 * Opens the audit log. It is append-only and never truncated; the start and the end of an operation are one line each.
 */
export const openLog = (file: string, now: () => number): HostLog => {
  const line = (record: object): string => `${JSON.stringify({ at: new Date(now()).toISOString(), ...record })}\n`;
  return {
    asked: (record) => {
      process.stderr.write(line(record));
    },
    act: (record) => {
      // Opened for each record: this follows log rotation, and detects a full disk.
      const open = openSync(file, 'a', 0o640);
      try {
        writeSync(open, line(record));
        fsyncSync(open);
      } finally {
        closeSync(open);
      }
    },
  };
};
