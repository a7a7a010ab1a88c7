import { spawnSync } from 'node:child_process';

/** Whether fontconfig knows a font with Chinese characters. Without `fc-list` there is no font either. */
export const hasChineseFont = (): boolean => {
  const { status, stdout } = spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '';
};
