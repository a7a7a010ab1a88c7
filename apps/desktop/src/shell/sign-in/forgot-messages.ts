import { defineMessages } from '../../platform/i18n/define-messages.ts';
import { signIn } from './messages.ts';
import { setUp } from './setup-messages.ts';

const { forgot: title } = signIn.table;
const { ownerName: userName } = setUp.table;

/** Messages of the page for a forgotten password and of the page behind an administrator's password link. */
export const forgot = defineMessages('forgot', {
  title,
  userName,
  lead: {
    en: 'The old password cannot be shown, but you can choose a new one.',
    zh: '密码无法查看，但您可以重新设置。',
  },
  ask: {
    en: 'Ask the administrator of the box to make a link for you, in Account Management › People of this box. Open it on any device and choose a new password.',
    zh: '请联系盒子的管理员。管理员可在“账号管理 › 盒子用户”中为您生成链接，您在任意设备上打开该链接即可设置新密码。',
  },
  self: {
    en: 'Are you the administrator? Stop the box and type this on its machine, with your user name for NAME and the folder of the data for DIR:',
    zh: '您就是管理员？请先停止盒子，再在盒子所在的机器上输入以下命令（NAME 换成您的用户名，DIR 换成数据文件夹）：',
  },
  stays: {
    en: 'The safe and the private files have their own passwords, which do not change.',
    zh: '保险箱和私密文件使用单独的密码，不会改变。',
  },
  back: { en: 'Back to sign-in', zh: '返回登录' },
  renewTitle: { en: 'Choose a new password', zh: '设置新密码' },
  renewLead: {
    en: 'Every device on which you are signed in has to sign in again.',
    zh: '设置后，您已登录的所有设备都需重新登录。',
  },
  renew: { en: 'Save and sign in', zh: '保存并登录' },
});
