import { defineMessages } from '../../platform/i18n/define-messages.ts';

export const sharedFilesMessages = defineMessages('shared-in', {
  title_one: { en: 'Save {count} file to the box', zh: '将 {count} 个文件存入盒子' },
  title_other: { en: 'Save {count} files to the box', zh: '将 {count} 个文件存入盒子' },
  others_one: { en: 'and {count} more', zh: '另有 {count} 个' },
  others_other: { en: 'and {count} more', zh: '另有 {count} 个' },
  into: { en: 'Folder', zh: '文件夹' },
  choose: { en: 'Change folder', zh: '更改文件夹' },
  chooseTitle: { en: 'Choose a folder', zh: '选择存放位置' },
  save: { en: 'Save here', zh: '存入' },
  discard: { en: 'Do not save', zh: '不存入' },
  nothingTitle: { en: 'The shared files did not arrive', zh: '分享的内容未收到' },
  nothing: {
    en: 'The browser could not keep them. Share them again, in smaller parts if there are many, or upload them here.',
    zh: '浏览器未能保存分享的内容。请再分享一次（内容较多时请分批），或在此直接上传。',
  },
  lost: {
    en: 'Some of the shared files did not arrive: the browser had no space for them. Share them again in smaller parts, or upload them here.',
    zh: '部分内容未能接收：浏览器空间不足。请分批分享，或在此直接上传。',
  },
});
