import { defineMessages } from '../../platform/i18n/define-messages.ts';

export const join = defineMessages('join', {
  title: { en: 'Join a box', zh: '加入盒子' },
  titleOf: { en: 'Join “{name}”', zh: '加入“{name}”' },
  lead: {
    en: 'Use the invitation code from the administrator of the box.',
    zh: '请使用盒子管理员提供的邀请码。',
  },
  code: { en: 'Invitation code', zh: '邀请码' },
  codeHint: { en: '10 letters and digits, valid for 7 days', zh: '10 位字母与数字，7 天内有效' },
  join: { en: 'Create account and join', zh: '创建账号并加入' },
  haveAccount: {
    en: 'You have an account already? Sign in, and add the box to your list.',
    zh: '已有账号？请先登录，再将盒子添加到列表。',
  },
  add: { en: 'Join with a code', zh: '使用邀请码加入' },
  addTitle: { en: 'Join this box', zh: '加入此盒子' },
  addText: {
    en: 'The box of this page is added to your list.',
    zh: '将此页面所属的盒子添加到您的列表。',
  },
  addDone: { en: 'Join', zh: '加入' },
});
