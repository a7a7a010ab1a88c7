import { defineMessages } from '../../i18n/define-messages.ts';

export const phoneWords = defineMessages('phone', {
  places: { en: 'Main places', zh: '主导航' },
  files: { en: 'Files', zh: '文件' },
  photos: { en: 'Photos', zh: '照片' },
  shared: { en: 'Shared', zh: '分享' },
  more: { en: 'More', zh: '更多' },
  unread_one: { en: '{count} unread message', zh: '{count} 条未读消息' },
  unread_other: { en: '{count} unread messages', zh: '{count} 条未读消息' },
  yours: { en: 'Yours', zh: '我的' },
  box: { en: 'The box', zh: '盒子' },
  tools: { en: 'More apps', zh: '更多应用' },
  this: { en: 'This phone', zh: '此手机' },
  account: { en: 'Your account', zh: '个人账号' },
  messages: { en: 'Messages', zh: '消息' },
  theme: { en: 'Theme', zh: '主题' },
  language: { en: 'Language', zh: '语言' },
  install: { en: 'Put Boxwood on the home screen', zh: '将 Boxwood 添加到主屏幕' },
  installText: {
    en: 'It opens like an app, and other apps can share to it.',
    zh: '像应用一样打开，其他应用也可以分享内容到这里。',
  },
  notNow: { en: 'Not now', zh: '以后再说' },
  installNow: { en: 'Add', zh: '添加' },
  insecure: {
    en: 'Over a secure address (https) Boxwood can be put on the home screen, take what other apps share, and open without a connection.',
    zh: '通过安全地址（https）访问时，可将 Boxwood 添加到主屏幕、接收其他应用分享的内容，并在离线时打开。',
  },
  choose: { en: 'Choose something on the left', zh: '请在左侧选择' },
  chooseText: { en: 'It opens here.', zh: '内容将显示在此处。' },
});
