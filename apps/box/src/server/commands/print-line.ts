/** Prints one line on standard output. */
export const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
