import type { CSSProperties } from 'react';
import { cx } from '../base/cx.ts';
import { appIconDesign, type AppIconName } from './app-icons.ts';
import styles from './icons.module.css';

export interface AppIconProps {
  readonly name: AppIconName;
  /** CSS px. */
  readonly size?: number;
  readonly className?: string;
}

/**
 * The icon tile of an app. Decorative: the name is shown next to it. The gradient is CSS: an SVG gradient is referenced
 * by id, and a visible copy of the icon would lose its colours when the copy that defines the id is hidden.
 */
export function AppIcon({ name, size = 32, className }: AppIconProps) {
  const { glyph: Glyph, gradientFrom, gradientTo } = appIconDesign(name);
  const style: CSSProperties = Object.fromEntries([
    ['--size', `${size}px`],
    ['--from', gradientFrom],
    ['--to', gradientTo],
  ]);
  return (
    <span className={cx(styles.tile, size < 24 && styles.small, className)} style={style} aria-hidden="true">
      <Glyph />
    </span>
  );
}
