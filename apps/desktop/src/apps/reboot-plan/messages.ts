import { defineMessages } from '../../i18n/define-messages.ts';

export const messages = defineMessages('rebootPlan', {
  title: { en: 'Scheduled reboot', zh: '定时重启' },
  why: {
    en: 'The box restarts by itself at this time of its own clock. While an array is being filled it does not, and whoever is uploading goes on afterwards.',
    zh: '盒子会在其本地时间的这一时刻自动重启。阵列同步期间不会重启，未完成的上传会在重启后继续。',
  },
  enable: { en: 'Restart by itself', zh: '定时重启' },
  frequency: { en: 'How often', zh: '频率' },
  day: { en: 'Every day', zh: '每天' },
  week: { en: 'Every week', zh: '每周' },
  month: { en: 'Every month', zh: '每月' },
  time: { en: 'At', zh: '时间' },
  weekday: { en: 'On', zh: '星期' },
  day1: { en: 'Monday', zh: '星期一' },
  day2: { en: 'Tuesday', zh: '星期二' },
  day3: { en: 'Wednesday', zh: '星期三' },
  day4: { en: 'Thursday', zh: '星期四' },
  day5: { en: 'Friday', zh: '星期五' },
  day6: { en: 'Saturday', zh: '星期六' },
  day7: { en: 'Sunday', zh: '星期日' },
  monthday: { en: 'On day', zh: '日期' },
  monthdayHint: { en: 'In a shorter month on its last day', zh: '当月没有该日期时，在最后一天重启' },
  dayOf: { en: '{n}.', zh: '{n} 日' },
  next: { en: 'Next restart: {time}', zh: '下次重启：{time}' },
  none: { en: 'No restart is planned.', zh: '未计划重启。' },
});
