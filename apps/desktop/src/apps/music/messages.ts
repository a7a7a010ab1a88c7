import { defineMessages } from '../../platform/i18n/define-messages.ts';

export const messages = defineMessages('music', {
  player: { en: 'Music player', zh: '音乐播放器' },
  playlist: { en: 'Music of this folder', zh: '文件夹中的音乐' },
  cover: { en: 'Cover', zh: '封面' },
  repeatOff: { en: 'Repeat: off', zh: '循环：关闭' },
  repeatAll: { en: 'Repeat: the folder', zh: '循环：整个文件夹' },
  repeatOne: { en: 'Repeat: this song', zh: '循环：单曲' },
  shuffle: { en: 'Shuffle', zh: '随机播放' },
  putAway: { en: 'Close the window and keep playing', zh: '关闭窗口并继续播放' },
  broken: { en: 'The browser cannot play this file', zh: '浏览器无法播放此文件' },
});
