import type { Command } from 'commander';
import { Option } from 'commander';

/** A hidden option that users type by habit and that is the default here: folders are always recursive (-r). */
export const habit = (command: Command, flags: string): Command => command.addOption(new Option(flags).hideHelp());

/**
 * Single-letter options that describe the default: parents are created and times preserved (-p), sizes are readable
 * (-sh).
 */
const ANYWAY: Readonly<Record<string, RegExp>> = { mkdir: /[pv]/g, cp: /[ap]/g, du: /[sh]/g };
/** Options with one dash in other programs and two dashes here. */
const LONG = /^-(name|type)$/;
/** Global options that take a value. */
const WITH_VALUE: ReadonlySet<string> = new Set(['-p', '--profile', '--lang']);

/** The index of the verb; the length when there is none. */
const verbAt = (words: readonly string[]): number => {
  let at = 0;
  while (at < words.length && words[at]?.startsWith('-') === true) at += WITH_VALUE.has(words[at] ?? '') ? 2 : 1;
  return at;
};

/**
 * The arguments without options typed by habit: the `-p` of `mkdir -p` and `cp -p` is not a profile (that is
 * `--profile`, or `-p` before the verb), `du -sh` is the default output, and `find -name` has one dash.
 */
export const withoutHabits = (argv: readonly string[]): readonly string[] => {
  const words = argv.slice(2);
  const at = verbAt(words);
  const verb = words[at] ?? '';
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const anyway = ANYWAY[verb];
  return [
    ...argv.slice(0, 2),
    ...words.flatMap((word, place) => {
      if (place <= at || place >= end) return [word];
      if (verb === 'find') return [word.replace(LONG, '--$1')];
      // `du -h` prints the help.
      if (anyway === undefined || !/^-[a-zA-Z]+$/.test(word) || (verb === 'du' && word === '-h')) return [word];
      const left = word.replace(anyway, '');
      return left === '-' ? [] : [left];
    }),
  ];
};
