/** Maximum number of characters stored per photo: two pages of a book. */
const MAX_TEXT_LENGTH = 4000;
/** Minimum confidence of a line, 0 to 100. Text "recognised" in grass or walls has less. */
const MIN_CONFIDENCE = 70;

/** A space next to a Chinese character or its punctuation, which are written without spaces. */
const SPACE_NEXT_TO_CHINESE =
  /(?<=[\p{Script=Han}\u3000-\u303f\uff00-\uffef]) (?=\S)|(?<=\S) (?=[\p{Script=Han}\u3000-\u303f\uff00-\uffef])/gu;

const countMatches = (line: string, signs: RegExp): number => line.match(signs)?.length ?? 0;
/** Whether a line has content: two Chinese characters, or three letters or digits. */
const hasContent = (line: string): boolean =>
  countMatches(line, /\p{Script=Han}/gu) >= 2 || countMatches(line, /[\p{L}\p{N}]/gu) >= 3;

interface RecognisedWord {
  readonly text: string;
  readonly confidence: number;
}

/** Columns of the engine's TSV table: level, block to line number, confidence, and text. */
const [LEVEL_COLUMN, LINE_COLUMNS_START, LINE_COLUMNS_END, CONFIDENCE_COLUMN, TEXT_COLUMN] = [0, 2, 5, 10, 11] as const;
/** Level of a row that contains a word. */
const WORD_LEVEL = '5';

const wordsByLine = (table: string): readonly (readonly RecognisedWord[])[] => {
  const lines = new Map<string, RecognisedWord[]>();
  for (const row of table.split('\n')) {
    const cells = row.split('\t');
    // Drop control and direction characters, which hide or reorder text.
    const text = (cells[TEXT_COLUMN] ?? '').replaceAll(/[\p{C}\s]/gu, '');
    if (cells[LEVEL_COLUMN] !== WORD_LEVEL || text === '') continue;
    const line = cells.slice(LINE_COLUMNS_START, LINE_COLUMNS_END).join(' ');
    const words = lines.get(line) ?? [];
    words.push({ text, confidence: Number(cells[CONFIDENCE_COLUMN]) });
    lines.set(line, words);
  }
  return [...lines.values()];
};

/** Average confidence, weighted by word length, because false words are short. */
const confidenceOf = (words: readonly RecognisedWord[]): number => {
  const totalLength = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / totalLength;
};

/**
 * Extracts the text from the engine's TSV table: lines with enough confidence, without the spaces that the engine puts
 * between Chinese characters.
 */
export const extractText = (table: string): string =>
  wordsByLine(table)
    .filter((words) => confidenceOf(words) >= MIN_CONFIDENCE)
    .map((words) =>
      words
        .map(({ text }) => text)
        .join(' ')
        .replaceAll(SPACE_NEXT_TO_CHINESE, ''),
    )
    .filter(hasContent)
    .join('\n')
    .normalize('NFC')
    .slice(0, MAX_TEXT_LENGTH)
    .trim();
