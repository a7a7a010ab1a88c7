/** Tells the person at the terminal one line. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
