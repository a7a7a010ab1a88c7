import { defineMessages } from '../../platform/i18n/define-messages.ts';

/** Help topics in the order of the page; the palette search finds each of them. */
export const HELP_TOPICS = [
  'bring',
  'take',
  'link',
  'together',
  'invite',
  'phone',
  'back',
  'find',
  'lock',
  'keys',
] as const;

/** Questions of users and their answers, with the labels of the screens. */
export const helpMessages = defineMessages('help', {
  page: { en: 'How do I …?', zh: '使用帮助' },
  bring: { en: 'Put photos and files on the box', zh: '把照片和文件放进盒子' },
  bringText: {
    en: 'Drag them from your computer onto a folder, or anywhere onto the desktop; or press Upload in Files. A folder is uploaded with everything in it. If you close the page, the upload continues when you come back.',
    zh: '将文件从电脑拖到文件夹或桌面任意位置，或在“文件”中点击“上传”。文件夹会连同其中所有内容一起上传。中途关闭页面也没关系，再次打开后会自动继续。',
  },
  take: { en: 'Download files', zh: '下载到电脑' },
  takeText: {
    en: 'Choose what you want and press Download. One file is downloaded as it is; several files, or a folder, as one ZIP.',
    zh: '选中后点击“下载”。单个文件按原样下载，多个文件或文件夹会打包为一个 ZIP。',
  },
  link: { en: 'Send a link to someone', zh: '给别人发送链接' },
  linkText: {
    en: 'Right-click, then Share › Share by link. The link is ready at once: copy it, or let a phone scan its QR code. It expires after the days that you choose, and can ask for a code.',
    zh: '右键点击，选择“分享 › 链接分享”。链接立即生成，可复制或用手机扫描二维码。链接在所选天数后失效，也可要求输入口令。',
  },
  together: { en: 'Share a folder with the family', zh: '与家人共用文件夹' },
  togetherText: {
    en: 'Right-click one of your folders, then Share › Share with the family, and choose the people. Everyone can use the files in the public space.',
    zh: '右键点击自己的文件夹，选择“分享 › 家庭共享”并选择家人。公共空间中的内容所有人都能使用。',
  },
  invite: { en: 'Invite someone to the box', zh: '邀请家人使用盒子' },
  inviteText: {
    en: 'As the administrator: Account Management › People of this box › Show invitation code. They open the link and choose a name and a password.',
    zh: '管理员可打开“账号管理 › 盒子用户”，点击“显示邀请码”。对方打开链接后设置用户名与密码即可。',
  },
  phone: { en: 'Use it on a phone', zh: '在手机上使用' },
  phoneText: {
    en: 'Open the address of the box in the phone’s browser, at home in the same Wi-Fi. Files, photos and shares are at the bottom of the screen.',
    zh: '在家中连接同一 Wi-Fi，用手机浏览器打开盒子地址。屏幕底部可切换文件、照片与共享。',
  },
  back: { en: 'Undo or restore something', zh: '恢复误操作' },
  backText: {
    en: 'Right away: Undo in the notice, or Ctrl+Z. Later: restore deleted files from the recycle bin, or undo any change in Activity.',
    zh: '刚刚操作：点击提示中的“撤销”或按 Ctrl+Z。之后：已删除的内容在回收站中，“操作记录”列出每次更改并可撤销。',
  },
  find: { en: 'Find something', zh: '查找文件' },
  findText: {
    en: 'Press the magnifier or Ctrl+K and type a part of the name; Chinese names also by pinyin or its first letters. The filter next to the search field of Files narrows the results by kind, size and date.',
    zh: '点击放大镜或按 Ctrl+K，输入名称、拼音或拼音首字母的一部分。“文件”搜索框旁的筛选可按类型、大小与日期缩小范围。',
  },
  lock: { en: 'Keep something private', zh: '保护私密内容' },
  lockText: {
    en: 'Files in the safe are encrypted; private files have their own password. A forgotten password cannot be restored, not even by the administrator: save the recovery kit of the safe (Settings › Safe).',
    zh: '保险箱中的内容会加密；私密文件需单独的密码才能打开。忘记密码后任何人（包括管理员）都无法找回，请保存保险箱的恢复密钥（“设置 › 保险箱”）。',
  },
  keys: { en: 'Work faster', zh: '更快操作' },
  keysText: {
    en: 'Press ? for all keys of the desktop. The space bar shows a preview of a file.',
    zh: '按 ? 查看所有快捷键。按空格键可快速预览文件。',
  },
  builders: { en: 'For developers', zh: '开发者文档' },
  buildersText: {
    en: 'There is documentation for scripts, commands, the protocol and the architecture.',
    zh: '脚本、命令、协议与系统设计另有文档（英文）。',
  },
  openPages: { en: 'Open the documentation', zh: '打开文档' },
});
