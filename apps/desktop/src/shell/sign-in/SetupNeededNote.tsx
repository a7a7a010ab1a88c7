import { useText } from '../../platform/react/use-text.ts';
import { setUp } from './setup-messages.ts';
import styles from './sign-in.module.css';

/** Notice on the sign-in page of a box that has no users yet. */
export const SetupNeededNote = () => {
  const t = useText(setUp);
  return (
    <p role="status" className={`${styles.notice ?? ''} ${styles.above ?? ''}`}>
      <strong>{t('setupNeeded')}. </strong>
      {t('setupNeededText')}
    </p>
  );
};
