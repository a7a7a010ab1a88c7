import { defineMessages } from '../../platform/i18n/define-messages.ts';

export const duplicateMessages = defineMessages('photo-duplicates', {
  tools: { en: 'Tools for duplicates', zh: '重复照片工具' },
  list: { en: 'Duplicate pictures', zh: '存有多份的照片' },
  copies: { en: '{count} copies of {size} each', zh: '{count} 份，每份 {size}' },
  keepOne: { en: 'Select all but one of each', zh: '每张保留一份，选择其余' },
  selectNone: { en: 'Select none', zh: '取消选择' },
  remove_one: { en: 'Delete {count} copy · {size}', zh: '删除 {count} 份 · {size}' },
  remove_other: { en: 'Delete {count} copies · {size}', zh: '删除 {count} 份 · {size}' },
  chooseFirst: { en: 'Choose copies first', zh: '请先选择要删除的份' },
  lastOne: { en: 'One copy must stay', zh: '需保留一份' },
  notYours: { en: 'Belongs to someone else', zh: '属于他人' },
  total_one: { en: '{count} picture has copies', zh: '{count} 张照片存有多份' },
  total_other: { en: '{count} pictures have copies', zh: '{count} 张照片存有多份' },
  room: { en: '{size} can be freed', zh: '可释放 {size}' },
  none: { en: 'No duplicates', zh: '没有重复照片' },
  noneText: {
    en: 'Pictures that are stored in several identical files are shown here.',
    zh: '内容完全相同的多份照片会显示在这里。',
  },
});
