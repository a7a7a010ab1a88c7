import { defineMessages } from '../../platform/i18n/define-messages.ts';

export const photoDropMessages = defineMessages('photos-drop', {
  here: { en: 'Drop to upload into “My Images”', zh: '松开即可上传到“我的图片”' },
  album: { en: 'Drop to upload to “{name}”', zh: '松开即可上传到“{name}”' },
});
