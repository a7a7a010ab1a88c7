import { defineMessages } from '../../platform/i18n/define-messages.ts';
import { signIn } from './messages.ts';

const { password, signIn: enter } = signIn.table;

/** Messages of pages that create a user: the first run and an invitation, with the issues of their forms. */
export const setUp = defineMessages('set-up', {
  password,
  signIn: enter,
  needInvite: { en: 'Enter the invitation code', zh: '请输入邀请码' },
  setupNeeded: { en: 'This box is new', zh: '这是一台新盒子' },
  setupNeededText: {
    en: 'It has no owner yet. Open the setup link that the box printed when it was started.',
    zh: '尚未设置拥有者，请打开盒子启动时显示的设置链接。',
  },
  setupTitle: { en: 'Set up this box', zh: '设置盒子' },
  setupLead: {
    en: 'Name the box and create its owner.',
    zh: '为盒子命名，并创建拥有者。',
  },
  boxName: { en: 'Name of the box', zh: '盒子名称' },
  boxNameHint: { en: '1 to 20 characters', zh: '1 至 20 个字符' },
  ownerName: { en: 'Your user name', zh: '您的用户名' },
  ownerNameHint: { en: '6 to 17 lowercase letters, digits, _ or -', zh: '6 至 17 位小写字母、数字、_ 或 -' },
  repeat: { en: 'Password again', zh: '再次输入密码' },
  differs: { en: 'The two entries differ', zh: '两次输入不一致' },
  needBoxName: { en: 'The box needs a name', zh: '请为盒子命名' },
  longBoxName: { en: 'At most 20 characters; these are {count}', zh: '最多 20 个字符，现有 {count} 个' },
  needOwner: { en: 'Choose a user name', zh: '请设置用户名' },
  ownerLength: {
    en: 'At least 6 and at most 17 characters; these are {count}',
    zh: '需 6 至 17 个字符，现有 {count} 个',
  },
  ownerForm: {
    en: 'Only a to z, digits, _ and -, not beginning with -',
    zh: '只能使用小写字母、数字、_ 与 -，且不能以 - 开头',
  },
  ownerReserved: { en: 'The box reserves this name. Choose another one', zh: '该名称由盒子保留，请换一个' },
  choosePassword: { en: 'Choose a password', zh: '请设置密码' },
  shortPassword: { en: 'At least 6 characters; these are {count}', zh: '至少 6 个字符，现有 {count} 个' },
  longPassword: { en: 'At most 32 characters; these are {count}', zh: '最多 32 个字符，现有 {count} 个' },
  create: { en: 'Create and sign in', zh: '创建并登录' },
  setupOver: { en: 'This box is set up already', zh: '盒子已完成设置' },
  setupOverText: { en: 'Sign in with your account.', zh: '请使用您的账号登录。' },
  setupCodeWrong: {
    en: 'This setup link is not valid. Use the link that the box printed when it was started.',
    zh: '设置链接无效，请使用盒子启动时显示的链接。',
  },
  setupTooMany: {
    en: 'Too many wrong codes. Restart the box and use its new link.',
    zh: '错误次数过多，请重启盒子并使用新的链接。',
  },
});
