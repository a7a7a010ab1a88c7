import { defineMessages } from '../../../platform/i18n/define-messages.ts';

export const timeMessages = defineMessages('settings-time', {
  title: { en: 'Time', zh: '时间' },
  now: { en: 'The clock of the box', zh: '盒子的时钟' },
  box: { en: 'Time of the box', zh: '盒子时间' },
  compared: { en: 'This device', zh: '与此设备相比' },
  same: { en: 'has the same time', zh: '一致' },
  ahead: { en: 'is {time} behind', zh: '盒子快 {time}' },
  behind: { en: 'is {time} ahead', zh: '盒子慢 {time}' },
  set: { en: 'Set it', zh: '设置时间' },
  zone: { en: 'Time zone of the box', zh: '盒子时区' },
  zoneHint: { en: 'Scheduled tasks of the box use this time zone.', zh: '盒子按此时区执行定时任务。' },
  keepZone: { en: 'As it is', zh: '保持不变' },
  fromHere: { en: 'Use the time of this device', zh: '使用此设备的时间' },
  fromHereHint: {
    en: 'Afterwards the box no longer takes its time from the network.',
    zh: '设置后，盒子不再与网络时间同步。',
  },
  noHelper: {
    en: 'This box may not set the clock of its machine. It lacks {parts}.',
    zh: '此盒子无权设置所在机器的时钟，缺少 {parts}。',
  },
});
