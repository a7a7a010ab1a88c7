import { defineMessages } from '../../platform/i18n/define-messages.ts';
import { desktopMessages } from '../desktop/desktop-messages.ts';

/** Labels of palette items: the same as on the desktop, and those that exist only in the palette. */
export const paletteMessages = defineMessages('palette', {
  ...desktopMessages.table,
  feedback: { en: 'Feedback', zh: '意见反馈' },
  appearance: { en: 'Appearance', zh: '外观' },
  closeAll: { en: 'Close all windows', zh: '关闭所有窗口' },
  boxTime: { en: 'Time of the box', zh: '盒子时间' },
});
