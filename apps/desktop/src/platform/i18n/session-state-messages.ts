import type { DomainMessageKey } from '@boxwood/domain';
import type { Messages, LocalizedText } from './define-messages.ts';

/**
 * Messages about the state of the session. They are part of the first chunk, because nothing can be loaded when they
 * are needed.
 */
const table: Readonly<Record<Extract<DomainMessageKey, `session.${string}`>, LocalizedText>> = {
  'session.lost': { en: 'Connection lost, reconnecting…', zh: '连接已断开，正在重新连接…' },
  'session.expired': { en: 'Login expired, sign in again', zh: '登录已过期，请重新登录' },
  'session.elsewhere': { en: 'Logged in on another terminal', zh: '账号已在其他终端登录' },
  'session.offline': { en: 'No network', zh: '当前网络不可用' },
  'session.reconnectFailed': { en: 'Reconnect failed', zh: '重新连接失败' },
  'session.identityFailed': { en: 'Identity failed', zh: '身份验证失败' },
  'session.accountRequired': { en: 'Enter your account name', zh: '请输入账号' },
  'session.passwordRequired': { en: 'Enter your password', zh: '请输入密码' },
  'session.passwordShort': { en: 'A password has at least 6 characters', zh: '密码至少 6 个字符' },
  'session.boxIpRequired': { en: 'Enter the address of the box', zh: '请输入盒子地址' },
  'session.noMailOffline': {
    en: 'Offline sign-in takes the user name, not an e-mail address',
    zh: '离线登录请使用用户名，不支持邮箱登录',
  },
  'session.boxUnreachable': { en: 'The box does not answer at this address', zh: '该地址的盒子没有响应' },
  'session.boxOffline': { en: 'The box is offline', zh: '盒子不在线' },
  'session.offlineNotice': { en: 'Not available while signed in offline', zh: '离线登录时不可用' },
};

/** Messages about the session, see {@link table}. */
export const sessionStateMessages: Messages<typeof table> = { namespace: 'session-words', table };
