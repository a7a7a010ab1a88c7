import { defineMessages } from '../../platform/i18n/define-messages.ts';

export const phoneMessages = defineMessages('phone', {
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
  install: { en: 'Add Boxwood to this phone', zh: '将 Boxwood 添加到此手机' },
  installText: {
    en: 'Boxwood can be added to the home screen like an app: it opens at once, and other apps can share with it.',
    zh: '可将 Boxwood 像应用一样添加到主屏幕：即点即开，还能接收其他应用分享的内容。',
  },
  installLater: { en: 'Not now', zh: '暂不' },
  installByHand: {
    en: 'To use Boxwood like an app: press the share button of the browser, then “Add to Home Screen”.',
    zh: '要像应用一样使用 Boxwood：点按浏览器的分享按钮，然后选择“添加到主屏幕”。',
  },
  insecure: {
    en: 'With a secure address (https) uploads continue automatically after a reload, the screen can stay on meanwhile, Boxwood can be added to the home screen like an app, and other apps can share with it.',
    zh: '通过安全地址（https）访问时，刷新页面后上传会自动继续，上传期间屏幕可保持常亮，还可以将 Boxwood 像应用一样添加到主屏幕，并接收其他应用分享的内容。',
  },
  choose: { en: 'Choose something on the left', zh: '请在左侧选择' },
  chooseText: { en: 'It opens here.', zh: '内容将显示在此处。' },
});
