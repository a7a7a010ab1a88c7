import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

export interface HostLog {
  /** Logs a request and its outcome on standard error. The system journal stores it and limits its size. */
  logRequest(record: Readonly<Record<string, string>>): void;
  /** Records the start or end of an operation, and returns when the record is on the disk. @throws when it is not */
  logOperation(record: Readonly<Record<string, string | number>>): void;
}

/**
 * Opens the audit log. It is append-only and never truncated; the start and the end of an operation are one line each.
 */
export const openAuditLog = (file: string, now: () => number): HostLog => {
  const formatRecord = (record: object): string =>
    `${JSON.stringify({ at: new Date(now()).toISOString(), ...record })}\n`;
  return {
    logRequest: (record) => {
      process.stderr.write(formatRecord(record));
    },
    logOperation: (record) => {
      // Opened for each record: this follows log rotation, and detects a full disk.
      const descriptor = openSync(file, 'a', 0o640);
      try {
        writeSync(descriptor, formatRecord(record));
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
    },
  };
};
