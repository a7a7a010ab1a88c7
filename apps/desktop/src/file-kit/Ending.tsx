import { cx } from '@boxwood/ui';
import styles from './long-name.module.css';

interface EndingProps {
  readonly text: string;
  /** All of it, where there is more to it. */
  readonly title?: string;
}

/** One line of which the end is read: what does not fit is left out at its beginning. */
export const Ending = ({ text, title }: EndingProps) => (
  <span className={cx(styles.line, styles.ending)} title={title}>
    <bdi>{text}</bdi>
  </span>
);
