import { cx } from '@boxwood/ui';
import styles from './long-name.module.css';

interface TruncateStartProps {
  readonly text: string;
  /** Tooltip with the full text, when it differs from `text`. */
  readonly title?: string;
}

/** A single line that truncates at its start, so the end stays readable. */
export const TruncateStart = ({ text, title }: TruncateStartProps) => (
  <span className={cx(styles.line, styles.ending)} title={title}>
    <bdi>{text}</bdi>
  </span>
);
