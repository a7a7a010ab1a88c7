import { defineMessages } from '../i18n/define-messages.ts';

/** Words of panels, which come when they are opened: on the first page they would only be carried along. */
export const panelWords = defineMessages('panels', {
  shownApps: { en: 'On the desktop', zh: '桌面显示的应用' },
  otherApps: { en: 'Other apps', zh: '其他应用' },
  addApp: { en: 'Add {name} to the desktop', zh: '将{name}添加到桌面' },
  removeApp: { en: 'Remove {name} from the desktop', zh: '将{name}从桌面移除' },
  openApp: { en: 'Open {name}', zh: '打开{name}' },
  allShown: { en: 'Every app is on the desktop.', zh: '所有应用均已显示在桌面。' },
  noneShown: { en: 'No app is on the desktop. Add one below.', zh: '桌面没有应用，可从下方添加。' },
  logoutTitle: { en: 'Sign out?', zh: '确定退出登录？' },
  logoutText: {
    en: 'All windows are closed. Uploads that are not finished go on when you sign in again.',
    zh: '将关闭所有窗口，未完成的上传会在重新登录后继续。',
  },
  rebootTitle: { en: 'Reboot the box?', zh: '确定重启盒子？' },
  rebootText: {
    en: 'Everybody is disconnected until the box is back, usually in two minutes.',
    zh: '重启期间所有用户都会断开连接，通常需要两分钟。',
  },
  rebootDone: { en: 'The box is rebooting', zh: '盒子正在重启' },
  shutdownTitle: { en: 'Shut the box down?', zh: '确定关闭盒子？' },
  shutdownText: {
    en: 'Nobody can reach the box until somebody switches it on again.',
    zh: '关机后，需手动开机才能再次访问盒子。',
  },
  shutdownDone: { en: 'The box is shutting down', zh: '盒子正在关机' },
  noHelper: {
    en: 'This box may not restart or switch off its machine. It lacks {parts}.',
    zh: '此盒子无权重启或关闭所在的机器，缺少 {parts}。',
  },
  paletteEmpty: { en: 'Nothing is called like that.', zh: '没有匹配的结果。' },
  paletteAll: { en: 'All {count} files called “{text}”', zh: '名称包含“{text}”的全部 {count} 个文件' },
  paletteNarrow: { en: 'Search by kind, year or size', zh: '按类型、年份或大小搜索' },
  groupFiles: { en: 'Files', zh: '文件' },
  groupApps: { en: 'Apps', zh: '应用' },
  groupWindows: { en: 'Windows', zh: '窗口' },
  groupPages: { en: 'Pages', zh: '页面' },
  groupPeople: { en: 'People', zh: '用户' },
  groupHelp: { en: 'Help', zh: '帮助' },
  groupMore: { en: 'More', zh: '更多' },
  groupActions: { en: 'Actions', zh: '操作' },
});
