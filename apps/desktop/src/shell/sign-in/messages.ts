import { defineMessages } from '../../platform/i18n/define-messages.ts';
import { sessionStateMessages } from '../../platform/i18n/session-state-messages.ts';

/** Messages of the session are defined once, with the session. */
const { table: session } = sessionStateMessages;

/** Messages of the sign-in page. Pages that load later define their own. */
export const signIn = defineMessages('sign-in', {
  title: { en: 'Sign in to Boxwood', zh: '登录 Boxwood' },
  lead: { en: 'Your files, at home and everywhere.', zh: '您的文件，在家与在外随时可用。' },
  accountTab: { en: 'Account', zh: '账号登录' },
  offlineTab: { en: 'Offline', zh: '离线登录' },
  ways: { en: 'Ways to sign in', zh: '登录方式' },
  account: { en: 'Account', zh: '账号' },
  accountHint: { en: 'User name, mobile number or e-mail address', zh: '用户名、手机号或邮箱' },
  password: { en: 'Password', zh: '密码' },
  signIn: { en: 'Sign in', zh: '登录' },
  needAccount: session['session.accountRequired'],
  needPassword: session['session.passwordRequired'],
  forgot: { en: 'Forgot your password?', zh: '忘记密码？' },
  invited: { en: 'I have an invitation code', zh: '我有邀请码' },
  elsewhere: session['session.elsewhere'],
  expired: session['session.expired'],
  onlyOne: {
    en: 'Only one device at a time can be signed in. Sign in again to continue here: your windows are restored.',
    zh: '同一账号一次只能在一台设备上登录。重新登录即可在此继续，窗口会恢复。',
  },
  goOn: { en: 'Your windows are restored.', zh: '登录后窗口会恢复。' },
  starting: { en: 'Opening Boxwood…', zh: '正在打开 Boxwood…' },
  away: { en: '{name} is unreachable', zh: '暂时连不上 {name}' },
  awaySome: { en: 'The box is unreachable', zh: '暂时连不上盒子' },
  awayText: {
    en: 'It may be switched off, or this device is in another network. Boxwood opens automatically when the box answers.',
    zh: '盒子可能已关机，或此设备不在同一网络。盒子恢复后，Boxwood 会自动打开。',
  },
  tooShort: session['session.passwordShort'],
  details: { en: 'Details: {details}', zh: '详情：{details}' },
});
