import { defineMessages } from '../../platform/i18n/define-messages.ts';

export const messages = defineMessages('upgradeApp', {
  runs: { en: 'This box runs', zh: '当前版本' },
  newest: { en: 'New version', zh: '新版本' },
  upToDate: { en: 'This is the newest version.', zh: '已是最新版本。' },
  check: { en: 'Check again', zh: '再次检查' },
  onlyAdmin: { en: 'An administrator of the box can install it.', zh: '盒子管理员可以安装此版本。' },
  lacks: {
    en: 'This box cannot be upgraded here. It lacks {parts}.',
    zh: '此盒子无法在这里升级，缺少 {parts}。',
  },
  notHere: { en: 'This box cannot be upgraded here.', zh: '此盒子无法在这里升级。' },
  going: { en: 'Upgrading to {version}', zh: '正在升级到 {version}' },
  download: { en: 'The new version is being downloaded', zh: '正在下载新版本' },
  checking: { en: 'The new version is being checked', zh: '正在校验新版本' },
  flash: { en: 'The new version is being installed', zh: '正在安装新版本' },
  working: { en: 'The box is being upgraded', zh: '正在升级' },
  restarts: { en: 'The box is restarting', zh: '盒子正在重启' },
  noPower: { en: 'Do not switch the box off meanwhile.', zh: '升级期间请勿关闭盒子电源。' },
  done: { en: 'The box runs {version} now', zh: '盒子现在运行 {version}' },
  doneText: {
    en: 'Sign in again to get the screens of the new version.',
    zh: '请重新登录，以使用新版本的界面。',
  },
  again: { en: 'Sign in again', zh: '重新登录' },
  asBefore: { en: '{why}. The box still runs {version}.', zh: '{why}。盒子仍在运行 {version}。' },
  failed: { en: 'Version {version} was not installed', zh: '未能安装版本 {version}' },
});
