import { defineMessages } from '../../../platform/i18n/define-messages.ts';

/** Messages of Photos that only phones show. */
export const phonePhotoMessages = defineMessages('photos-hand', {
  everything: { en: 'All', zh: '全选' },
  share: { en: 'Share', zh: '分享' },
  oneFolder: { en: 'A link can share pictures of one folder only', zh: '一个链接只能分享同一文件夹中的照片' },
  notShared: { en: 'Only their owner can share them', zh: '只有照片的主人可以分享' },
});
