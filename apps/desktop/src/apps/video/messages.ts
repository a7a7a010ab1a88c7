import { defineMessages } from '../../platform/i18n/define-messages.ts';

export const messages = defineMessages('video', {
  resumed: { en: 'Continued at {time}', zh: '已从 {time} 继续播放' },
  startOver: { en: 'Start over', zh: '从头播放' },
  noPicture: {
    en: 'The browser plays the sound of this film but does not support its picture format.',
    zh: '浏览器可以播放声音，但不支持该视频的画面编码。',
  },
  noPictureText: {
    en: 'Download it and open it with a player on your computer.',
    zh: '请下载后使用电脑上的播放器打开。',
  },
  broken: { en: 'The browser cannot play this film', zh: '浏览器无法播放此视频' },
  download: { en: 'Download', zh: '下载' },
  playFilm: { en: 'Play the film', zh: '播放视频' },
  pauseFilm: { en: 'Pause the film', zh: '暂停视频' },
  waiting: { en: 'Loading', zh: '正在加载' },
  noSubtitles: { en: 'No subtitles', zh: '不显示字幕' },
  ownWindow: { en: 'Picture in picture', zh: '画中画' },
  fullScreen: { en: 'Full screen', zh: '全屏' },
  leaveFullScreen: { en: 'Leave full screen', zh: '退出全屏' },
  subtitles: { en: 'Subtitles', zh: '字幕' },
});
