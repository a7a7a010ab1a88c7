import type { Database } from '../store/database.ts';
import { inPieces } from '../store/pieces.ts';
import { number, text } from '../store/rows.ts';

/**
 * The analyses of a content, by the column of `photo_facts`: faces, objects, objects by the owner's classifier, text.
 */
export const LOOKS = ['faced', 'sought', 'sorted', 'texted'] as const;
export type Look = (typeof LOOKS)[number];

/** Value of an analysis column when the analysis failed and is retried later. */
export const LATER = 2;

/** Contents processed before yielding to the event loop. */
const PIECE = 500;

const AGAIN = LOOKS.map((look) => `${look} = CASE ${look} WHEN ${LATER} THEN 0 ELSE ${look} END`).join(', ');
/** The same wording as the partial index, so that SQLite uses it. */
const NOT_YET = LOOKS.map((look) => `${look} = ${LATER}`).join(' OR ');

/** Schedules failed analyses again: all of them, or those of one content that got a new file. */
export const lookAgain = (index: Database, photo?: string): void => {
  if (photo === undefined) index.run(`UPDATE photo_facts SET ${AGAIN} WHERE ${NOT_YET}`);
  else index.run(`UPDATE photo_facts SET ${AGAIN} WHERE id = ? AND (${NOT_YET})`, photo);
};

/**
 * Durably deletes the results of one analysis for every content and marks each as not analysed. If the box is killed
 * meanwhile, only part of it is deleted. Results added meanwhile are not deleted.
 * @param table table of the results, with the column `photo`
 */
export const forgetLooks = async (index: Database, look: Look, table: string): Promise<void> => {
  const contents = inPieces({
    from: '',
    size: PIECE,
    read: (after, size) =>
      index.all(
        (row) => ({ id: text(row, 'id'), isLooked: number(row, 'looked') !== 0 }),
        `SELECT id, ${look} AS looked FROM photo_facts WHERE id > ? ORDER BY id LIMIT ?`,
        after,
        size,
      ),
    keyOf: ({ id }) => id,
  });
  for await (const piece of contents) {
    const seen = piece.filter(({ isLooked }) => isLooked);
    if (seen.length > 0)
      index.durable(() => {
        for (const { id } of seen) {
          index.run(`DELETE FROM ${table} WHERE photo = ?`, id);
          index.run(`UPDATE photo_facts SET ${look} = 0 WHERE id = ?`, id);
        }
      });
  }
};
