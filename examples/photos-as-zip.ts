/**
 * Downloads photos as one ZIP archive, selected by search words: `node examples/photos-as-zip.ts grandma.zip Grandma
 * 2024` (target, then people, objects, places or times; a photo must match all of them).
 */
import { writeFile } from 'node:fs/promises';
import { zipUrl } from '@boxwood/box-sdk';
import { run, say } from './connect.ts';

const PAGE = 500;

await run(async (box, [target, ...said]) => {
  if (target === undefined || said.length === 0) throw new Error('Name a file to write, and what to look for.');
  const words = said.join(' ');
  const paths: string[] = [];
  for (;;) {
    const { list, total } = await box.photos.run({ words, start: paths.length, count: PAGE });
    paths.push(...list.map(({ path }) => path));
    if (list.length === 0 || paths.length >= total) break;
  }
  if (paths.length === 0) throw new Error(`No picture fits "${words}".`);
  const { id, size } = await box.files.prepareZip({ paths });
  const reply = await fetch(zipUrl(await box.addresses(), id));
  if (!reply.ok || reply.body === null) throw new Error(`The box answered ${reply.status}.`);
  await writeFile(target, reply.body);
  say(`${paths.length} pictures, ${size} bytes in ${target}`);
});
