import { cx } from '@boxwood/ui';
import styles from './long-name.module.css';

interface EndingProps {
  readonly text: string;
  /** Tooltip with the full text, when it differs from `text`. */
  readonly title?: string;
}

/** A single line that truncates at its start, so the end stays readable. */
export const Ending = ({ text, title }: EndingProps) => (
  <span className={cx(styles.line, styles.ending)} title={title}>
    <bdi>{text}</bdi>
  </span>
);
