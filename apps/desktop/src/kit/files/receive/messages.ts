import { defineMessages } from '../../../platform/i18n/define-messages.ts';

export const receiveMessages = defineMessages('receive', {
  conflictUpload: { en: 'Upload: these names already exist', zh: '上传：存在同名文件' },
  conflictDownload: { en: 'Transfer: these names already exist', zh: '传输：存在同名文件' },
  conflictText_one: {
    en: '{count} name is already in the folder. Your choice applies to all of them.',
    zh: '目标文件夹中已有 {count} 个同名项目，所选方式应用于全部。',
  },
  conflictText_other: {
    en: '{count} names are already in the folder. Your choice applies to all of them.',
    zh: '目标文件夹中已有 {count} 个同名项目，所选方式应用于全部。',
  },
  andMore_one: { en: 'and {count} more', zh: '另有 {count} 项' },
  andMore_other: { en: 'and {count} more', zh: '另有 {count} 项' },
  replace: { en: 'Replace existing files', zh: '替换目标中的文件' },
  replaceHint: {
    en: 'Folders are merged, files with the same name are replaced.',
    zh: '文件夹将合并，同名文件将被替换。',
  },
  keepBoth: { en: 'Keep both', zh: '自动保留两者' },
  keepBothHint: { en: 'The new one gets a suffix.', zh: '新文件将自动添加后缀。' },
  leaveThese: { en: 'Leave these files out', zh: '跳过这些文件' },
  leaveTheseHint: { en: 'All other files continue.', zh: '其他文件正常处理。' },
  goOn: { en: 'Continue', zh: '继续' },
  unread_one: { en: '{count} item could not be read', zh: '有 {count} 项无法读取' },
  unread_other: { en: '{count} items could not be read', zh: '有 {count} 项无法读取' },
  unreadText: {
    en: 'Nothing has been uploaded yet. Rename the file on the computer, or close the program that uses it, and try again.',
    zh: '尚未上传任何内容。通常在电脑上改名或关闭占用该文件的程序即可，然后重试。',
  },
  unreadOften: {
    en: 'Nothing has been uploaded. Rename the file on the computer, or close the program that uses it, and choose it again.',
    zh: '未上传任何内容。通常在电脑上改名或关闭占用该文件的程序即可，然后重新选择。',
  },
  nameless: { en: 'A name that the browser cannot read', zh: '浏览器无法读取其名称的项目' },
  namelessIn: {
    en: 'In “{folder}”: a name that the browser cannot read',
    zh: '“{folder}”中浏览器无法读取其名称的项目',
  },
  uploadOthers: { en: 'Upload the others', zh: '上传其余项目' },
});
