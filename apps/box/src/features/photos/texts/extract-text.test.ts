import { expect, it } from 'vitest';
import { extractText } from './extract-text.ts';

/** A row of the engine's TSV table: a word in a line. */
const word = (line: number, sure: number, text: string): string =>
  `5\t1\t1\t1\t${line}\t1\t0\t0\t9\t9\t${sure}\t${text}`;
const page = (...rows: readonly string[]): string => ['1\t1\t0\t0\t0\t0\t0\t0\t99\t99\t-1\t', ...rows, ''].join('\n');

it('words stand in their lines, Chinese without spaces between characters, beside letters and digits too', () => {
  expect(
    extractText(
      page(
        word(1, 91, 'Invoice'),
        word(1, 90, 'No.'),
        word(1, 92, '204'),
        word(2, 90, '发'),
        word(2, 90, '票'),
        word(2, 90, 'A4'),
        word(2, 90, '，'),
        word(2, 90, 'two'),
        word(2, 90, 'pages'),
      ),
    ),
  ).toBe('Invoice No. 204\n发票A4，two pages');
});

it('a line counts as a whole: an unsure word stays in a sure one, and nothing of an unsure one', () => {
  expect(extractText(page(word(1, 5, '孩'), word(1, 95, '子'), word(1, 95, '们'), word(1, 95, '非常')))).toBe(
    '孩子们非常',
  );
  expect(extractText(page(word(1, 96, 'i'), word(1, 40, 'wouns')))).toBe('');
  expect(
    extractText(
      page(
        word(1, 95, '|'),
        word(2, 95, '4v'),
        word(3, 95, '一'),
        word(4, 95, ' '),
        '5\t1\t1\t1\t5\t1\t0\t0\t9\t9\t95',
      ),
    ),
  ).toBe('');
});

it('what turns or hides text is left out, and a page of any length is bounded', () => {
  expect(extractText(page(word(1, 95, 'ab\u202Ec\u0000d')))).toBe('abcd');
  const long = extractText(page(...Array.from({ length: 3000 }, (_, at) => word(at, 95, 'word'))));
  expect(long.length).toBeLessThanOrEqual(4000);
  expect(long.length).toBeGreaterThan(3900);
});
