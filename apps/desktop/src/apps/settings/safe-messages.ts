import { defineMessages } from '../../platform/i18n/define-messages.ts';

export const safeMessages = defineMessages('settings-safe', {
  title: { en: 'Safe', zh: '保险箱' },
  kit: { en: 'Recovery kit', zh: '恢复密钥' },
  kitText: {
    en: 'One line of text that opens the files of your safe without the box, with the free age program. Without it, a lost box means lost files.',
    zh: '一行文本，可在没有盒子时用免费的 age 程序打开保险箱文件。若未保存，盒子丢失后文件将无法恢复。',
  },
  unsetText: { en: 'You have no safe yet.', zh: '您尚未设置保险箱。' },
  setUp: { en: 'Set up the safe', zh: '设置保险箱' },
  closedText: { en: 'Unlock the safe to get the recovery kit.', zh: '保险箱打开后才能获取恢复密钥。' },
  password: { en: 'Password of the safe', zh: '保险箱密码' },
  unlock: { en: 'Unlock', zh: '解锁' },
  locked: {
    en: 'The safe is locked for 10 minutes after five wrong passwords.',
    zh: '密码连续输错 5 次，保险箱已锁定 10 分钟。',
  },
  openText: {
    en: 'Anyone with this line can read every file in your safe. Make sure that no one is watching before you show it.',
    zh: '获得此文本的人可读取保险箱中的所有文件，请确认周围环境安全后再显示。',
  },
  show: { en: 'Show recovery kit', zh: '显示恢复密钥' },
  save: { en: 'Save as file', zh: '保存为文件' },
  hide: { en: 'Hide', zh: '隐藏' },
  keepText: {
    en: 'Print it or keep it on a USB stick, away from the box. It stays valid when you change the password of the safe.',
    zh: '请打印或保存到 U 盘，并与盒子分开存放。修改保险箱密码后，恢复密钥仍然有效。',
  },
});
