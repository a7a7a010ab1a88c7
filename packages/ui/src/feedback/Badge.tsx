import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { VisuallyHidden } from '../base/VisuallyHidden.tsx';
import styles from './feedback.module.css';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info';

const toneClass = (tone: Tone): string | undefined => (tone === 'neutral' ? undefined : styles[tone]);

/** A word or number that describes the element next to it. */
export function Badge({ tone = 'neutral', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return <span className={cx(styles.badge, toneClass(tone))}>{children}</span>;
}

export interface DotProps {
  readonly show: boolean;
  /** Meaning of the dot, for assistive technology. */
  readonly label: string;
  /** The control that the dot is attached to. */
  readonly children: ReactNode;
}

/** A red dot on the corner of a control. */
export function Dot({ show, label, children }: DotProps) {
  return (
    <span className={styles.dotted}>
      {children}
      {show ? (
        <span className={styles.dot}>
          <VisuallyHidden>{label}</VisuallyHidden>
        </span>
      ) : null}
    </span>
  );
}

export interface AvatarProps {
  readonly name: string;
  /** Picture; the initial is shown when there is none or it does not load. */
  readonly src?: string | undefined;
  /** CSS px. */
  readonly size?: number;
}

const hueOf = (name: string): number =>
  Array.from(name).reduce((sum, one) => (sum * 31 + (one.codePointAt(0) ?? 0)) % 360, 7);

/** Picture of a person. Decorative: the name is shown next to it. */
export function Avatar({ name, src, size = 32 }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const style: CSSProperties = Object.fromEntries([
    ['--size', `${size}px`],
    ['--hue', String(hueOf(name))],
  ]);
  const picture = src !== undefined && src !== '' && src !== broken;
  return (
    <span className={styles.avatar} style={style} aria-hidden="true">
      {picture ? (
        <img
          src={src}
          alt=""
          onError={() => {
            setBroken(src);
          }}
        />
      ) : (
        (Array.from(name.trim())[0] ?? '?').toLocaleUpperCase()
      )}
    </span>
  );
}

/** Keys of a shortcut, one key cap each. */
export function KeyHint({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className={styles.keys}>
      {keys.map((key) => (
        <kbd key={key} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  );
}

export interface BannerProps {
  readonly tone?: Exclude<Tone, 'neutral' | 'accent'>;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

const icons = { success: CircleCheck, warning: TriangleAlert, danger: CircleAlert, info: Info };

/** A permanent message that belongs to the page. */
export function Banner({ tone = 'info', children, actions }: BannerProps) {
  const Icon = icons[tone];
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={cx(styles.banner, styles[tone])}>
      <Icon aria-hidden="true" />
      <div className={styles.bannerText}>{children}</div>
      {actions}
    </div>
  );
}
