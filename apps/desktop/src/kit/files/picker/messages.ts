import { defineMessages } from '../../../platform/i18n/define-messages.ts';

export const pickerMessages = defineMessages('folder-picker', {
  newFolder: { en: 'New folder', zh: '新建文件夹' },
  folderName: { en: 'Folder name', zh: '文件夹名称' },
  create: { en: 'Create', zh: '创建' },
  tabs: { en: 'Places', zh: '位置' },
  /* Short labels for the 80 px wide tabs; screen readers get the full name. */
  tab1: { en: 'Personal', zh: '个人空间' },
  tab2: { en: 'Public', zh: '公共空间' },
  tab3: { en: 'Safe', zh: '保险箱' },
  tab4: { en: 'Friends', zh: '好友共享' },
  tab5: { en: 'Devices', zh: '外接设备' },
  tab8: { en: 'Private', zh: '私密文件' },
  tab9: { en: 'Network', zh: '网络存储' },
  folders: { en: 'Folders', zh: '目录' },
  path: { en: 'Path', zh: '路径' },
  scrollBack: { en: 'Scroll the path back', zh: '向前滚动路径' },
  scrollForward: { en: 'Scroll the path forward', zh: '向后滚动路径' },
  closed: { en: 'Enter the password first', zh: '请先输入密码' },
  noFolders: { en: 'There are no folders here', zh: '此处没有文件夹' },
});
