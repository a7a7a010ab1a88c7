import { later } from '@boxwood/ui';

/** What can be done in a folder, as menus; a window of a desktop has it with its frame. */
export const menus = later(() => import('./parts/action-menu.tsx'));

/** What a folder in one hand offers beside itself: when the list stands, or with the first press. */
export const tools = later(() => import('./parts/HandTools.tsx'));
