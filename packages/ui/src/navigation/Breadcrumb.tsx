import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { IconButton } from '../button/IconButton.tsx';
import type { DragData } from '../dnd/drag-data.ts';
import { useDropTarget } from '../dnd/use-drop-target.ts';
import styles from './navigation.module.css';

export interface Crumb {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
}

export interface BreadcrumbProps {
  /** Accessible name. */
  readonly label: string;
  readonly crumbs: readonly Crumb[];
  readonly onSelect: (crumb: Crumb, index: number) => void;
  readonly scrollBackLabel: string;
  readonly scrollForwardLabel: string;
  /** Makes crumbs drop targets. */
  readonly accepts?: ((data: DragData, crumb: Crumb) => boolean) | undefined;
  readonly onDrop?: ((data: DragData, crumb: Crumb, how: { readonly copy: boolean }) => void) | undefined;
}

function CrumbButton({
  crumb,
  last,
  accepts,
  onDrop,
  onPress,
}: Pick<BreadcrumbProps, 'accepts' | 'onDrop'> & {
  readonly crumb: Crumb;
  readonly last: boolean;
  readonly onPress: () => void;
}) {
  const ref = useRef<HTMLButtonElement>(null);
  const over = useDropTarget(ref, {
    accepts: (data) => accepts?.(data, crumb) === true,
    onDrop: (data, how) => {
      onDrop?.(data, crumb, how);
    },
    onSpringLoad: onPress,
  });
  return (
    <button
      ref={ref}
      type="button"
      className={cx(styles.crumbButton, over && styles.over)}
      aria-current={last ? 'page' : undefined}
      title={crumb.label}
      onClick={onPress}
    >
      {crumb.icon}
      {crumb.label}
    </button>
  );
}

/** Distance that one press of an arrow scrolls, in px: the width of two titles. */
export function scrollStep(widths: readonly number[]): number {
  const known = widths.filter((width) => width > 0);
  if (known.length === 0) return 0;
  return (2 * known.reduce((sum, width) => sum + width, 0)) / known.length;
}

/**
 * The path to a folder. When it does not fit, arrows scroll it by two titles; the end stays in view, and clipped ends
 * fade out.
 */
export function Breadcrumb(props: BreadcrumbProps) {
  const { label, crumbs, onSelect, scrollBackLabel, scrollForwardLabel } = props;
  const trail = useRef<HTMLOListElement>(null);
  const [ends, setEnds] = useState({ overflow: false, start: true, end: true });

  useEffect(() => {
    const list = trail.current;
    if (list === null) return undefined;
    const measure = (): void => {
      const scrollRange = list.scrollWidth - list.clientWidth;
      const next = { overflow: scrollRange > 1, start: list.scrollLeft <= 1, end: list.scrollLeft >= scrollRange - 1 };
      setEnds((now) =>
        now.overflow === next.overflow && now.start === next.start && now.end === next.end ? now : next,
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    for (const child of list.children) observer.observe(child);
    list.addEventListener('scroll', measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      list.removeEventListener('scroll', measure);
    };
  }, [crumbs]);

  useLayoutEffect(() => {
    const list = trail.current;
    if (list !== null) list.scrollLeft = list.scrollWidth;
  }, [crumbs, ends.overflow]);

  const scroll = (direction: -1 | 1): void => {
    const list = trail.current;
    if (list === null) return;
    const step = scrollStep(Array.from(list.children, (child) => child.getBoundingClientRect().width));
    list.scrollLeft += direction * step;
  };
  return (
    <nav aria-label={label} className={styles.breadcrumb}>
      {ends.overflow ? (
        <IconButton
          size="sm"
          label={scrollBackLabel}
          icon={<ChevronLeft />}
          disabled={ends.start}
          onClick={() => {
            scroll(-1);
          }}
        />
      ) : null}
      <ol ref={trail} className={cx(styles.trail, !ends.start && styles.moreBefore, !ends.end && styles.moreAfter)}>
        {crumbs.map((crumb, index) => (
          <li key={crumb.id} className={styles.crumb}>
            {index === 0 ? null : <ChevronRight aria-hidden="true" />}
            <CrumbButton
              crumb={crumb}
              last={index === crumbs.length - 1}
              accepts={props.accepts}
              onDrop={props.onDrop}
              onPress={() => {
                onSelect(crumb, index);
              }}
            />
          </li>
        ))}
      </ol>
      {ends.overflow ? (
        <IconButton
          size="sm"
          label={scrollForwardLabel}
          icon={<ChevronRight />}
          disabled={ends.end}
          onClick={() => {
            scroll(1);
          }}
        />
      ) : null}
    </nav>
  );
}
