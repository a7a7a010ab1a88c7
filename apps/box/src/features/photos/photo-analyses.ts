import type { Database } from '../../store/database.ts';
import { readInChunks } from '../../store/read-in-chunks.ts';
import { number, text } from '../../store/row-columns.ts';

/**
 * The analyses of a content, by the column of `photo_facts`: faces, objects, objects by the owner's classifier, text.
 */
export const ANALYSIS_COLUMNS = ['faced', 'sought', 'sorted', 'texted'] as const;
export type AnalysisColumn = (typeof ANALYSIS_COLUMNS)[number];

/** Value of an analysis column when the analysis failed and is retried later. */
export const RETRY_LATER = 2;

/** Contents processed before yielding to the event loop. */
const CONTENTS_PER_BATCH = 500;

const RESET_POSTPONED = ANALYSIS_COLUMNS.map(
  (analysis) => `${analysis} = CASE ${analysis} WHEN ${RETRY_LATER} THEN 0 ELSE ${analysis} END`,
).join(', ');
/** The same wording as the partial index, so that SQLite uses it. */
const IS_POSTPONED = ANALYSIS_COLUMNS.map((analysis) => `${analysis} = ${RETRY_LATER}`).join(' OR ');

/** Schedules failed analyses again: all of them, or those of one content that got a new file. */
export const retryPostponedAnalyses = (index: Database, photo?: string): void => {
  if (photo === undefined) index.run(`UPDATE photo_facts SET ${RESET_POSTPONED} WHERE ${IS_POSTPONED}`);
  else index.run(`UPDATE photo_facts SET ${RESET_POSTPONED} WHERE id = ? AND (${IS_POSTPONED})`, photo);
};

/**
 * Durably deletes the results of one analysis for every content and marks each as not analysed. If the box is killed
 * meanwhile, only part of it is deleted. Results added meanwhile are not deleted.
 * @param table table of the results, with the column `photo`
 */
export const clearAnalysis = async (index: Database, analysis: AnalysisColumn, table: string): Promise<void> => {
  const contents = readInChunks({
    from: '',
    size: CONTENTS_PER_BATCH,
    read: (after, size) =>
      index.all(
        (row) => ({ id: text(row, 'id'), isLooked: number(row, 'looked') !== 0 }),
        `SELECT id, ${analysis} AS looked FROM photo_facts WHERE id > ? ORDER BY id LIMIT ?`,
        after,
        size,
      ),
    keyOf: ({ id }) => id,
  });
  for await (const batch of contents) {
    const analysed = batch.filter(({ isLooked: isAnalysed }) => isAnalysed);
    if (analysed.length > 0)
      index.durable(() => {
        for (const { id } of analysed) {
          index.run(`DELETE FROM ${table} WHERE photo = ?`, id);
          index.run(`UPDATE photo_facts SET ${analysis} = 0 WHERE id = ?`, id);
        }
      });
  }
};
