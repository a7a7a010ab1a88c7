import hills from './hills.svg?url';
import lake from './lake.svg?url';
import leaves from './leaves.svg?url';
import paper from './paper.svg?url';

/** The preset wallpapers in display order, drawn for the product to suit both themes. */
export const wallpapers = [
  { key: 'hills', url: hills },
  { key: 'leaves', url: leaves },
  { key: 'lake', url: lake },
  { key: 'paper', url: paper },
] as const;

/** Key of a preset; the app's message catalogue holds its name. */
export type WallpaperKey = (typeof wallpapers)[number]['key'];
