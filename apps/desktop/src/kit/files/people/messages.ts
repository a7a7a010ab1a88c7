import { defineMessages } from '../../../platform/i18n/define-messages.ts';

export const messages = defineMessages('people-field', {
  always: { en: '{name} (you, always)', zh: '{name}（您，始终有权限）' },
  alone: {
    en: 'This box has no other users yet. Invite people under Account Management.',
    zh: '此盒子还没有其他用户，可在“账号管理”中邀请。',
  },
  offline: {
    en: 'The list of users comes from the account service. Sign in with your account to add people.',
    zh: '盒子用户名单由账号服务提供，请使用账号登录后再添加成员。',
  },
});
