// Compresses the assets of the built desktop with Brotli at level 11, which would take a box too long during a request.
// Saves a tenth of the code size and any compression at start. `apps/box/src/http/serve-desktop.ts` serves the files.
import { readdirSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const pack = promisify(brotliCompress);
const folder = `${import.meta.dirname}/${process.env.BUILD_HITS === '1' ? 'dist-hits' : 'dist'}/assets`;

const packed = async (file) => {
  const body = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  // Written under another name first, so that a running box never reads an incomplete file.
  await writeFile(`${file}.part`, await pack(body, { params }));
  await rename(`${file}.part`, `${file}.br`);
};

await Promise.all(
  readdirSync(folder)
    .filter((name) => /\.(?:js|css)$/.test(name))
    .map((name) => packed(`${folder}/${name}`)),
);
