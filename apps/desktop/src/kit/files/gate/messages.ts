import { defineMessages } from '../../../platform/i18n/define-messages.ts';

export const gateMessages = defineMessages('files-gate', {
  setSafe: { en: 'Set up the safe', zh: '设置保险箱' },
  setSafeText: {
    en: 'Files in the safe are encrypted. Choose a password that only you know.',
    zh: '保险箱中的文件会被加密，请设置只有您知道的密码。',
  },
  setPrivate: { en: 'Set up private files', zh: '设置私密文件' },
  setPrivateText: {
    en: 'Private files open only with this password.',
    zh: '验证密码后才能打开私密文件。',
  },
  newPassword: { en: 'New password', zh: '新密码' },
  rule: { en: '6 to 10 characters', zh: '6 到 10 个字符' },
  repeat: { en: 'Repeat the password', zh: '再次输入密码' },
  agree: { en: 'I have understood and agree', zh: '我已了解并同意' },
  agreeHint: {
    en: 'Without the password these files cannot be read. A forgotten password cannot be restored.',
    zh: '没有密码无法读取这些文件，密码也无法找回。',
  },
  set: { en: 'Set password', zh: '设置密码' },
  openSafe: { en: 'Open the safe', zh: '打开保险箱' },
  openPrivate: { en: 'Open private files', zh: '打开私密文件' },
  openText: {
    en: 'Enter the password. It locks again when you sign out, and after 30 minutes without use.',
    zh: '请输入密码。退出登录或 30 分钟未使用后将自动锁定。',
  },
  notAsked: { en: 'The box did not answer', zh: '盒子没有响应' },
  password: { en: 'Password', zh: '密码' },
  unlock: { en: 'Unlock', zh: '解锁' },
  wrongLeft_one: { en: 'Wrong password, {count} try left', zh: '密码错误，还可尝试 {count} 次' },
  wrongLeft_other: { en: 'Wrong password, {count} tries left', zh: '密码错误，还可尝试 {count} 次' },
  locked: { en: 'Locked for 10 minutes', zh: '账号已锁定 10 分钟' },
  lockedText: { en: 'The password was wrong five times.', zh: '密码已连续输错 5 次。' },
  timeLeft: { en: 'Time left', zh: '剩余时间' },
  lock: { en: 'Lock', zh: '锁定' },
  change: { en: 'Change password', zh: '修改密码' },
  oldPassword: { en: 'Old password', zh: '原密码' },
  changed: { en: 'Change', zh: '修改' },
});
