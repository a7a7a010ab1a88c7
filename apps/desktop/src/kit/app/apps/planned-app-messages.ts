import { defineMessages } from '../../../platform/i18n/define-messages.ts';

/** Messages of screens that are not built yet. */
export const plannedAppMessages = defineMessages('later', {
  title: { en: '{name} is not ready yet', zh: '{name}尚未完成' },
  text: {
    en: 'This part of Boxwood is still being built. It will appear here with a coming version; nothing you do elsewhere depends on it.',
    zh: 'Boxwood 的这一部分仍在开发中，将随后续版本提供；不影响其他功能的使用。',
  },
});
