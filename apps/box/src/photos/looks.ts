import type { Database } from '../store/database.ts';
import { inPieces } from '../store/pieces.ts';
import { number, text } from '../store/rows.ts';

/** What a content is looked at for, as columns of its facts: faces, things, by the owner's classifier, and text. */
export const LOOKS = ['faced', 'sought', 'sorted', 'texted'] as const;
export type Look = (typeof LOOKS)[number];

/** What a look says that was not possible in a moment. */
export const LATER = 2;

/** Contents between two moments for others. */
const PIECE = 500;

const AGAIN = LOOKS.map((look) => `${look} = CASE ${look} WHEN ${LATER} THEN 0 ELSE ${look} END`).join(', ');
/** In the words of the index of them. */
const NOT_YET = LOOKS.map((look) => `${look} = ${LATER}`).join(' OR ');

/** Whatever could not be looked at is looked at once more: all of it, or one content of which a file came. */
export const lookAgain = (index: Database, photo?: string): void => {
  if (photo === undefined) index.run(`UPDATE photo_facts SET ${AGAIN} WHERE ${NOT_YET}`);
  else index.run(`UPDATE photo_facts SET ${AGAIN} WHERE id = ? AND (${NOT_YET})`, photo);
};

/**
 * Forgets what was seen by one look in every content, also for after a power cut: none counts as looked at. It is done when this resolves; a box that is killed
 * meanwhile has forgotten some. What is looked at again meanwhile stays.
 * @param table what was seen, by `photo`
 */
export const forgetLooks = async (index: Database, look: Look, table: string): Promise<void> => {
  const contents = inPieces({
    ...{ from: '', size: PIECE },
    read: (after, size) =>
      index.all(
        (row) => ({ id: text(row, 'id'), isLooked: number(row, 'looked') !== 0 }),
        `SELECT id, ${look} AS looked FROM photo_facts WHERE id > ? ORDER BY id LIMIT ?`,
        ...[after, size],
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
