import { spawnSync } from 'node:child_process';

/** Whether fontconfig knows a font with Chinese characters. Without `fc-list` there is no font either. */
export const hasChineseFont = (): boolean => {
  const { error, stdout } = spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' });
  return error === undefined && stdout.trim() !== '';
};
