import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { IconButton } from '../button/IconButton.tsx';
import styles from './navigation.module.css';

export interface PagerProps {
  /** Accessible name. */
  readonly label: string;
  /** Counts from 1. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
  /**
   * Keeps the buttons enabled on the first and last page and calls this instead, so that the owner can explain why
   * there is no further page.
   */
  readonly onEdge?: (edge: 'first' | 'last') => void;
  readonly firstLabel: string;
  readonly previousLabel: string;
  readonly nextLabel: string;
  readonly lastLabel: string;
  /** "Page 2 of 7". */
  readonly pageText: string;
  /**
   * "1,204 items", the selection and so on. It follows the buttons, which stand at the start, where no toast covers
   * them.
   */
  readonly children?: ReactNode;
}

/**
 * The footer of a paged list: first, previous, page x of y, next, last. With a single page only the children are shown.
 */
export function Pager(props: PagerProps) {
  const { page, pages, onPage, onEdge } = props;
  const button = (label: string, icon: ReactNode, to: number, edge: 'first' | 'last') => {
    const isOutOfRange = to < 1 || to > pages || to === page;
    return (
      <IconButton
        size="sm"
        label={label}
        icon={icon}
        disabled={isOutOfRange && onEdge === undefined}
        className={cx(isOutOfRange && styles.pagerEnd)}
        onClick={() => {
          if (isOutOfRange) onEdge?.(edge);
          else onPage(to);
        }}
      />
    );
  };
  return (
    <nav aria-label={props.label} className={styles.pager}>
      {pages > 1 ? (
        <>
          {button(props.firstLabel, <ChevronsLeft />, 1, 'first')}
          {button(props.previousLabel, <ChevronLeft />, page - 1, 'first')}
          <span className={styles.pagerText} aria-live="polite">
            {props.pageText}
          </span>
          {button(props.nextLabel, <ChevronRight />, page + 1, 'last')}
          {button(props.lastLabel, <ChevronsRight />, pages, 'last')}
        </>
      ) : null}
      <span className={styles.pagerRest}>{props.children}</span>
    </nav>
  );
}
