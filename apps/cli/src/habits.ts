import type { Command } from 'commander';
import { Option } from 'commander';

/** An option that hands type out of habit, and that says what is so anyway: folders go whole (-r). Help is silent about it. */
export const habit = (command: Command, flags: string): Command => command.addOption(new Option(flags).hideHelp());

/** What is so anyway, as letters behind one dash: parents are made and times are kept (-p), sums are for people (-sh). */
const ANYWAY: Readonly<Record<string, RegExp>> = { mkdir: /[pv]/g, cp: /[ap]/g, du: /[sh]/g };
/** What has one dash elsewhere and two here. */
const LONG = /^-(name|type)$/;
/** Options of the program itself that have a value. */
const WITH_VALUE: ReadonlySet<string> = new Set(['-p', '--profile', '--lang']);

/** Where the verb stands; behind the end where there is none. */
const verbAt = (words: readonly string[]): number => {
  let at = 0;
  while (at < words.length && words[at]?.startsWith('-') === true) at += WITH_VALUE.has(words[at] ?? '') ? 2 : 1;
  return at;
};

/**
 * What was typed without what hands add out of habit: the `-p` of `mkdir -p` and `cp -p` names no profile (that is `--profile`, or `-p` before the
 * verb), `du -sh` asks for what `du` prints, and `find -name` has one dash.
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
      // `du -h` is asked for its help.
      if (anyway === undefined || !/^-[a-zA-Z]+$/.test(word) || (verb === 'du' && word === '-h')) return [word];
      const left = word.replace(anyway, '');
      return left === '-' ? [] : [left];
    }),
  ];
};
