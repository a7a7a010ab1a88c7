/** Characters that are kept of a picture: two pages of a book. */
const MOST_TEXT = 4000;
/** How sure a line has to be, of 100: what is seen in grass and walls is less. */
const LEAST_SURE = 70;

/** The blank beside a sign of Chinese, or of its punctuation, which has no spaces around it. */
const BESIDE_CHINESE =
  /(?<=[\p{Script=Han}\u3000-\u303f\uff00-\uffef]) (?=\S)|(?<=\S) (?=[\p{Script=Han}\u3000-\u303f\uff00-\uffef])/gu;

const countOf = (line: string, signs: RegExp): number => line.match(signs)?.length ?? 0;
/** Whether a line says anything: two Chinese characters, or three letters or digits. */
const says = (line: string): boolean => countOf(line, /\p{Script=Han}/gu) >= 2 || countOf(line, /[\p{L}\p{N}]/gu) >= 3;

interface Word {
  readonly text: string;
  readonly sure: number;
}

/** Places in a row of the engine's table: what it is, which block, paragraph and line it belongs to, how sure it is, and the word. */
const [KIND, LINE_FROM, LINE_TO, SURE, TEXT] = [0, 2, 5, 10, 11] as const;
/** The kind of a row that is a word. */
const WORD = '5';

const wordsByLine = (table: string): readonly (readonly Word[])[] => {
  const lines = new Map<string, Word[]>();
  for (const row of table.split('\n')) {
    const cells = row.split('\t');
    // What turns or hides what is read is no text.
    const text = (cells[TEXT] ?? '').replaceAll(/[\p{C}\s]/gu, '');
    if (cells[KIND] !== WORD || text === '') continue;
    const line = cells.slice(LINE_FROM, LINE_TO).join(' ');
    const words = lines.get(line) ?? [];
    words.push({ text, sure: Number(cells[SURE]) });
    lines.set(line, words);
  }
  return [...lines.values()];
};

/** A word counts by its length: a stain is short. */
const sureness = (words: readonly Word[]): number => {
  const all = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, { text, sure }) => sum + sure * text.length, 0) / all;
};

/** The text of a picture out of the table in which the engine has its words: lines that it is sure of, Chinese without the spaces that it puts between characters. */
export const textOf = (table: string): string =>
  wordsByLine(table)
    .filter((words) => sureness(words) >= LEAST_SURE)
    .map((words) =>
      words
        .map(({ text }) => text)
        .join(' ')
        .replaceAll(BESIDE_CHINESE, ''),
    )
    .filter(says)
    .join('\n')
    .normalize('NFC')
    .slice(0, MOST_TEXT)
    .trim();
