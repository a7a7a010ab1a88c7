import { defineMessages } from '../../../platform/i18n/define-messages.ts';

export const wallpaperMessages = defineMessages('wallpaper', {
  wallpaper: { en: 'Wallpaper', zh: '壁纸' },
  hills: { en: 'Hills', zh: '山丘' },
  leaves: { en: 'Leaves', zh: '枝叶' },
  lake: { en: 'Lake', zh: '湖水' },
  paper: { en: 'Paper', zh: '纸纹' },
});
