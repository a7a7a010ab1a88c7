import { Card, FileIcon } from '@boxwood/ui';
import type { ComponentProps, ReactNode } from 'react';
import styles from './storage-cards.module.css';

/** A list of cards for storage: devices, network storage, disks and arrays. */
export const StorageCards = ({
  label,
  wide = false,
  children,
}: {
  readonly label: string;
  /** One card per row, for content that needs the full width. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}) => (
  <ul className={styles.cards} aria-label={label} {...(wide ? { 'data-wide': '' } : {})}>
    {children}
  </ul>
);

/** One storage card: what it is, its state, and below that details and actions. */
export const StorageCard = ({
  icon,
  name,
  description,
  badge,
  problem,
  children,
}: {
  readonly icon: ComponentProps<typeof FileIcon>['kind'];
  readonly name: string;
  readonly description: ReactNode;
  readonly badge?: ReactNode;
  /** An error, announced by screen readers. */
  readonly problem?: string | null;
  readonly children: ReactNode;
}) => (
  <li>
    <Card className={styles.card ?? ''}>
      <div className={styles.head}>
        <FileIcon kind={icon} size={44} />
        <div className={styles.words}>
          <h2 className={styles.name}>{name}</h2>
          <p className={styles.about}>{description}</p>
        </div>
        {badge}
      </div>
      {children}
      {problem === undefined || problem === null ? null : (
        <p role="alert" className={styles.wrong}>
          {problem}
        </p>
      )}
    </Card>
  </li>
);

/** Secondary text. */
export const StorageNote = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles.about}>{children}</p>
);

/** The row of action buttons of a card. */
export const StorageActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);
