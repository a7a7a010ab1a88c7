import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import styles from './layout.module.css';

/** A sidebar with the content next to it. */
export function AppLayout({ sidebar, children }: { readonly sidebar: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles.app}>
      {sidebar}
      <div className={styles.content}>{children}</div>
    </div>
  );
}

/** A list that fills its window, between a toolbar and a footer. Each slot has its own spacing. */
export function ListLayout({
  toolbar,
  notice,
  footer,
  children,
}: {
  readonly toolbar?: ReactNode;
  /** Error message above the list. */
  readonly notice?: ReactNode;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.listLayout}>
      {toolbar === undefined ? null : <div className={styles.listTools}>{toolbar}</div>}
      {notice}
      <div className={styles.list}>{children}</div>
      {footer === undefined ? null : <footer className={styles.listFooter}>{footer}</footer>}
    </div>
  );
}

/** A scrolling page for settings and facts. Focusable, so that it can be scrolled by keyboard. */
export function Page({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div role="group" aria-label={label} tabIndex={0} className={styles.page}>
      {children}
    </div>
  );
}

export interface SectionProps {
  readonly title?: ReactNode;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
}

/** A titled section of a page. */
export function Section({ title, text, children }: SectionProps) {
  return (
    <section className={styles.section}>
      {title === undefined ? null : <h3 className={styles.sectionTitle}>{title}</h3>}
      {text === undefined ? null : <p className={styles.sectionText}>{text}</p>}
      {children}
    </section>
  );
}

/** A raised surface. */
export function Card({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return <div className={cx(styles.card, className)}>{children}</div>;
}

/** One row of a settings card. */
export function CardRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.cardRow}>{children}</div>;
}

export interface Fact {
  readonly id: string;
  readonly name: ReactNode;
  readonly value: ReactNode;
}

/** A list of names and values. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map((fact) => (
        <FactRow key={fact.id} fact={fact} />
      ))}
    </dl>
  );
}

function FactRow({ fact }: { readonly fact: Fact }) {
  return (
    <>
      <dt>{fact.name}</dt>
      <dd>{fact.value}</dd>
    </>
  );
}
