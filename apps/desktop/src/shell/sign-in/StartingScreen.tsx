import { useText } from '../../platform/react/use-text.ts';
import { signIn } from './messages.ts';
import styles from './sign-in.module.css';

/** Shown while a stored session is checked or a page loads. */
export const StartingScreen = () => {
  const t = useText(signIn);
  return (
    <div className={styles.ground} role="status">
      <img className={styles.starting} src="/boxwood.svg" width={72} height={72} alt={t('starting')} />
    </div>
  );
};
