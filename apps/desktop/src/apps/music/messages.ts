import { defineMessages } from '../../i18n/define-messages.ts';

export const messages = defineMessages('music', {
  player: { en: 'Music player', zh: '音乐播放器' },
  playlist: { en: 'Music of this folder', zh: '文件夹中的音乐' },
  previous: { en: 'Previous', zh: '上一首' },
  next: { en: 'Next', zh: '下一首' },
  repeat: { en: 'Repeat', zh: '循环播放' },
  shuffle: { en: 'Shuffle', zh: '随机播放' },
  broken: { en: 'The browser cannot play this file', zh: '浏览器无法播放此文件' },
  playing: { en: 'Playing', zh: '正在播放' },
});
