#!/usr/bin/env node
/** `boxwood`: a box from the command line. */
import type { Command } from 'commander';
import { CommanderError } from 'commander';
import { argumentsOf } from './arguments.ts';
import { EXIT, explain } from './exit.ts';
import { withoutHabits } from './habits.ts';
import { createProgram } from './program.ts';
import { language } from './words/say.ts';
import { complaintOf } from './words/translated.ts';

// `boxwood cat film | head` has what it wants before the end; whatever else was under way is stopped, as by a signal, and says so by its exit code.
process.stdout.on('error', (failure: NodeJS.ErrnoException) => {
  if (failure.code !== 'EPIPE') console.error(`boxwood: ${failure.message}`);
  process.exit(failure.code === 'EPIPE' ? EXIT.unread : EXIT.failed);
});
// A remark that nobody reads any more is none.
process.stderr.on('error', () => undefined);

/** The parser leaves to us what it has to complain of. */
const silence = (command: Command): void => {
  command.configureOutput({ outputError: () => undefined }).showHelpAfterError(false);
  command.commands.forEach(silence);
};

/** What the parser complains of, in one sentence. */
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
    // Help is no complaint; without JSON the parser has said what it has to say.
    if (isJson && failure.exitCode !== 0 && failure.code !== 'commander.help')
      complain(sentenceOf(failure), EXIT.usage);
  } else {
    const { words, code } = explain(failure);
    complain(words, code);
  }
}
