import { defineMessages } from '../../platform/i18n/define-messages.ts';

export const welcomeMessages = defineMessages('welcome', {
  title: { en: 'Welcome, {name}', zh: '欢迎，{name}' },
  close: { en: 'Close the welcome', zh: '关闭欢迎卡片' },
  photos: { en: 'Add your photos', zh: '存入照片' },
  photosText: { en: 'From this device, as many as you like.', zh: '从此设备选择，数量不限。' },
  choose: { en: 'Choose photos', zh: '选择照片' },
  family: { en: 'Invite the family', zh: '邀请家人' },
  familyText: { en: 'Everyone gets their own space.', zh: '每位成员都有自己的空间。' },
  invite: { en: 'Invite', zh: '邀请' },
  phone: { en: 'Open it on your phone', zh: '在手机上打开' },
  phoneText: { en: 'Point its camera at the code, or type {address}', zh: '用手机相机扫描，或输入 {address}' },
  phoneQr: { en: 'QR code of {address}', zh: '{address} 的二维码' },
});
