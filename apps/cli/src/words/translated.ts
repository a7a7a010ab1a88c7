import type { Command } from 'commander';
import type { Language } from './say.ts';
import { inLanguage } from './say.ts';

/** Messages of the parser, with their names captured. */
const COMPLAINTS: readonly (readonly [RegExp, string])[] = [
  [/^error: unknown option '(.*)'$/m, '错误：没有选项“$1”'],
  [/^error: unknown command '(.*)'$/m, '错误：没有命令“$1”'],
  [/^error: missing required argument '(.*)'$/m, '错误：缺少参数“$1”'],
  [/^error: option '(.*)' argument missing$/m, '错误：选项“$1”缺少参数'],
  [/^error: too many arguments(?: for '(.*?)')?\. .*$/m, '错误：参数太多'],
  [/^error: required option '(.*)' not specified$/m, '错误：必须给出选项“$1”'],
  [/\(Did you mean (.*)\?\)/, '（是不是 $1？）'],
  [/\(Did you mean one of (.*)\?\)/, '（是不是其中之一：$1？）'],
  [/\(boxwood --help shows what there is\)/, '（boxwood --help 列出全部用法）'],
];
/** Translates a message of the parser into Chinese. */
export const complaintOf = (text: string): string => {
  let said = text;
  for (const [pattern, words] of COMPLAINTS) said = said.replace(pattern, words);
  return said;
};

/** Translates a command and all its subcommands. */
export const translated = (command: Command, language: Language): Command => {
  if (language === 'en') return command;
  const words = (text: string): string => inLanguage(text, language);
  command.description(words(command.description())).summary(words(command.summary()));
  for (const option of command.options) option.description = words(option.description);
  for (const argument of command.registeredArguments) argument.description = words(argument.description);
  command.configureHelp({
    styleTitle: words,
    subcommandDescription: (each) => words(each.summary() || each.description()),
    optionDescription: (option) =>
      `${words(option.description)}${typeof option.defaultValue === 'string' ? `（默认：${option.defaultValue}）` : ''}`,
    argumentDescription: (argument) =>
      `${words(argument.description)}${typeof argument.defaultValue === 'string' ? `（默认：${argument.defaultValue}）` : ''}`,
  });
  command.configureOutput({
    outputError: (text, write) => {
      write(complaintOf(text));
    },
    writeErr: (text) => process.stderr.write(complaintOf(text)),
  });
  for (const below of command.commands) translated(below, language);
  return command;
};
