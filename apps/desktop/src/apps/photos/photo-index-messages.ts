import { defineMessages } from '../../platform/i18n/define-messages.ts';

export const photoIndexMessages = defineMessages('photo-index', {
  title: { en: 'Photos need the photo index', zh: '照片功能需要照片索引插件' },
  plugin: {
    en: 'The plugin “Photo index” finds the pictures of a box. It does not run on this one.',
    zh: '“照片索引”插件负责查找盒子上的照片，当前盒子未运行该插件。',
  },
  firmware: {
    en: 'The firmware of this box is too old for the plugin “Photo index”, which finds the pictures.',
    zh: '当前盒子的固件版本过低，无法运行查找照片的“照片索引”插件。',
  },
  least: { en: 'Oldest firmware that runs it', zh: '最低固件版本' },
  here: { en: 'This box', zh: '当前盒子' },
  market: { en: 'Open the app market', zh: '打开应用市场' },
});
