import { Ending } from './Ending.tsx';
import { halvesOf } from './halves-of.ts';
import styles from './long-name.module.css';

/**
 * A file name in at most two lines for phone layouts. A long name is split in two halves, and overflow is truncated in
 * the middle, so the extension stays visible.
 */
export const HandName = ({ name }: { readonly name: string }) => {
  const [begin, ending] = halvesOf(name);
  return (
    <span className={styles.lines}>
      <span className={styles.line}>{begin}</span>
      {ending === '' ? null : <Ending text={ending} />}
    </span>
  );
};
