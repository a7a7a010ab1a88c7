import { defineMessages } from '../../platform/i18n/define-messages.ts';

export const messages = defineMessages('trash', {
  toolbar: { en: 'Actions', zh: '操作' },
  list: { en: 'Deleted files', zh: '已删除的文件' },
  menu: { en: 'Menu of the deleted file', zh: '已删除文件菜单' },
  restore: { en: 'Restore', zh: '还原' },
  restoreBoth: { en: 'Restore and keep both', zh: '还原并保留两者' },
  remove: { en: 'Delete for ever', zh: '彻底删除' },
  empty: { en: 'Empty the recycle bin', zh: '清空回收站' },
  chooseFirst: { en: 'Choose something first', zh: '请先选择文件' },
  nothing: { en: 'There is nothing to delete', zh: '回收站已是空的' },
  deleted: { en: 'Deleted', zh: '删除时间' },
  from: { en: 'Original folder', zh: '原位置' },
  selectAll: { en: 'Select all', zh: '全选' },
  emptyTitle: { en: 'The recycle bin is empty', zh: '回收站为空' },
  emptyText: {
    en: 'Deleted files are kept here until you empty it.',
    zh: '删除的文件会保留在这里，直到您清空回收站。',
  },
  total_one: { en: '{count} item', zh: '共 {count} 项' },
  total_other: { en: '{count} items', zh: '共 {count} 项' },
  removeTitle_one: { en: 'Delete {count} item for ever?', zh: '彻底删除 {count} 项？' },
  removeTitle_other: { en: 'Delete {count} items for ever?', zh: '彻底删除 {count} 项？' },
  removeText: { en: 'It cannot be restored.', zh: '删除后无法恢复。' },
  emptyAsk: { en: 'Empty the recycle bin?', zh: '清空回收站？' },
  emptyAskText: { en: 'Everything in it is deleted for ever.', zh: '其中所有文件将被彻底删除，无法恢复。' },
  takenTitle: { en: 'The original name already exists', zh: '原位置存在同名文件' },
  takenText_one: {
    en: '{count} item was left in the recycle bin, because its original folder already has an item with the same name.',
    zh: '{count} 项因原位置存在同名文件而未还原。',
  },
  takenText_other: {
    en: '{count} items were left in the recycle bin, because their original folder already has items with the same names.',
    zh: '{count} 项因原位置存在同名文件而未还原。',
  },
  skip: { en: 'Leave in the bin', zh: '跳过' },
  keepBoth: { en: 'Keep both', zh: '保留两者' },
});
