import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import start from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import { TEXT_FILES } from './files.ts';
import { textOf } from './lines.ts';

/**
 * A built box ships these files next to this module (`tsdown.config.ts`). From sources they are read from the packages.
 * Nothing is downloaded.
 */
const BUILT = fileURLToPath(new URL('text/', import.meta.url));
const fileOf = (name: keyof typeof TEXT_FILES): Buffer =>
  readFileSync(
    existsSync(BUILT)
      ? join(BUILT, basename(TEXT_FILES[name]))
      : createRequire(import.meta.url).resolve(TEXT_FILES[name]),
  );

/** Chinese first: it gives better results for mixed lines, and equal results for English alone. */
const LANGUAGES = ['chi_sim', 'eng'] as const;
/** The LSTM engine, the only one in this build. */
const LSTM = 1;
/** Page segmentation mode: automatic, with or without columns. */
const WHOLE_PAGE = '3';
const UPRIGHT = 1;
const INPUT = '/input';
/** Minimum width and height in pixels. Smaller pictures, such as icons, contain no readable text. */
const LEAST_SIDE = 24;

/** A greyscale picture, one byte per pixel. */
export interface Grey {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Recognises the text in a picture. @throws if the engine fails */
export type TextFinder = (picture: Grey) => string;

/** Loads the engine. @throws if this machine cannot run it */
export const openText = async (): Promise<TextFinder> => {
  const quiet = (): void => undefined;
  const { FS, TessBaseAPI } = await start({ wasmBinary: fileOf('engine'), print: quiet, printErr: quiet });
  for (const language of LANGUAGES) FS.writeFile(`/${language}.traineddata`, gunzipSync(fileOf(language)));
  const engine = new TessBaseAPI();
  if (engine.Init('/', LANGUAGES.join('+'), LSTM) !== 0) throw new Error('the engine takes no languages');
  // The engine keeps the data in its own format.
  for (const language of LANGUAGES) FS.unlink(`/${language}.traineddata`);
  engine.SetVariable('tessedit_pageseg_mode', WHOLE_PAGE);
  return ({ data, width, height }) => {
    if (Math.min(width, height) < LEAST_SIDE) return '';
    // PGM, the simplest supported format: no image decoder runs in the engine.
    FS.writeFile(INPUT, Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]));
    try {
      const isRead = engine.SetImageFile(UPRIGHT, 0) === 0 && engine.Recognize(null) === 0;
      return isRead ? textOf(engine.GetTSVText(0)) : '';
    } finally {
      engine.Clear();
      FS.unlink(INPUT);
    }
  };
};
