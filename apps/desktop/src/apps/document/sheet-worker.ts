import { read, utils } from '@e965/xlsx';

/** Maximum number of rows and columns shown per sheet. */
export const MAX_SHEET_ROWS = 1000;
const MAX_SHEET_COLUMNS = 100;

export interface SheetTable {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  readonly isTruncated: boolean;
}

export type SheetResult = { readonly ok: true; readonly sheets: readonly SheetTable[] } | { readonly ok: false };

const readTables = (bytes: ArrayBuffer): readonly SheetTable[] => {
  const book = read(bytes, { dense: true, cellDates: true, cellHTML: false, sheetRows: MAX_SHEET_ROWS + 1 });
  const tables = book.SheetNames.flatMap((name) => {
    const sheet = Object.hasOwn(book.Sheets, name) ? book.Sheets[name] : undefined;
    if (sheet === undefined) return [];
    // Cells are returned as text, so that nothing in a sheet is treated as markup.
    const rows = utils
      .sheet_to_json<readonly unknown[]>(sheet, { header: 1, raw: false, defval: '', blankrows: true })
      .map((row) => Array.from(row.slice(0, MAX_SHEET_COLUMNS), (cell) => (typeof cell === 'string' ? cell : '')));
    return [{ name, rows: rows.slice(0, MAX_SHEET_ROWS), isTruncated: rows.length > MAX_SHEET_ROWS }];
  });
  // The library loses a sheet called `__proto__`; a book that contains nothing else must not be shown as empty.
  if (tables.length === 0) throw new Error('no sheet');
  return tables;
};

self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  let result: SheetResult;
  try {
    result = { ok: true, sheets: readTables(data) };
  } catch {
    result = { ok: false };
  }
  self.postMessage(result);
});
