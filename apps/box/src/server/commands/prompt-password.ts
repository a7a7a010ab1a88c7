import { createInterface } from 'node:readline/promises';

/** What is wrong with a password, as a message for the user. */
export const PASSWORD_ISSUES = {
  length: 'A password of the box has 6 to 32 characters.',
  common: 'This password is too common, or it is a name. Choose another one.',
} as const;

/** Reads a line from standard input. A terminal does not show what the user types. */
export const promptPassword = async (question: string): Promise<string> => {
  process.stdout.write(question);
  const lines = createInterface({ input: process.stdin, terminal: process.stdin.isTTY });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    process.stdout.write('\n');
  }
};
