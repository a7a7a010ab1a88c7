import { createLazyModule } from '@boxwood/ui';

/** Menus of pictures, loaded on demand: they are not needed before there are pictures. */
export const lazyMenus = createLazyModule(() => import('./photo-menus.ts'));
