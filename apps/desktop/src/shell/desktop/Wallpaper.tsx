import { wallpapers } from '@boxwood/ui';
import { SettingsToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import styles from './desktop.module.css';

/** The wallpaper: one of four presets, stored as a number from 1 (SHELL-16). */
export const Wallpaper = () => {
  const preset = useStream(useService(SettingsToken).value$('wallpaper'));
  const { url, key } = wallpapers[preset - 1] ?? wallpapers[0];
  return <img className={styles.wallpaper} src={url} alt="" data-wallpaper={key} draggable={false} />;
};
