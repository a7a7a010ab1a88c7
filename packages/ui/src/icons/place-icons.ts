/** Icons of folders and storage on a 32 px grid; flat shapes without ids. */
const svg = (body: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${body}</svg>`;

const back = (fill: string): string =>
  `<path fill="${fill}" d="M3 8.2A3.2 3.2 0 0 1 6.2 5h5.5c.9 0 1.7.35 2.3 1l1.7 1.7c.4.4 1 .65 1.6.65h8.5A3.2 3.2 0 0 1 29 11.5V23H3z"/>`;
const front = (fill: string): string =>
  `<path fill="${fill}" d="M3 13.2A2.7 2.7 0 0 1 5.7 10.5h20.6a2.7 2.7 0 0 1 2.7 2.7v11.1a2.7 2.7 0 0 1-2.7 2.7H5.7A2.7 2.7 0 0 1 3 24.3z"/>`;
const shine = `<path fill="#fff" fill-opacity=".28" d="M3 13.2a2.7 2.7 0 0 1 2.7-2.7h20.6a2.7 2.7 0 0 1 2.7 2.7v.8a2.7 2.7 0 0 0-2.7-2.7H5.7A2.7 2.7 0 0 0 3 14z"/>`;
const folder = (dark: string, light: string, glyph = ''): string => svg(back(dark) + front(light) + shine + glyph);
const strokePath = (d: string): string =>
  `<path fill="none" stroke="#fff" stroke-opacity=".95" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;

const drive = (body: string, glyph: string): string =>
  svg(
    `<path fill="${body}" d="M4 9.5A3.5 3.5 0 0 1 7.5 6h17A3.5 3.5 0 0 1 28 9.5v13a3.5 3.5 0 0 1-3.5 3.5h-17A3.5 3.5 0 0 1 4 22.5z"/>` +
      `<path fill="#fff" fill-opacity=".2" d="M4 18h24v4.5a3.5 3.5 0 0 1-3.5 3.5h-17A3.5 3.5 0 0 1 4 22.5z"/>${glyph}`,
  );

export const placeIcons = {
  folder: folder('#d9952a', '#f4bb4a'),
  'folder-shared': folder(
    '#2f7f86',
    '#4fb0b4',
    strokePath('M12.5 22.5v-.6a3.5 3.5 0 0 1 7 0v.6M16 17a1.9 1.9 0 1 0 0-3.8A1.9 1.9 0 0 0 16 17'),
  ),
  'folder-safe': folder('#2b6a39', '#54a463', strokePath('M12.8 18.2h6.4v5h-6.4zM14 18v-1.7a2 2 0 0 1 4 0V18')),
  'folder-private': folder(
    '#4b4cc4',
    '#7e83e6',
    strokePath('M17.4 17.7a2.2 2.2 0 1 0-1.5 1.5l.9.9h1.3v1.3h1.3v1.2h1.7v-1.7z'),
  ),
  'folder-link': folder('#d9952a', '#f4bb4a', strokePath('M13.5 22.5v-2.3a3 3 0 0 1 3-3h3.2M17.5 15l2.3 2.2-2.3 2.3')),
  volume: drive(
    '#66748a',
    '<circle cx="23" cy="22" r="1.5" fill="#8ff0a4"/><path fill="#fff" fill-opacity=".9" d="M8 21.2h8v1.6H8z"/>',
  ),
  usb: drive(
    '#4d79b8',
    '<circle cx="23" cy="22" r="1.5" fill="#fff"/>' +
      strokePath('M16 15.5V9m0 0-1.6 1.8M16 9l1.6 1.8M12.5 12v1.5l3.5 1.7 3.5-2.2v-1'),
  ),
  network: drive(
    '#1f8a86',
    '<circle cx="23" cy="22" r="1.5" fill="#fff"/>' + strokePath('M16 9v3M11.5 15v-1.5h9V15M14.7 9h2.6'),
  ),
} as const;

/** Kinds of places other than plain files. */
export type PlaceKind = keyof typeof placeIcons;
