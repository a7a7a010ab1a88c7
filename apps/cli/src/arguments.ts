import { readFileSync } from 'node:fs';
import { fromDisk } from '@boxwood/box-sdk/node';

/** What was typed, with names that are no UTF-8 as the shell handed them over: Node makes U+FFFD of such bytes, Linux still has them. */
export const argumentsOf = (argv: readonly string[]): readonly string[] => {
  if (process.platform !== 'linux' || !argv.slice(2).some((word) => word.includes('\uFFFD'))) return argv;
  const given = readFileSync('/proc/self/cmdline', 'latin1').split('\0').slice(0, -1);
  return [...argv.slice(0, 2), ...given.slice(2 - argv.length).map((word) => fromDisk(Buffer.from(word, 'latin1')))];
};
