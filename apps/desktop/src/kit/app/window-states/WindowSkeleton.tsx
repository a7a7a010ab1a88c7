import { useText } from '../../../platform/react/use-text.ts';
import styles from './app-kit.module.css';
import { commonMessages } from '../messages.ts';

/** Widths of the placeholder lines, all different like real names. */
const SIDEBAR_LINE_WIDTHS = ['72%', '58%', '66%', '46%', '62%'] as const;
const CONTENT_LINE_WIDTHS = ['94%', '81%', '88%', '76%', '91%', '69%'] as const;

/** The skeleton of a window while its app loads. */
export const WindowSkeleton = ({ hasSidebar = false }: { readonly hasSidebar?: boolean }) => {
  const t = useText(commonMessages);
  if (hasSidebar)
    return (
      <div className={styles.sided} role="status" aria-label={t('loading')} data-coming="">
        <div className={styles.sideBones}>
          {SIDEBAR_LINE_WIDTHS.map((width) => (
            <div key={width} className={styles.bone} style={{ width }} />
          ))}
        </div>
        <div className={styles.skeleton}>
          <div className={styles.boneBar} />
          {CONTENT_LINE_WIDTHS.map((width) => (
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
