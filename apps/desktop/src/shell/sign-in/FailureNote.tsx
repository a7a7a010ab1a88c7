import type { Failure } from '@boxwood/domain';
import { useFailureText, useText } from '../../platform/react/use-text.ts';
import { signIn } from './messages.ts';
import styles from './sign-in.module.css';

/** The error message of a failure, with its code for support below. */
export const FailureNote = ({ failure }: { readonly failure: Failure | null }) => {
  const t = useText(signIn);
  const failureText = useFailureText();
  if (failure === null) return null;
  const { text, details } = failureText(failure);
  return (
    <p role="alert" className={styles.failure}>
      {text}
      {details === '' ? null : <small className={styles.details}>{t('details', { details })}</small>}
    </p>
  );
};
