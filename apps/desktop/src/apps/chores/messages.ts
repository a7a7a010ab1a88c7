import { defineMessages } from '../../i18n/define-messages.ts';

export const messages = defineMessages('chores', {
  title: { en: 'Chores', zh: '家务' },
  done: { en: 'Done', zh: '已完成' },
  open: { en: 'To do', zh: '待办' },
});
