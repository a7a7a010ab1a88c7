// Writes what a browser fetches of the built desktop a second time, packed as small as it goes (Brotli 11), which would take a box too long
// while somebody waits: a tenth less of code on a slow line, and nothing to pack after each start. `apps/box/src/http/desktop.ts` sends it.
import { readdirSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const pack = promisify(brotliCompress);
const folder = `${import.meta.dirname}/dist/assets`;

const packed = async (file) => {
  const body = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  // A box that runs meanwhile never reads half of one.
  await writeFile(`${file}.part`, await pack(body, { params }));
  await rename(`${file}.part`, `${file}.br`);
};

await Promise.all(
  readdirSync(folder)
    .filter((name) => /\.(?:js|css)$/.test(name))
    .map((name) => packed(`${folder}/${name}`)),
);
