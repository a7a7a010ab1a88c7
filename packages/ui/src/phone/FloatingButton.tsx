import type { ComponentProps } from 'react';
import { Button } from '../button/Button.tsx';
import { cx } from '../base/cx.ts';
import styles from './phone.module.css';

/** The floating action button of a page, with a label. */
export function FloatingButton({ className, ...rest }: Omit<ComponentProps<typeof Button>, 'variant' | 'size'>) {
  return <Button {...rest} data-floating="" variant="primary" size="lg" className={cx(styles.float, className)} />;
}
