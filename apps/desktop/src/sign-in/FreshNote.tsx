import { useText } from '../react/use-text.ts';
import { setUp } from './setup-messages.ts';
import styles from './sign-in.module.css';

/** Says on the sign-in page that nobody can sign in yet. */
export const FreshNote = () => {
  const t = useText(setUp);
  return (
    <p role="status" className={`${styles.notice ?? ''} ${styles.above ?? ''}`}>
      <strong>{t('setupNeeded')}. </strong>
      {t('setupNeededText')}
    </p>
  );
};
