import { defineMessages } from '../../platform/i18n/define-messages.ts';

export const objectMessages = defineMessages('photo-things', {
  things: { en: 'Things', zh: '物品' },
  none: { en: 'No things yet', zh: '还没有物品' },
  noneText: {
    en: 'Things in several pictures are shown here when recognition is turned on under People. The box recognises {kinds} kinds, from dogs to bicycles. All of it is done on the box.',
    zh: '在“人物”中开启识别后，多张照片中出现的物品会显示在这里。盒子可以区分 {kinds} 种物品，例如狗、自行车；识别全部在盒子上完成。',
  },
  told: {
    en: 'The box recognises {kinds} kinds of things. It can be wrong.',
    zh: '盒子可以区分 {kinds} 种物品，识别结果可能有误。',
  },
});
