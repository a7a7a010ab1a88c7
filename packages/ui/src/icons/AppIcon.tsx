import type { CSSProperties } from 'react';
import { cx } from '../base/cx.ts';
import { appArt, type AppIconName } from './app-icons.ts';
import styles from './icons.module.css';

export interface AppIconProps {
  readonly name: AppIconName;
  /** CSS px. */
  readonly size?: number;
  readonly className?: string;
}

/**
 * The icon tile of an app. Decorative: the name is shown next to it. The gradient is CSS, because with shared SVG ids a
 * hidden copy of the icon would remove the colours of a visible one.
 */
export function AppIcon({ name, size = 32, className }: AppIconProps) {
  const { glyph: Glyph, from, to } = appArt(name);
  const style: CSSProperties = Object.fromEntries([
    ['--size', `${size}px`],
    ['--from', from],
    ['--to', to],
  ]);
  return (
    <span className={cx(styles.tile, size < 24 && styles.small, className)} style={style} aria-hidden="true">
      <Glyph />
    </span>
  );
}
