import { defineMessages } from '../i18n/define-messages.ts';

/** Words that every app uses. */
export const common = defineMessages('common', {
  close: { en: 'Close', zh: '关闭' },
  cancel: { en: 'Cancel', zh: '取消' },
  confirm: { en: 'Confirm', zh: '确认' },
  ok: { en: 'OK', zh: '确定' },
  save: { en: 'Save', zh: '保存' },
  discard: { en: 'Discard', zh: '不保存' },
  unsavedTitle: { en: 'Save the changes?', zh: '是否保存修改？' },
  unsavedText: { en: 'What you changed in “{name}” has not been saved.', zh: '您对“{name}”的修改尚未保存。' },
  retry: { en: 'Try again', zh: '重试' },
  reload: { en: 'Reload the page', zh: '刷新页面' },
  back: { en: 'Back', zh: '返回' },
  undo: { en: 'Undo', zh: '撤销' },
  refresh: { en: 'Refresh', zh: '刷新' },
  delete: { en: 'Delete', zh: '删除' },
  details: { en: 'Details', zh: '详情' },
  loading: { en: 'Loading…', zh: '正在加载…' },
  showPassword: { en: 'Show password', zh: '显示密码' },
  hidePassword: { en: 'Hide password', zh: '隐藏密码' },
  copy: { en: 'Copy', zh: '复制' },
  copied: { en: 'Copied', zh: '已复制' },
  none: { en: 'None', zh: '无' },
  code: { en: 'Code: {code}', zh: '代码：{code}' },
  noPermission: {
    en: 'No permission: only an administrator of the box may do this',
    zh: '没有权限：仅盒子管理员可以操作',
  },
  offlineTitle: { en: 'Not available offline', zh: '离线登录时不可用' },
  offlineText: {
    en: 'You are signed in directly at the box, without the account service. Sign in with your account to use {name}.',
    zh: '当前为离线登录，未连接账号服务。请使用账号登录后再使用{name}。',
  },
  notOnModel: { en: 'This model of the box does not have {name}.', zh: '该型号的盒子不支持{name}。' },
  lacksParts: { en: 'For {name} this box lacks: {parts}.', zh: '使用{name}还需要在盒子上安装：{parts}。' },
  laterTitle: { en: '{name} is not ready yet', zh: '{name}尚未完成' },
  laterText: {
    en: 'This part of Boxwood is still being built. It will appear here with a coming version; nothing you do elsewhere depends on it.',
    zh: 'Boxwood 的这一部分仍在开发中，将随后续版本提供；不影响其他功能的使用。',
  },
  brokenTitle: { en: 'This window stopped working', zh: '此窗口已停止工作' },
  brokenText: {
    en: 'The rest of the desktop goes on. Trying again opens the page afresh.',
    zh: '桌面的其他部分不受影响，重试将重新打开此页面。',
  },
  chunkTitle: { en: 'A part of the page did not arrive', zh: '页面的一部分未能加载' },
  chunkMissing: {
    en: 'It could not be loaded. The box may have been updated, or the connection broke.',
    zh: '加载失败，盒子可能已更新或连接已中断。',
  },
  chunkTimeout: { en: 'It did not arrive within two minutes.', zh: '两分钟内未能加载完成。' },
});
