import { later } from '@boxwood/ui';

/** What can be done with pictures, as menus: nobody asks for one before there are pictures. */
export const menus = later(() => import('./menus.ts'));
