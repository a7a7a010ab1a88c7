import { defineMessages } from '../../platform/i18n/define-messages.ts';

export const albumUploadMessages = defineMessages('album-upload', {
  upload: { en: 'Upload to album', zh: '上传到相册' },
  title: { en: 'Upload to “{name}”', zh: '上传到“{name}”' },
  what: { en: 'What', zh: '内容' },
  files: { en: 'Choose files', zh: '选择文件' },
  folder: { en: 'Choose a folder', zh: '选择文件夹' },
  nothing: { en: 'Nothing chosen yet', zh: '尚未选择' },
  chosen_one: { en: '{count} file chosen', zh: '已选择 {count} 个文件' },
  chosen_other: { en: '{count} files chosen', zh: '已选择 {count} 个文件' },
  where: { en: 'Where to', zh: '上传位置' },
  source: { en: 'A photo folder', zh: '照片源目录' },
  custom: { en: 'Another folder', zh: '自定义目录' },
  choose: { en: 'Choose', zh: '选择' },
  none: { en: 'None chosen yet', zh: '尚未选择' },
  hint: {
    en: 'They are saved in “{folder}”. The album shows the pictures there.',
    zh: '文件将存放在“{folder}”中，相册会显示其中的照片。',
  },
  customTitle: { en: 'Choose the folder for the pictures', zh: '选择存放照片的文件夹' },
  sourceTitle: { en: 'Photo folders', zh: '照片源目录' },
  sources: { en: 'Add the pictures to', zh: '添加到' },
  sourceOwn: { en: 'Belongs to this album', zh: '属于此相册' },
});
