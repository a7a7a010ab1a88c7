import type { Command } from 'commander';
import { Option } from 'commander';

/** A hidden option that users type by habit and that is the default here: folders are always recursive (-r). */
export const withHabitualOption = (command: Command, flags: string): Command =>
  command.addOption(new Option(flags).hideHelp());

/**
 * Single-letter options that describe the default: parents are created and times preserved (-p), sizes are readable
 * (-sh).
 */
const DEFAULT_FLAGS: Readonly<Record<string, RegExp>> = { mkdir: /[pv]/g, cp: /[ap]/g, du: /[sh]/g };
/** Options with one dash in other programs and two dashes here. */
const SINGLE_DASH_OPTION = /^-(name|type)$/;
/** Global options that take a value. */
const OPTIONS_WITH_VALUE: ReadonlySet<string> = new Set(['-p', '--profile', '--lang']);

/** The index of the verb; the length when there is none. */
const indexOfVerb = (args: readonly string[]): number => {
  let at = 0;
  while (at < args.length && args[at]?.startsWith('-') === true) at += OPTIONS_WITH_VALUE.has(args[at] ?? '') ? 2 : 1;
  return at;
};

/**
 * The arguments without options typed by habit: the `-p` of `mkdir -p` and `cp -p` is not a profile (that is
 * `--profile`, or `-p` before the verb), `du -sh` is the default output, and `find -name` has one dash.
 */
export const withoutHabitualOptions = (argv: readonly string[]): readonly string[] => {
  const args = argv.slice(2);
  const at = indexOfVerb(args);
  const verb = args[at] ?? '';
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const defaultFlags = DEFAULT_FLAGS[verb];
  return [
    ...argv.slice(0, 2),
    ...args.flatMap((arg, index) => {
      if (index <= at || index >= end) return [arg];
      if (verb === 'find') return [arg.replace(SINGLE_DASH_OPTION, '--$1')];
      // `du -h` prints the help.
      if (defaultFlags === undefined || !/^-[a-zA-Z]+$/.test(arg) || (verb === 'du' && arg === '-h')) return [arg];
      const remaining = arg.replace(defaultFlags, '');
      return remaining === '-' ? [] : [remaining];
    }),
  ];
};
