import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

export interface HostLog {
  /** Says what was asked and how it ended, on standard error: the journal of the system keeps it, and bounds it. */
  asked(record: Readonly<Record<string, string>>): void;
  /** Writes down that an act begins or has ended, and comes back when the disk has it. @throws when it does not */
  act(record: Readonly<Record<string, string | number>>): void;
}

/** The file of acts is opened to append and is never cut: an act that begins and one that ended are a line each. */
export const openLog = (file: string, now: () => number): HostLog => {
  const line = (record: object): string => `${JSON.stringify({ at: new Date(now()).toISOString(), ...record })}\n`;
  return {
    asked: (record) => {
      process.stderr.write(line(record));
    },
    act: (record) => {
      // Opened anew for each: it is right wherever somebody moved the old one to, and a full disk is seen here.
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
