import { defineMessages } from '../../../platform/i18n/define-messages.ts';

/** Sharing by a link (DIALOG-13, DIALOG-14). */
export const shareMessages = defineMessages('share', {
  share: { en: 'Share by link', zh: '链接分享' },
  shareText: {
    en: 'Anyone with the link can see and download it, without an account.',
    zh: '获得链接的人在有效期内无需账号即可查看和下载。',
  },
  shareWhat: { en: 'What is shared', zh: '分享内容' },
  shareItems_one: { en: '{count} item of this folder', zh: '此目录下的 {count} 项' },
  shareItems_other: { en: '{count} items of this folder', zh: '此目录下的 {count} 项' },
  days: { en: 'Days', zh: '有效天数' },
  askCode: { en: 'Ask for a code', zh: '需要提取码' },
  code: { en: 'Code', zh: '提取码' },
  newCode: { en: 'Generate a code', zh: '随机生成提取码' },
  generate: { en: 'Generate link', zh: '生成链接' },
  link: { en: 'Link', zh: '链接' },
  linkEmpty: { en: 'Not generated yet', zh: '尚未生成' },
  because: { en: '{what}: {why}', zh: '{what}：{why}' },
  linkMaking: { en: 'Making the link…', zh: '正在生成链接…' },
  linkQr: { en: 'QR code of the link', zh: '链接二维码' },
  linkUntil: { en: 'Available until {time}', zh: '有效期至 {time}' },
  linkPlain: {
    en: 'This box is reached without HTTPS: people in the same network as the visitor may see what is transferred.',
    zh: '此盒子未使用 HTTPS 访问：与访问者处于同一网络的人可能看到传输内容。',
  },
  sendLink: { en: 'Send link', zh: '发送链接' },
  copyLink: { en: 'Copy link', zh: '复制链接' },
  copyRefused: {
    en: 'The browser did not copy. Select the link and copy it yourself.',
    zh: '浏览器拒绝复制，请手动选中链接并复制。',
  },
  ownShares: { en: 'My shared links', zh: '我的外链分享' },
  noPhoneTitle: { en: 'Your phone number is missing', zh: '尚未填写手机号' },
  accountManagement: { en: 'Account Management', zh: '账号管理' },
  less: { en: 'Less', zh: '减少' },
  more: { en: 'More', zh: '增加' },
});
