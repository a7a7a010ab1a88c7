import type { BoxError } from '../box-error.ts';
import { defineCatalogue } from './message-catalogue.ts';

/**
 * Messages about the connection and the session rather than one operation (ERR-052, ERR-053, ERR-098 to ERR-102,
 * ERR-145).
 */
export const sessionMessages = defineCatalogue({
  'session.connectionLost': { level: 'warning', en: 'Connection lost, reconnecting', zh: '连接已断开，正在重新连接' },
  'session.expired': { level: 'error', en: 'Login expired, sign in again', zh: '登录已过期，请重新登录' },
  'session.elsewhere': { level: 'warning', en: 'logged in on another terminal', zh: '账号已在其他终端登录' },
  'session.noNetwork': { level: 'error', en: 'No network', zh: '当前网络不可用' },
  'session.reconnectFailed': { level: 'error', en: 'Reconnect failed', zh: '重新连接失败' },
  'failure.network': { level: 'error', en: 'Server request failed or network error', zh: '服务器请求失败或网络错误' },
  'failure.timeout': { level: 'error', en: 'No answer in time', zh: '请求超时' },
  'failure.aborted': { level: 'info', en: 'Cancelled', zh: '已取消' },
  'failure.http': {
    level: 'error',
    en: 'The service answered with an error (HTTP {status})',
    zh: '服务返回错误（HTTP {status}）',
  },
  'failure.malformed': { level: 'error', en: 'The answer could not be understood', zh: '返回数据无法识别' },
  'failure.params': { level: 'error', en: 'The request is not valid and was not sent', zh: '请求参数不合法，未发送' },
});

/** The message key of a call that failed before the service decided; refusals have messages of their own. */
export const failureKeyOf = (error: Exclude<BoxError, { readonly _tag: 'Refused' }>): keyof typeof sessionMessages => {
  switch (error._tag) {
    case 'Network':
      return 'failure.network';
    case 'Timeout':
      return 'failure.timeout';
    case 'Aborted':
      return 'failure.aborted';
    case 'Http':
      return 'failure.http';
    case 'Malformed':
      return error.at === 'params' ? 'failure.params' : 'failure.malformed';
  }
};

/** The placeholder values for the message of a failed call. */
export const failureValues = (error: BoxError): Readonly<Record<string, number>> => ({
  ...(error._tag === 'Refused' ? { code: error.code } : {}),
  ...(error._tag === 'Http' ? { status: error.status } : {}),
});
