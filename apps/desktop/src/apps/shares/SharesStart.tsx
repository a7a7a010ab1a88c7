import { PhoneHeader } from '@boxwood/ui';
import { useText } from '../../react/use-text.ts';
import { App } from './index.tsx';
import { messages } from './messages.ts';
import styles from './shares.module.css';

/** The links that a person gave away, as a place of the phone. */
export const Start = () => {
  const t = useText(messages);
  return (
    <>
      <PhoneHeader title={t('shared')} />
      <div className={styles.start}>
        <App />
      </div>
    </>
  );
};
