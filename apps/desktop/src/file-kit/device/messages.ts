import { defineMessages } from '../../i18n/define-messages.ts';

export const deviceWords = defineMessages('device', {
  free: { en: 'Free', zh: '可用' },
  total: { en: 'Total', zh: '总容量' },
  used: { en: 'Used', zh: '已用' },
  usedOf: { en: '{used} of {total} used', zh: '已用 {used} / {total}' },
  eject: { en: 'Eject', zh: '弹出' },
  manageContainer: { en: 'Manage container', zh: '管理容器' },
});
