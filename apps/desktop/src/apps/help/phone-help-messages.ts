import { defineMessages } from '../../platform/i18n/define-messages.ts';

/** Help texts for phones, which have no right click, no keyboard and no drag and drop. */
export const phoneHelpMessages = defineMessages('help-hand', {
  bringText: {
    en: 'Tap Add under Files, or Upload under Photos, and choose from the phone. If you close the page, the upload continues when you come back.',
    zh: '在“文件”中点按“添加”，或在“照片”中点按“上传”，然后从手机中选择。中途关闭页面也没关系，再次打开后会继续。',
  },
  take: { en: 'Download files', zh: '下载到手机' },
  takeText: {
    en: 'Hold a file until it is selected, tap others as well, then Download. One file is downloaded as it is; several files, or a folder, as one ZIP.',
    zh: '长按文件将其选中，还可点按其他文件一并选中，然后点按“下载”。单个文件按原样下载，多个文件或文件夹会打包为一个 ZIP。',
  },
  linkText: {
    en: 'Hold a file or a folder, then tap Share. The link is ready at once: send it, copy it, or let another phone scan its QR code. It expires after the days that you choose, and can ask for a code.',
    zh: '长按文件或文件夹，然后点按“分享”。链接立即生成，可发送、复制，或让另一部手机扫描二维码。链接在所选天数后失效，也可要求输入提取码。',
  },
  togetherText: {
    en: 'Hold one of your folders, then More › Share with the family, and choose the people. Everyone can use the files in the public space.',
    zh: '长按自己的文件夹，然后点按“更多 › 家庭共享”并选择家人。公共空间中的内容所有人都能使用。',
  },
  inviteText: {
    en: 'As the administrator: More › your name › People of this box › Show invitation code. They open the link and choose a name and a password.',
    zh: '管理员可打开“更多 › 您的名字 › 盒子用户”，点按“显示邀请码”。对方打开链接后设置用户名与密码即可。',
  },
  backText: {
    en: 'Right away: Undo in the notice. Later: restore deleted files from the recycle bin, or undo any change in Activity under More.',
    zh: '刚刚操作：点按提示中的“撤销”。之后：已删除的内容在回收站中，“更多”中的“操作记录”列出每次更改并可撤销。',
  },
  findText: {
    en: 'Tap the search field of the first page and type a part of the name; Chinese names also by pinyin or its first letters. The magnifier in a folder searches only that folder, also by kind, size and date.',
    zh: '点按首页的搜索框，输入名称、拼音或拼音首字母的一部分。文件夹中的放大镜只搜索该文件夹，也可按类型、大小与日期筛选。',
  },
});
