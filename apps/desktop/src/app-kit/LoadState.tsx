import type { Failure } from '@boxwood/domain';
import { ErrorState, Skeleton } from '@boxwood/ui';
import type { ReactNode } from 'react';
import type { Asked } from '@boxwood/domain';
import { useFailureText, useText } from '../react/use-text.ts';
import { common } from './messages.ts';
import styles from './app-kit.module.css';

/** Shows a failure with a retry button; the code is in the collapsed details. */
export const FailureState = ({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }) => {
  const t = useText(common);
  const { text, details } = useFailureText()(failure);
  return (
    <ErrorState
      title={text}
      retryLabel={t('retry')}
      onRetry={onRetry}
      {...(details === '' ? {} : { details, detailsLabel: t('details') })}
    />
  );
};

/** Shows the loaded value, a skeleton while it loads, or the failure. */
export const Shown = <A,>({
  of,
  reload,
  children,
}: {
  readonly of: Asked<A>;
  readonly reload: () => void;
  readonly children: (value: A) => ReactNode;
}) => {
  const t = useText(common);
  switch (of.at) {
    case 'loading':
      return (
        <div className={styles.waiting} role="status" aria-label={t('loading')}>
          <Skeleton width="40%" height={18} />
          <Skeleton width="85%" height={14} />
          <Skeleton width="70%" height={14} />
          <Skeleton width="78%" height={14} />
        </div>
      );
    case 'failed':
      return <FailureState failure={of.failure} onRetry={reload} />;
    case 'ready':
      return children(of.value);
  }
};
