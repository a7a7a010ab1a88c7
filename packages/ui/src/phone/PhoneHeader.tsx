import { ArrowLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import styles from './phone.module.css';

export interface PhoneHeaderProps {
  readonly title: ReactNode;
  /** Small text below the title; hidden while the page is scrolled. */
  readonly note?: ReactNode;
  /** The Back button; absent on the first page of a destination. */
  readonly back?: { readonly label: string; readonly onPress: () => void };
  /** Buttons at the end: one or two. */
  readonly children?: ReactNode;
  /** Items are selected: the header is coloured. */
  readonly selecting?: boolean;
}

/** The header of a phone page. It condenses while the page below is scrolled (see {@link useScrollState}). */
export function PhoneHeader({ title, note, back, children, selecting = false }: PhoneHeaderProps) {
  return (
    <header className={styles.head} data-selecting={selecting ? '' : undefined}>
      {back === undefined ? null : (
        <IconButton
          size="lg"
          label={back.label}
          tooltip={false}
          icon={selecting ? <X /> : <ArrowLeft />}
          onClick={back.onPress}
        />
      )}
      <div
        className={styles.titles}
        data-first={back === undefined ? '' : undefined}
        aria-live={selecting ? 'polite' : undefined}
      >
        <h1>{title}</h1>
        {note === undefined || note === '' ? null : <p>{note}</p>}
      </div>
      {children}
    </header>
  );
}
