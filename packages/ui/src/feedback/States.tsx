import { CircleAlert, Inbox } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import { cx } from '../base/cx.ts';
import styles from './feedback.module.css';

export interface SkeletonProps {
  readonly width?: CSSProperties['width'];
  readonly height?: CSSProperties['height'];
  readonly radius?: CSSProperties['borderRadius'];
}

/** A grey placeholder in the shape of the content that is loading. */
export function Skeleton({ width, height, radius }: SkeletonProps) {
  return <span aria-hidden="true" className={styles.skeleton} style={{ width, height, borderRadius: radius }} />;
}

export interface EmptyStateProps {
  /** A glyph. */
  readonly icon?: ReactNode;
  /** What this place would contain. */
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** The action that fills it. */
  readonly actions?: ReactNode;
  readonly compact?: boolean;
}

export function EmptyState({ icon = <Inbox />, title, text, actions, compact = false }: EmptyStateProps) {
  return (
    <div className={cx(styles.state, compact && styles.compact)}>
      <span className={styles.picture} data-picture="" aria-hidden="true">
        {icon}
      </span>
      <p className={styles.title}>{title}</p>
      {text === undefined ? null : <p className={styles.text}>{text}</p>}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  readonly icon?: ReactNode;
  /** What went wrong, in terms the user knows. */
  readonly title: ReactNode;
  /** What the user can do. */
  readonly text?: ReactNode;
  readonly retryLabel?: string;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
  readonly actions?: ReactNode;
  /** Error code and other details for support, collapsed. */
  readonly details?: ReactNode;
  readonly detailsLabel?: string;
  readonly compact?: boolean;
}

export function ErrorState({
  icon = <CircleAlert />,
  title,
  text,
  retryLabel,
  onRetry,
  retrying = false,
  actions,
  details,
  detailsLabel,
  compact = false,
}: ErrorStateProps) {
  return (
    <div role="alert" className={cx(styles.state, styles.wrong, compact && styles.compact)}>
      <span className={styles.picture} data-picture="" aria-hidden="true">
        {icon}
      </span>
      <p className={styles.title}>{title}</p>
      {text === undefined ? null : <p className={styles.text}>{text}</p>}
      <div className={styles.actions}>
        {actions}
        {retryLabel === undefined || onRetry === undefined ? null : (
          <Button variant="primary" onClick={onRetry} busy={retrying}>
            {retryLabel}
          </Button>
        )}
      </div>
      {details === undefined || detailsLabel === undefined ? null : (
        <details className={styles.details}>
          <summary>{detailsLabel}</summary>
          <code>{details}</code>
        </details>
      )}
    </div>
  );
}
