import { defineMessages } from '../../platform/i18n/define-messages.ts';

export const messages = defineMessages('media', {
  play: { en: 'Play', zh: '播放' },
  pause: { en: 'Pause', zh: '暂停' },
  position: { en: 'Position', zh: '播放进度' },
  positionText: { en: '{at} of {length}', zh: '{at}，共 {length}' },
  left: { en: '{time} left', zh: '剩余 {time}' },
  volume: { en: 'Volume', zh: '音量' },
  mute: { en: 'Mute', zh: '静音' },
  unmute: { en: 'Sound on', zh: '取消静音' },
  speed: { en: 'Speed', zh: '播放速度' },
  speedNow: { en: 'Speed: {rate}×', zh: '播放速度：{rate} 倍' },
  previous: { en: 'Previous', zh: '上一首' },
  next: { en: 'Next', zh: '下一首' },
  playingNow: { en: 'Playing now', zh: '正在播放' },
  openPlayer: { en: 'Open the player:', zh: '打开播放器：' },
  stop: { en: 'Stop playing', zh: '停止播放' },
});
