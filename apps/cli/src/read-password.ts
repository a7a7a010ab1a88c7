import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CliError, EXIT } from './cli-errors.ts';
import { translate } from './messages/translate.ts';

/**
 * Reads the password: from BOXWOOD_PASSWORD, from a pipe, or typed without echo. Never from the command line, which
 * other users can see.
 */
export const readPassword = async (): Promise<string> => {
  const given = process.env['BOXWOOD_PASSWORD'];
  if (given !== undefined) return given;
  const shown = process.stdin.isTTY;
  if (shown) process.stderr.write(translate('Password: '));
  const silent = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: shown });
  try {
    // A closed input does not resolve the question, so it counts as an empty password.
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const password = await Promise.race([lines.question(''), ended]);
    if (password === '') throw new CliError(translate('A password is needed.'), EXIT.usage);
    return password;
  } finally {
    lines.close();
    if (shown) process.stderr.write('\n');
  }
};
