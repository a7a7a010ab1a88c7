import { defineMessages } from '../i18n/define-messages.ts';

export const drawer = defineMessages('drawer', {
  title: { en: 'Messages', zh: '消息' },
  friends: { en: 'Friend Messages', zh: '好友消息' },
  replies: { en: 'Replies', zh: '回复' },
  system: { en: 'System Notices', zh: '系统通知' },
  direct: { en: 'Direct Messages', zh: '私信' },
  markAllRead: { en: 'Mark All Read', zh: '全部已读' },
  clear: { en: 'Clear', zh: '清空' },
  unread: { en: 'Unread', zh: '未读' },
  deleteMessage: { en: 'Delete message', zh: '删除消息' },
  loadFailed: { en: 'The messages could not be loaded', zh: '消息加载失败' },
  empty: { en: 'No messages', zh: '暂无消息' },
  emptyText: { en: 'What arrives for you will be listed here.', zh: '收到的消息会显示在这里。' },
  becameAdministrator: { en: 'You are the administrator of the box now', zh: '你现在是盒子的管理员' },
  wasRemoved: { en: 'You were removed from the box', zh: '你已被移出盒子' },
  someoneJoined: { en: '{userName} joined the box', zh: '{userName} 加入了盒子' },
  codeFor: {
    en: '{code} is the code that proves {address}. It is good for 10 minutes.',
    zh: '{code} 是验证 {address} 的验证码，10 分钟内有效。',
  },
  newer: { en: 'Newer', zh: '较新' },
  older: { en: 'Older', zh: '较早' },
  pageOf: { en: 'Page {page} of {pages}', zh: '第 {page} / {pages} 页' },
});
