#!/usr/bin/env node
/** `boxwood`: the command line client of a box. */
import type { Command } from 'commander';
import { CommanderError } from 'commander';
import { argumentsOf } from './arguments.ts';
import { EXIT, explain } from './exit.ts';
import { withoutHabits } from './habits.ts';
import { createProgram } from './program.ts';
import { language } from './words/say.ts';
import { complaintOf } from './words/translated.ts';

// A closed pipe (`boxwood cat film | head`) ends the process as SIGPIPE would, with its exit code.
process.stdout.on('error', (failure: NodeJS.ErrnoException) => {
  if (failure.code !== 'EPIPE') console.error(`boxwood: ${failure.message}`);
  process.exit(failure.code === 'EPIPE' ? EXIT.unread : EXIT.failed);
});
// A failed write to standard error is ignored.
process.stderr.on('error', () => undefined);

/** Stops the parser from printing errors itself. */
const silence = (command: Command): void => {
  command.configureOutput({ outputError: () => undefined }).showHelpAfterError(false);
  command.commands.forEach(silence);
};

/** The parser's error in one sentence. */
const sentenceOf = ({ message }: CommanderError): string => {
  const words = message.replace(/^error: /, '');
  return (language === 'en' ? words : complaintOf(message).replace(/^错误：/, '')).replaceAll('\n', ' ');
};

const program = createProgram(language);
const argv = withoutHabits(argumentsOf(process.argv));
const own = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
const isJson = own.includes('--json');
if (isJson) silence(program);
const complain = (words: string, code: number): void => {
  console.error(isJson ? JSON.stringify({ error: words, code }) : `boxwood: ${words}`);
  process.exitCode = code;
};
try {
  await program.parseAsync(argv);
} catch (failure) {
  if (failure instanceof CommanderError) {
    process.exitCode = failure.exitCode === 0 ? EXIT.ok : EXIT.usage;
    // Help is not an error; without JSON the parser has already printed its message.
    if (isJson && failure.exitCode !== 0 && failure.code !== 'commander.help')
      complain(sentenceOf(failure), EXIT.usage);
  } else {
    const { words, code } = explain(failure);
    complain(words, code);
  }
}
