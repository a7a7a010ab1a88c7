import { Ending } from './Ending.tsx';
import { halvesOf } from './halves-of.ts';
import styles from './long-name.module.css';

/** A name in two lines at most: where one is too short for it each half has its own, and what fits into neither is left out between them. */
export const HandName = ({ name }: { readonly name: string }) => {
  const [begin, ending] = halvesOf(name);
  return (
    <span className={styles.lines}>
      <span className={styles.line}>{begin}</span>
      {ending === '' ? null : <Ending text={ending} />}
    </span>
  );
};
