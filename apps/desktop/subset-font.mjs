// Reduces the Latin font of the desktop to what it uses: the characters named in `theme/face.css`, the weights regular
// to bold, and the features for accents, kerning and tabular figures. This halves the file, which every first page
// loads. Vite finds the result in `.cache`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const whole = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
const face = readFileSync(`${import.meta.dirname}/src/platform/theme/face.css`, 'utf8');
const characters = [...face.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(([, first, last = first]) => {
  const from = Number.parseInt(first, 16);
  return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, at) => String.fromCodePoint(from + at));
});
const cut = await subsetFont(readFileSync(whole), characters.join(''), {
  keepFeatures: ['ccmp', 'kern', 'mark', 'mkmk', 'tnum'],
  variationAxes: { wght: { min: 400, max: 700 } },
  targetFormat: 'woff2',
});
mkdirSync(`${import.meta.dirname}/.cache`, { recursive: true });
writeFileSync(`${import.meta.dirname}/.cache/inter.woff2`, cut);
