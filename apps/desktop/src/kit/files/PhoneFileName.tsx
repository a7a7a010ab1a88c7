import { TruncateStart } from './TruncateStart.tsx';
import { splitLongName } from './split-long-name.ts';
import styles from './long-name.module.css';

/**
 * A file name in at most two lines for phone layouts. A long name is split in two halves, and overflow is truncated in
 * the middle, so the extension stays visible.
 */
export const PhoneFileName = ({ name }: { readonly name: string }) => {
  const [firstHalf, secondHalf] = splitLongName(name);
  return (
    <span className={styles.lines}>
      <span className={styles.line}>{firstHalf}</span>
      {secondHalf === '' ? null : <TruncateStart text={secondHalf} />}
    </span>
  );
};
