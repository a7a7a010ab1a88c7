import { defineMessages } from '../../platform/i18n/define-messages.ts';
import { sessionStateMessages } from '../../platform/i18n/session-state-messages.ts';
import { signIn } from './messages.ts';

const { table: session } = sessionStateMessages;
const { password, needAccount, needPassword, tooShort } = signIn.table;

/** Messages of the form that signs in directly at a box. */
export const offline = defineMessages('offline', {
  password,
  needAccount,
  needPassword,
  tooShort,
  userName: { en: 'User name', zh: '用户名' },
  boxIp: { en: 'Address of the box', zh: '盒子地址' },
  boxIpHint: { en: 'For example 192.168.1.20', zh: '例如 192.168.1.20' },
  signInOffline: { en: 'Sign in offline', zh: '离线登录' },
  badIp: { en: 'This is not the address of a box', zh: '这不是有效的盒子地址' },
  elsewhereText: {
    en: 'This page belongs to another box. You sign in on the page of {host}, which opens now; your password is only ever entered there.',
    zh: '此页面属于另一台盒子。将打开 {host} 的页面，请在该页面输入密码登录。',
  },
  continueTo: { en: 'Continue to {host}', zh: '前往 {host}' },
  needIp: session['session.boxIpRequired'],
  offlineNotice: {
    en: 'Offline sign-in reaches the box directly in your network. The connection is not encrypted; e-mail sign-in, messages, sharing with friends and changes to your account are not available.',
    zh: '离线登录将直接连接局域网内的盒子，连接未加密；不支持邮箱登录、消息、好友分享与账号修改。',
  },
  offlineNoticeTitle: { en: 'About offline sign-in', zh: '离线登录须知' },
  offlineContinue: { en: 'Sign in offline', zh: '离线登录' },
});
