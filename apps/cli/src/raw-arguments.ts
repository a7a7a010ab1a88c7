import { readFileSync } from 'node:fs';
import { fromDisk } from '@boxwood/box-sdk/node';

/**
 * The command line with names that are not valid UTF-8 as the shell passed them. Node replaces such bytes by U+FFFD;
 * Linux still has them in /proc.
 */
export const rawArguments = (argv: readonly string[]): readonly string[] => {
  if (process.platform !== 'linux' || !argv.slice(2).some((arg) => arg.includes('\uFFFD'))) return argv;
  const given = readFileSync('/proc/self/cmdline', 'latin1').split('\0').slice(0, -1);
  return [...argv.slice(0, 2), ...given.slice(2 - argv.length).map((arg) => fromDisk(Buffer.from(arg, 'latin1')))];
};
