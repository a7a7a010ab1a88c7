import { Card, FileIcon } from '@boxwood/ui';
import type { ComponentProps, ReactNode } from 'react';
import styles from './storage-cards.module.css';

/** Something that holds files, a card each: devices, storage of the network, disks and arrays. */
export const StorageCards = ({
  label,
  wide = false,
  children,
}: {
  readonly label: string;
  /** One below the other: their content needs the width. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}) => (
  <ul className={styles.cards} aria-label={label} {...(wide ? { 'data-wide': '' } : {})}>
    {children}
  </ul>
);

/** One of them: what it is, how it is, and below that whatever can be said and done. */
export const StorageCard = ({
  icon,
  name,
  about,
  badge,
  problem,
  children,
}: {
  readonly icon: ComponentProps<typeof FileIcon>['kind'];
  readonly name: string;
  readonly about: ReactNode;
  readonly badge?: ReactNode;
  /** What went wrong, said at once. */
  readonly problem?: string | null;
  readonly children: ReactNode;
}) => (
  <li>
    <Card className={styles.card ?? ''}>
      <div className={styles.head}>
        <FileIcon kind={icon} size={44} />
        <div className={styles.words}>
          <h2 className={styles.name}>{name}</h2>
          <p className={styles.about}>{about}</p>
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

/** A line that is less than what stands around it. */
export const StorageNote = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles.about}>{children}</p>
);

/** What can be done with it. */
export const StorageActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);
