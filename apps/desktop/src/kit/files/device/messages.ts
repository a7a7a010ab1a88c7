import { defineMessages } from '../../../platform/i18n/define-messages.ts';

export const deviceMessages = defineMessages('device', {
  free: { en: 'Free', zh: '可用' },
  total: { en: 'Total', zh: '总容量' },
  used: { en: 'Used', zh: '已用' },
  usedOf: { en: '{used} of {total} used', zh: '已用 {used} / {total}' },
  eject: { en: 'Eject', zh: '弹出' },
  open: { en: 'Open', zh: '打开' },
  came: { en: '“{name}” is connected', zh: '“{name}”已连接' },
  ejected: { en: '“{name}” can be unplugged now', zh: '“{name}”现在可以拔出' },
  pulled: { en: '“{name}” was unplugged without Eject', zh: '“{name}”未弹出就被拔出' },
  pulledWhy: {
    en: 'Files that were being written may be incomplete. Plug it in again and check them.',
    zh: '正在写入的内容可能不完整，重新插入后请检查。',
  },
  arrayIll: { en: 'A disk of this box has failed', zh: '此盒子有磁盘损坏' },
  arrayIllWhy: {
    en: 'All files are still there, but they may be lost when another disk fails. Replace the disk soon.',
    zh: '内容仍然完好，但再有磁盘损坏就可能丢失，请尽快更换磁盘。',
  },
  diskIll: { en: '{name}: this disk is failing', zh: '{name}：磁盘即将损坏' },
  diskIllWhy: {
    en: 'Copy its files to another disk now, while they can still be read.',
    zh: '请立即将其中的内容复制到其他磁盘，以免无法读取。',
  },
  look: { en: 'Show', zh: '查看' },
  manageContainer: { en: 'Manage container', zh: '管理容器' },
});
