import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import start from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import { TEXT_FILES } from './files.ts';
import { textOf } from './lines.ts';

/** A built box has the files beside it (`tsdown.config.ts`); from its sources they are taken out of the packages. Nothing is ever fetched. */
const BUILT = fileURLToPath(new URL('text/', import.meta.url));
const fileOf = (name: keyof typeof TEXT_FILES): Buffer =>
  readFileSync(
    existsSync(BUILT)
      ? join(BUILT, basename(TEXT_FILES[name]))
      : createRequire(import.meta.url).resolve(TEXT_FILES[name]),
  );

/** Chinese first: of mixed lines more is right that way, and English alone is as good. */
const LANGUAGES = ['chi_sim', 'eng'] as const;
/** Its newer engine, the only one of this build. */
const LSTM = 1;
/** Pages as they come, in columns or not. */
const WHOLE_PAGE = '3';
const UPRIGHT = 1;
const INPUT = '/input';
/** Pixels across and down below which nothing can be read: signs of programs are pictures, too. */
const LEAST_SIDE = 24;

/** A picture in shades of grey, a byte a pixel. */
export interface Grey {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Reads what is written in a picture. @throws when the engine itself broke */
export type TextFinder = (picture: Grey) => string;

/** Makes the engine ready. @throws when this machine cannot run it */
export const openText = async (): Promise<TextFinder> => {
  const quiet = (): void => undefined;
  const { FS, TessBaseAPI } = await start({ wasmBinary: fileOf('engine'), print: quiet, printErr: quiet });
  for (const language of LANGUAGES) FS.writeFile(`/${language}.traineddata`, gunzipSync(fileOf(language)));
  const engine = new TessBaseAPI();
  if (engine.Init('/', LANGUAGES.join('+'), LSTM) !== 0) throw new Error('the engine takes no languages');
  // It has them in its own form now.
  for (const language of LANGUAGES) FS.unlink(`/${language}.traineddata`);
  engine.SetVariable('tessedit_pageseg_mode', WHOLE_PAGE);
  return ({ data, width, height }) => {
    if (Math.min(width, height) < LEAST_SIDE) return '';
    // The plainest picture that it reads: no decoder works here.
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
