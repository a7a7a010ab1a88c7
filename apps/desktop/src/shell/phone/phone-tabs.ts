import type { AppId } from '../../kit/app/apps/app-links.ts';

/** The four tabs of a phone (phone.md). */
export const PHONE_TAB_IDS = ['files', 'photos', 'shared', 'more'] as const;
export type PhoneTab = (typeof PHONE_TAB_IDS)[number];

/** The app whose start page a tab shows; the tab More shows the shell's own list. */
export const APP_BY_TAB: Readonly<Record<Exclude<PhoneTab, 'more'>, AppId>> = {
  files: 'files',
  photos: 'photos',
  shared: 'shares',
};

/** Apps that fill the screen, without bars. */
export const FULL_SCREEN_APPS: ReadonlySet<string> = new Set<AppId>(['photo', 'video']);
