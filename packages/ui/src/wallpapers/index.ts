import hills from './hills.svg?url';
import lake from './lake.svg?url';
import leaves from './leaves.svg?url';
import paper from './paper.svg?url';

/** The presets of the desktop, in the order they are offered. Drawn for the product; calm under both themes. */
export const wallpapers = [
  { key: 'hills', url: hills },
  { key: 'leaves', url: leaves },
  { key: 'lake', url: lake },
  { key: 'paper', url: paper },
] as const;

/** Name of a preset; its words are in the catalogue of the app. */
export type WallpaperKey = (typeof wallpapers)[number]['key'];
