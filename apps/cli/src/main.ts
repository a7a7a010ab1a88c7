#!/usr/bin/env node
/** `boxwood`: a box from the command line. */
import { CommanderError } from 'commander';
import { argumentsOf } from './arguments.ts';
import { EXIT, explain } from './exit.ts';
import { withoutHabits } from './habits.ts';
import type { Globals } from './program.ts';
import { createProgram } from './program.ts';
import { language } from './words/say.ts';

const program = createProgram(language);
try {
  await program.parseAsync(withoutHabits(argumentsOf(process.argv)));
} catch (failure) {
  if (failure instanceof CommanderError) process.exitCode = failure.exitCode === 0 ? EXIT.ok : EXIT.usage;
  else {
    const { words, code } = explain(failure);
    const asked = program.opts<Globals>().json === true;
    console.error(asked ? JSON.stringify({ error: words, code }) : `boxwood: ${words}`);
    process.exitCode = code;
  }
}
