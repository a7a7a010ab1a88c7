import { defineMessages } from '../../platform/i18n/define-messages.ts';

/** Messages of the pages between sign-in and desktop: choosing a box and connecting to it. */
export const boxMessages = defineMessages('boxes', {
  chooseTitle: { en: 'Choose a box', zh: '选择盒子' },
  chooseLead: { en: 'Signed in as {name}', zh: '已登录：{name}' },
  online: { en: 'Online', zh: '在线' },
  offline: { en: 'Offline', zh: '离线' },
  roleOwner: { en: 'Owner', zh: '拥有者' },
  roleAdmin: { en: 'Administrator', zh: '管理员' },
  roleUser: { en: 'User', zh: '用户' },
  standard: { en: 'Standard', zh: '标准版' },
  starlight: { en: 'Starlight', zh: '星光版' },
  noBoxes: { en: 'No box yet', zh: '还没有盒子' },
  noBoxesText: {
    en: 'Set up a box with this account, or ask its administrator to invite you.',
    zh: '请用此账号设置盒子，或请管理员邀请您。',
  },
  removed: {
    en: 'You are no longer a user of “{name}”. Its administrator removed you; your files are still there.',
    zh: '您已不是“{name}”的用户：管理员已将您移除，您的文件仍保留在盒子上。',
  },
  enter: { en: 'Open', zh: '打开' },
  lastUsed: { en: 'Last used', zh: '上次使用' },
  signOut: { en: 'Sign out', zh: '退出登录' },
  connecting: { en: 'Connecting to {name}', zh: '正在连接 {name}' },
  viaLoc: { en: 'Directly, without the account service', zh: '直连盒子，不经过账号服务' },
  viaLan: { en: 'Over the local network', zh: '通过局域网' },
  viaWan: { en: 'Through the relay', zh: '通过远程中继' },
  unreachable: { en: '{name} cannot be reached', zh: '无法连接 {name}' },
  backToBoxes: { en: 'Back to the boxes', zh: '返回盒子列表' },
  backToSignIn: { en: 'Back to sign-in', zh: '返回登录' },
});
