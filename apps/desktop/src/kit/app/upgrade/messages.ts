import { defineMessages } from '../../../platform/i18n/define-messages.ts';

export const upgradeMessages = defineMessages('upgrade', {
  title: { en: 'System upgrade', zh: '系统升级' },
  update: { en: 'Update', zh: '立即升级' },
  noNotes: { en: 'There are no notes for this version.', zh: '此版本没有更新说明。' },
  found: { en: 'There is a new version for the box', zh: '盒子有新版本' },
  willRestart: {
    en: 'You can use the box during the download. It restarts at the end, which takes about a minute. If the new version does not start, the box returns to this one automatically.',
    zh: '下载期间可以继续使用盒子，最后会重启，约需一分钟。如果新版本无法启动，盒子会自动恢复到当前版本。',
  },
});
