import { useText } from '../react/use-text.ts';
import styles from './app-kit.module.css';
import { common } from './messages.ts';

/** Widths of the placeholder lines, all different like real names. */
const SIDE = ['72%', '58%', '66%', '46%', '62%'] as const;
const LINES = ['94%', '81%', '88%', '76%', '91%', '69%'] as const;

/** The skeleton of a window while its app loads. */
export const WindowSkeleton = ({ sided = false }: { readonly sided?: boolean }) => {
  const t = useText(common);
  if (sided)
    return (
      <div className={styles.sided} role="status" aria-label={t('loading')} data-coming="">
        <div className={styles.sideBones}>
          {SIDE.map((width) => (
            <div key={width} className={styles.bone} style={{ width }} />
          ))}
        </div>
        <div className={styles.skeleton}>
          <div className={styles.boneBar} />
          {LINES.map((width) => (
            <div key={width} className={styles.bone} style={{ width }} />
          ))}
        </div>
      </div>
    );
  return (
    <div className={styles.skeleton} role="status" aria-label={t('loading')} data-coming="">
      <div className={styles.boneHead} />
      <div className={styles.bone} />
      <div className={styles.bone} />
      <div className={styles.boneShort} />
      <div className={styles.bone} />
      <div className={styles.boneShort} />
    </div>
  );
};
