import { useText } from '../react/use-text.ts';
import styles from './app-kit.module.css';
import { common } from './messages.ts';

/** What a window shows while its app is on the way: the shape of a page, not a spinner over nothing. */
export const WindowSkeleton = () => {
  const t = useText(common);
  return (
    <div className={styles.skeleton} role="status" aria-label={t('loading')}>
      <div className={styles.boneHead} />
      <div className={styles.bone} />
      <div className={styles.bone} />
      <div className={styles.boneShort} />
      <div className={styles.bone} />
      <div className={styles.boneShort} />
    </div>
  );
};
