import type { Command } from 'commander';
import type { CliLanguage } from './translate.ts';
import { translateTo } from './translate.ts';

/** Messages of the parser, with their names captured. */
const PARSER_MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/^error: unknown option '(.*)'$/m, '错误：没有选项“$1”'],
  [/^error: unknown command '(.*)'$/m, '错误：没有命令“$1”'],
  [/^error: missing required argument '(.*)'$/m, '错误：缺少参数“$1”'],
  [/^error: option '(.*)' argument missing$/m, '错误：选项“$1”缺少参数'],
  [/^error: too many arguments(?: for '(.*?)')?\. .*$/m, '错误：参数太多'],
  [/^error: required option '(.*)' not specified$/m, '错误：必须给出选项“$1”'],
  [/\(Did you mean (.*)\?\)/, '（是不是 $1？）'],
  [/\(Did you mean one of (.*)\?\)/, '（是不是其中之一：$1？）'],
  [/\(boxwood --help lists all commands\)/, '（boxwood --help 列出全部用法）'],
];
/** Translates a message of the parser into Chinese. */
export const translateParserMessage = (text: string): string => {
  let message = text;
  for (const [pattern, replacement] of PARSER_MESSAGES) message = message.replace(pattern, replacement);
  return message;
};

/** Translates a command and all its subcommands. */
export const translateHelp = (command: Command, language: CliLanguage): Command => {
  if (language === 'en') return command;
  const translateText = (text: string): string => translateTo(text, language);
  command.description(translateText(command.description())).summary(translateText(command.summary()));
  for (const option of command.options) option.description = translateText(option.description);
  for (const argument of command.registeredArguments) argument.description = translateText(argument.description);
  command.configureHelp({
    styleTitle: translateText,
    subcommandDescription: (each) => translateText(each.summary() || each.description()),
    optionDescription: (option) =>
      `${translateText(option.description)}${typeof option.defaultValue === 'string' ? `（默认：${option.defaultValue}）` : ''}`,
    argumentDescription: (argument) =>
      `${translateText(argument.description)}${typeof argument.defaultValue === 'string' ? `（默认：${argument.defaultValue}）` : ''}`,
  });
  command.configureOutput({
    outputError: (text, write) => {
      write(translateParserMessage(text));
    },
    writeErr: (text) => process.stderr.write(translateParserMessage(text)),
  });
  for (const subcommand of command.commands) translateHelp(subcommand, language);
  return command;
};
