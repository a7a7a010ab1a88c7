import { defineMessages } from '../../../platform/i18n/define-messages.ts';

/** Messages of screens that are not built yet. */
export const plannedAppMessages = defineMessages('later', {
  title: { en: '{name} is not ready yet', zh: '{name}尚未完成' },
  text: {
    en: 'This part of Boxwood is still being built. It will be available in a later version; other parts are not affected.',
    zh: 'Boxwood 的这一部分仍在开发中，将随后续版本提供；不影响其他功能的使用。',
  },
});
