import { defineMessages } from '../../../platform/i18n/define-messages.ts';

export const discardMessages = defineMessages('discard', {
  title: { en: 'Discard what you typed?', zh: '放弃已输入的内容？' },
  text: { en: 'It has not been saved.', zh: '输入的内容尚未保存。' },
  discard: { en: 'Discard', zh: '放弃' },
  keep: { en: 'Keep editing', zh: '继续编辑' },
});
