import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import start from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import { TEXT_FILES } from './text-model-files.ts';
import { extractText } from './extract-text.ts';

/**
 * A built box ships these files next to this module (`tsdown.config.ts`). From sources they are read from the packages.
 * Nothing is downloaded.
 */
const BUILT_FILES = fileURLToPath(new URL('text/', import.meta.url));
const readModelFile = (name: keyof typeof TEXT_FILES): Buffer =>
  readFileSync(
    existsSync(BUILT_FILES)
      ? join(BUILT_FILES, basename(TEXT_FILES[name]))
      : createRequire(import.meta.url).resolve(TEXT_FILES[name]),
  );

/** Chinese first: it gives better results for mixed lines, and equal results for English alone. */
const LANGUAGES = ['chi_sim', 'eng'] as const;
/** The LSTM engine, the only one in this build. */
const LSTM_ENGINE = 1;
/** Page segmentation mode: automatic, with or without columns. */
const WHOLE_PAGE = '3';
const UPRIGHT_ORIENTATION = 1;
const INPUT_FILE = '/input';
/** Minimum width and height in pixels. Smaller pictures, such as icons, contain no readable text. */
const MIN_SIDE_PX = 24;

/** A greyscale picture, one byte per pixel. */
export interface GreyscalePicture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Recognises the text in a picture. @throws if the engine fails */
export type RecogniseText = (picture: GreyscalePicture) => string;

/** Loads the engine. @throws if this machine cannot run it */
export const loadTextEngine = async (): Promise<RecogniseText> => {
  const quiet = (): void => undefined;
  const { FS, TessBaseAPI } = await start({ wasmBinary: readModelFile('engine'), print: quiet, printErr: quiet });
  for (const language of LANGUAGES) FS.writeFile(`/${language}.traineddata`, gunzipSync(readModelFile(language)));
  const engine = new TessBaseAPI();
  if (engine.Init('/', LANGUAGES.join('+'), LSTM_ENGINE) !== 0)
    throw new Error('the text engine cannot load its languages');
  // The engine keeps the data in its own format.
  for (const language of LANGUAGES) FS.unlink(`/${language}.traineddata`);
  engine.SetVariable('tessedit_pageseg_mode', WHOLE_PAGE);
  return ({ data, width, height }) => {
    if (Math.min(width, height) < MIN_SIDE_PX) return '';
    // PGM, the simplest supported format: no image decoder runs in the engine.
    FS.writeFile(INPUT_FILE, Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]));
    try {
      const isRecognised = engine.SetImageFile(UPRIGHT_ORIENTATION, 0) === 0 && engine.Recognize(null) === 0;
      return isRecognised ? extractText(engine.GetTSVText(0)) : '';
    } finally {
      engine.Clear();
      FS.unlink(INPUT_FILE);
    }
  };
};
