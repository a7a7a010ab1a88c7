import { defineMessages } from '../../../i18n/define-messages.ts';

export const photosWords = defineMessages('photos-start', {
  photos: { en: 'Photos', zh: '照片' },
  count_one: { en: '{count} picture', zh: '{count} 张' },
  count_other: { en: '{count} pictures', zh: '{count} 张' },
  upload: { en: 'Upload', zh: '上传' },
  refreshing: { en: 'Looking for new pictures', zh: '正在查找新照片' },
  none: { en: 'No pictures yet', zh: '还没有照片' },
  noneText: {
    en: 'Upload some from this phone: they are shown here by day.',
    zh: '从手机上传照片后，会按日期显示在这里。',
  },
  failed: { en: 'The pictures could not be listed', zh: '无法列出照片' },
  scroller: { en: 'Go to a month', zh: '跳转到月份' },
  open: { en: 'Open {name}', zh: '打开 {name}' },
});
