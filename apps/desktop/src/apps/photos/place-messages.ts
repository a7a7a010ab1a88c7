import { defineMessages } from '../../platform/i18n/define-messages.ts';

export const placeMessages = defineMessages('photo-places', {
  places: { en: 'Places', zh: '地点' },
  china: { en: 'China', zh: '中国' },
  regions: { en: 'Hong Kong, Macau, Taiwan', zh: '港澳台' },
  overseas: { en: 'Other countries', zh: '海外' },
  map: { en: 'Map of the pictures', zh: '照片地图' },
  nearer: { en: 'Zoom in', zh: '放大地图' },
  farther: { en: 'Zoom out', zh: '缩小地图' },
  around: { en: 'Around {name}', zh: '{name}一带' },
  unnamed: { en: 'Place without a name', zh: '未命名地点' },
  none: { en: 'No places yet', zh: '还没有地点' },
  noneText: {
    en: 'Places with several pictures are shown here. Most phones write into a picture where it was taken. The box finds the name of the place itself; nothing is sent elsewhere.',
    zh: '有多张照片的地点会显示在这里。大多数手机会将拍摄位置写入照片，地点名称由盒子自行识别，不会外传。',
  },
});
