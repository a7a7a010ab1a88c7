import { defineMessages } from '../../platform/i18n/define-messages.ts';

export const pendingActionsMessages = defineMessages('waiting', {
  title: { en: 'Waiting changes', zh: '等待中的更改' },
  away: {
    en: 'They are made in this order when the box can be reached again.',
    zh: '盒子恢复连接后，将按此顺序执行。',
  },
  takeBack: { en: 'Cancel this change: {what}', zh: '取消此更改：{what}' },
  none: { en: 'No changes are waiting', zh: '没有等待中的更改' },
  taken: { en: '“{name}” already exists there.', zh: '那里已有“{name}”。' },
  takenMany_one: { en: '{count} name already exists there: {names}', zh: '那里已有 {count} 个同名项目：{names}' },
  takenMany_other: { en: '{count} names already exist there: {names}', zh: '那里已有 {count} 个同名项目：{names}' },
  gone: { en: '“{name}” no longer exists.', zh: '“{name}”已不存在。' },
  goneMany_one: { en: '{count} item no longer exists: {names}', zh: '{count} 项已不存在：{names}' },
  goneMany_other: { en: '{count} items no longer exist: {names}', zh: '{count} 项已不存在：{names}' },
  other: {
    en: '“{name}” was replaced or changed meanwhile.',
    zh: '“{name}”已被替换为其他内容，或在此期间被修改过。',
  },
  otherMany_one: {
    en: '{count} item was replaced or changed meanwhile: {names}',
    zh: '{count} 项已被替换或在此期间被修改过：{names}',
  },
  otherMany_other: {
    en: '{count} items were replaced or changed meanwhile: {names}',
    zh: '{count} 项已被替换或在此期间被修改过：{names}',
  },
  noFolder: { en: 'The target folder no longer exists.', zh: '目标文件夹已不存在。' },
  keepBoth: { en: 'Keep both', zh: '两者都保留' },
  replace: { en: 'Replace', zh: '替换' },
  allTheSame: { en: 'Do it anyway', zh: '仍然执行' },
  leave: { en: 'Do not change', zh: '不更改' },
  leaveThese: { en: 'Skip these', zh: '跳过这些' },
  again: { en: 'Try again', zh: '重试' },
});
