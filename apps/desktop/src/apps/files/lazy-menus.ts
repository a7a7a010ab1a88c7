import { createLazyModule } from '@boxwood/ui';

/** Action menus of a folder. A desktop window loads them with its frame. */
export const lazyMenus = createLazyModule(() => import('./parts/action-menu.tsx'));

/** Toolbars and menus of the phone layout, loaded after the list is rendered or with the first press. */
export const lazyPhoneTools = createLazyModule(() => import('./parts/PhoneTools.tsx'));
