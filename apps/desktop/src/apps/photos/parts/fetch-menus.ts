import { later } from '@boxwood/ui';

/** Menus of pictures, loaded on demand: they are not needed before there are pictures. */
export const menus = later(() => import('./menus.ts'));
