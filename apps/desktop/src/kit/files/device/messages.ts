import { defineMessages } from '../../../platform/i18n/define-messages.ts';

export const deviceMessages = defineMessages('device', {
  free: { en: 'Free', zh: '可用' },
  total: { en: 'Total', zh: '总容量' },
  used: { en: 'Used', zh: '已用' },
  usedOf: { en: '{used} of {total} used', zh: '已用 {used} / {total}' },
  eject: { en: 'Eject', zh: '弹出' },
  open: { en: 'Open', zh: '打开' },
  came: { en: '“{name}” is there', zh: '“{name}”已连接' },
  ejected: { en: '“{name}” can be pulled out now', zh: '“{name}”现在可以拔出' },
  pulled: { en: '“{name}” was pulled out without Eject', zh: '“{name}”未弹出就被拔出' },
  pulledWhy: {
    en: 'What was being written to it may not be whole. Look at it when it is plugged in again.',
    zh: '正在写入的内容可能不完整，重新插入后请检查。',
  },
  arrayIll: { en: 'A disk of this box has failed', zh: '此盒子有磁盘损坏' },
  arrayIllWhy: {
    en: 'Everything is still there, but it may not survive the next disk that fails. Replace the disk soon.',
    zh: '内容仍然完好，但再有磁盘损坏就可能丢失，请尽快更换磁盘。',
  },
  diskIll: { en: '{name}: this disk is failing', zh: '{name}：磁盘即将损坏' },
  diskIllWhy: {
    en: 'Copy what is on it to another disk now, before it can no longer be read.',
    zh: '请立即将其中的内容复制到其他磁盘，以免无法读取。',
  },
  look: { en: 'Have a look', zh: '查看' },
  manageContainer: { en: 'Manage container', zh: '管理容器' },
});
