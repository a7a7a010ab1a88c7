import { defineMessages } from '../../i18n/define-messages.ts';

export const pickerWords = defineMessages('folder-picker', {
  newFolder: { en: 'New folder', zh: '新建文件夹' },
  folderName: { en: 'Folder name', zh: '文件夹名称' },
  create: { en: 'Create', zh: '创建' },
  tabs: { en: 'Places', zh: '位置' },
  folders: { en: 'Folders', zh: '目录' },
  path: { en: 'Path', zh: '路径' },
  scrollBack: { en: 'Scroll the path back', zh: '向前滚动路径' },
  scrollForward: { en: 'Scroll the path forward', zh: '向后滚动路径' },
  closed: { en: 'Enter the password first', zh: '请先输入密码' },
  noFolders: { en: 'There are no folders here', zh: '此处没有文件夹' },
});
