/** Maximum number of characters stored per photo: two pages of a book. */
const MOST_TEXT = 4000;
/** Minimum confidence of a line, 0 to 100. Text "recognised" in grass or walls has less. */
const LEAST_SURE = 70;

/** A space next to a Chinese character or its punctuation, which are written without spaces. */
const BESIDE_CHINESE =
  /(?<=[\p{Script=Han}\u3000-\u303f\uff00-\uffef]) (?=\S)|(?<=\S) (?=[\p{Script=Han}\u3000-\u303f\uff00-\uffef])/gu;

const countOf = (line: string, signs: RegExp): number => line.match(signs)?.length ?? 0;
/** Whether a line has content: two Chinese characters, or three letters or digits. */
const says = (line: string): boolean => countOf(line, /\p{Script=Han}/gu) >= 2 || countOf(line, /[\p{L}\p{N}]/gu) >= 3;

interface Word {
  readonly text: string;
  readonly sure: number;
}

/** Columns of the engine's TSV table: level, block to line number, confidence, and text. */
const [KIND, LINE_FROM, LINE_TO, SURE, TEXT] = [0, 2, 5, 10, 11] as const;
/** Level of a row that contains a word. */
const WORD = '5';

const wordsByLine = (table: string): readonly (readonly Word[])[] => {
  const lines = new Map<string, Word[]>();
  for (const row of table.split('\n')) {
    const cells = row.split('\t');
    // Drop control and direction characters, which hide or reorder text.
    const text = (cells[TEXT] ?? '').replaceAll(/[\p{C}\s]/gu, '');
    if (cells[KIND] !== WORD || text === '') continue;
    const line = cells.slice(LINE_FROM, LINE_TO).join(' ');
    const words = lines.get(line) ?? [];
    words.push({ text, sure: Number(cells[SURE]) });
    lines.set(line, words);
  }
  return [...lines.values()];
};

/** Average confidence, weighted by word length, because false words are short. */
const sureness = (words: readonly Word[]): number => {
  const all = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, { text, sure }) => sum + sure * text.length, 0) / all;
};

/**
 * Extracts the text from the engine's TSV table: lines with enough confidence, without the spaces that the engine puts
 * between Chinese characters.
 */
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
