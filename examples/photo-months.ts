/**
 * Counts the photos of each month, and lists those of one month: `node examples/photo-months.ts 2024-05 beach` (month,
 * search words).
 */
import { run, say } from './connect.ts';

const PAGE = 200;

await run(async (box, [month, ...words]) => {
  const filter = words.length === 0 ? {} : { words: words.join(' ') };
  const { list: months } = await box.photos.months(filter);
  for (const { month: each, count } of months) say(`${each}  ${count}`);
  if (month === undefined) return;
  for (let start = 0; ; start += PAGE) {
    const { list, total } = await box.photos.run({ ...filter, month, start, count: PAGE });
    if (total === 0) say(`nothing in ${month}`);
    for (const { path, caption, kind } of list) say(`${path}  ${kind}${caption === '' ? '' : `  ${caption}`}`);
    if (start + PAGE >= total) break;
  }
});
