#!/usr/bin/env node
/** `boxwood`: the command line client of a box. */
import type { Command } from 'commander';
import { CommanderError } from 'commander';
import { rawArguments } from './raw-arguments.ts';
import { EXIT, describeFailure } from './cli-errors.ts';
import { withoutHabitualOptions } from './habitual-options.ts';
import { createProgram } from './program.ts';
import { language } from './messages/translate.ts';
import { translateParserMessage } from './messages/translate-help.ts';

// A closed pipe (`boxwood cat film | head`) ends the process as SIGPIPE would, with its exit code.
process.stdout.on('error', (failure: NodeJS.ErrnoException) => {
  if (failure.code !== 'EPIPE') console.error(`boxwood: ${failure.message}`);
  process.exit(failure.code === 'EPIPE' ? EXIT.closedPipe : EXIT.failed);
});
// A failed write to standard error is ignored.
process.stderr.on('error', () => undefined);

/** Stops the parser from printing errors itself. */
const silenceParser = (command: Command): void => {
  command.configureOutput({ outputError: () => undefined }).showHelpAfterError(false);
  command.commands.forEach(silenceParser);
};

/** The parser's error in one sentence. */
const parserErrorText = ({ message }: CommanderError): string => {
  const text = message.replace(/^error: /, '');
  return (language === 'en' ? text : translateParserMessage(message).replace(/^错误：/, '')).replaceAll('\n', ' ');
};

const program = createProgram(language);
const argv = withoutHabitualOptions(rawArguments(process.argv));
const ownArguments = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
const isJson = ownArguments.includes('--json');
if (isJson) silenceParser(program);
const printError = (text: string, code: number): void => {
  console.error(isJson ? JSON.stringify({ error: text, code }) : `boxwood: ${text}`);
  process.exitCode = code;
};
try {
  await program.parseAsync(argv);
} catch (failure) {
  if (failure instanceof CommanderError) {
    process.exitCode = failure.exitCode === 0 ? EXIT.ok : EXIT.usage;
    // Help is not an error; without JSON the parser has already printed its message.
    if (isJson && failure.exitCode !== 0 && failure.code !== 'commander.help')
      printError(parserErrorText(failure), EXIT.usage);
  } else {
    const { message: text, code } = describeFailure(failure);
    printError(text, code);
  }
}
