import type { Failure } from '@boxwood/domain';
import { ErrorState, Skeleton } from '@boxwood/ui';
import type { ReactNode } from 'react';
import type { QueryState } from '@boxwood/domain';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import { commonMessages } from '../messages.ts';
import styles from './app-kit.module.css';

/** Shows a failure with a retry button; the code is in the collapsed details. */
export const FailureState = ({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }) => {
  const t = useText(commonMessages);
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
export const LoadedContent = <A,>({
  request,
  reload,
  children,
}: {
  readonly request: QueryState<A>;
  readonly reload: () => void;
  readonly children: (value: A) => ReactNode;
}) => {
  const t = useText(commonMessages);
  switch (request.at) {
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
      return <FailureState failure={request.failure} onRetry={reload} />;
    case 'ready':
      return children(request.value);
  }
};
