import { defineMessages } from '../../../platform/i18n/define-messages.ts';

export const messages = defineMessages('people-field', {
  always: { en: '{name} (you, always)', zh: '{name}（您，始终有权限）' },
  alone: {
    en: 'Nobody else uses this box yet. Invite people under Personal Account.',
    zh: '此盒子还没有其他用户，可在“个人账号”中邀请。',
  },
  offline: {
    en: 'Who uses this box is known to the account service only. Sign in with your account to let somebody in.',
    zh: '盒子用户名单由账号服务提供，请使用账号登录后再添加成员。',
  },
});
