import { defineMessages } from '../platform/i18n/define-messages.ts';

/** Messages of the first page of a phone and of a desktop. */
export const shellMessages = defineMessages('shell', {
  unknownApp: { en: 'This app is not part of this version', zh: '此版本不包含该应用' },
  late: { en: 'The box is slow to answer', zh: '盒子响应较慢，请稍候' },
  waits_one: { en: '{count} change is waiting', zh: '{count} 项更改等待中' },
  waits_other: { en: '{count} changes are waiting', zh: '{count} 项更改等待中' },
  waitsForYou: { en: 'A waiting change needs your decision', zh: '有一项等待中的更改需要确认' },
  showWaiting: { en: 'Show', zh: '查看' },
  reconnect: { en: 'Try now', zh: '立即重试' },
});
