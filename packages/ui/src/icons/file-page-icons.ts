/** The kinds of file icons. */
export type FilePageKind = keyof typeof filePageIcons;

const svg = (body: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${body}</svg>`;
const stroke = (d: string, width = 1.7): string =>
  `<path fill="none" stroke="#fff" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;
const fill = (d: string): string => `<path fill="#fff" d="${d}"/>`;

/** A sheet with a folded corner: the colour stands for the group of types, the glyph for the type. */
const page = (tint: string, glyph: string): string =>
  svg(
    `<path fill="${tint}" d="M8.6 2.5h10.2l7.7 7.7v16.4a2.9 2.9 0 0 1-2.9 2.9H8.6a2.9 2.9 0 0 1-2.9-2.9V5.4a2.9 2.9 0 0 1 2.9-2.9z"/>` +
      `<path fill="#fff" fill-opacity=".42" d="M18.8 2.5l7.7 7.7h-5.2a2.5 2.5 0 0 1-2.5-2.5z"/>${glyph}`,
  );

const CODE = stroke('M12.8 15.4l-3.4 3.8 3.4 3.8M19.2 15.4l3.4 3.8-3.4 3.8');
const BRACES = stroke(
  'M13.4 14.2c-2.4 0-1.4 3.3-2 4.2-.3.5-.8.8-1.4.8.6 0 1.1.3 1.4.8.6.9-.4 4.2 2 4.2M18.6 14.2c2.4 0 1.4 3.3 2 4.2.3.5.8.8 1.4.8-.6 0-1.1.3-1.4.8-.6.9.4 4.2-2 4.2',
);
const LOCK = stroke('M11.2 18.3h9.6v6h-9.6zM13 18.3v-1.9a3 3 0 0 1 6 0v1.9');

/** File icons on a 32 px grid: flat, without ids, legible at 16 px on light and dark backgrounds. */
export const filePageIcons = {
  plain: page('#8d99a5', ''),
  image: page(
    '#2c9a83',
    fill('M8.8 24.5l4.7-6.2 3 3.7 2.1-2.5 4.7 5z') + '<circle cx="19.8" cy="15.6" r="1.9" fill="#fff"/>',
  ),
  drawing: page(
    '#2c9a83',
    stroke('M10 22.5c2-8 10-8 12 0') + fill('M8.6 21.1h2.8v2.8H8.6zM20.6 21.1h2.8v2.8h-2.8zM14.6 14.6h2.8v2.8h-2.8z'),
  ),
  video: page('#7b52d1', fill('M12.6 14.7v9l8-4.5z')),
  audio: page(
    '#dd4f8b',
    stroke('M13 23v-7.6l7.3-1.6v7.5') +
      '<circle cx="11.5" cy="23" r="1.9" fill="#fff"/><circle cx="18.8" cy="21.4" r="1.9" fill="#fff"/>',
  ),
  pdf: page('#d03a2f', stroke('M9.8 24c5.4-2.4 7.2-9.3 5.9-10.2-1.4-.9-1.3 5.3 6.5 7.2-3.6-1.2-8.4-.5-12.4 3z', 1.5)),
  word: page('#2a6bcb', stroke('M9.6 15.2l2.4 8.6 4-7.8 4 7.8 2.4-8.6')),
  sheet: page('#1f8a4c', stroke('M9.6 15h12.8v9H9.6zM9.6 19.5h12.8M14 15v9', 1.5)),
  slides: page('#dc6a1e', stroke('M9.5 14.8h13v7.4h-13zM16 22.2v2.6M13.5 24.8h5', 1.6)),
  text: page('#718096', stroke('M10.2 15h11.6M10.2 19.2h11.6M10.2 23.4h7')),
  markdown: page('#5a6778', stroke('M9.4 23.2v-7.6l3.3 3.9 3.3-3.9v7.6M20.7 15.6v7M18.7 20.6l2 2.2 2-2.2', 1.6)),
  book: page(
    '#96632f',
    stroke(
      'M16 16.3c-1.5-1.2-3.6-1.6-6-1.6v8.5c2.4 0 4.5.4 6 1.6 1.5-1.2 3.6-1.6 6-1.6v-8.5c-2.4 0-4.5.4-6 1.6zM16 16.3v8.5',
      1.5,
    ),
  ),
  subtitles: page('#6379a8', stroke('M9.4 14.8h13.2v9H9.4zM12 20.6h3.4M17.4 20.6h2.6', 1.6)),
  archive: page(
    '#a5743b',
    fill('M14.6 12h2v2h-2zM16.6 14h2v2h-2zM14.6 16h2v2h-2zM16.6 18h2v2h-2z') + stroke('M14.2 21.4h4.8v3.4h-4.8z', 1.5),
  ),
  disc: page(
    '#56616c',
    stroke('M16 13.8a5.4 5.4 0 1 0 .01 0z', 1.6) + '<circle cx="16" cy="19.2" r="1.5" fill="#fff"/>',
  ),
  program: page('#465362', stroke('M9.4 14.6h13.2v9.6H9.4zM9.4 17.8h13.2', 1.6)),
  console: page('#39434e', stroke('M10.2 15.8l3.3 3.2-3.3 3.2M15.6 22.8h5.8')),
  code: page('#3f5f86', CODE),
  web: page('#d9572b', CODE),
  script: page('#b08900', CODE),
  typed: page('#2a72bf', CODE),
  python: page('#3a78a6', CODE),
  systems: page('#a3543b', CODE),
  data: page('#9a6fb0', BRACES),
  settings: page(
    '#697785',
    stroke('M10 16h7.5M21 16h1M10 22.4h1.5M15 22.4h7', 1.6) +
      '<circle cx="19.2" cy="16" r="1.8" fill="#fff"/><circle cx="13.2" cy="22.4" r="1.8" fill="#fff"/>',
  ),
  database: page(
    '#4a6ea5',
    stroke(
      'M10.4 15.6c0-2.4 11.2-2.4 11.2 0s-11.2 2.4-11.2 0zM10.4 15.6v7.4c0 2.4 11.2 2.4 11.2 0v-7.4M10.4 19.3c0 2.4 11.2 2.4 11.2 0',
      1.5,
    ),
  ),
  font: page('#6c4fa0', stroke('M11 24l5-10 5 10M12.8 20.6h6.4')),
  mail: page('#2b8cae', stroke('M9.4 15.2h13.2v8.8H9.4zM9.4 15.6l6.6 5 6.6-5', 1.6)),
  link: page(
    '#2b8cae',
    stroke(
      'M14.2 20.8l3.6-3.6M15 16.4l1.7-1.7a2.8 2.8 0 0 1 4 4L19 20.4M17 21.6l-1.7 1.7a2.8 2.8 0 0 1-4-4l1.7-1.7',
      1.6,
    ),
  ),
  locked: page('#3f725a', LOCK),
} as const;
