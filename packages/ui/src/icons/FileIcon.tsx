import { cx } from '../base/cx.ts';
import { fileArt } from './file-types.ts';
import { places, type PlaceKind } from './places.ts';
import styles from './icons.module.css';

export interface FileIconProps {
  /** `file` goes by the extension of `name`. */
  readonly kind: 'file' | PlaceKind;
  readonly name?: string;
  /** CSS px. */
  readonly size?: number;
  readonly className?: string;
}

const sources = new Map<string, string>();

/** One data address per drawing, however many rows show it; the browser decodes it once. */
function source(art: string): string {
  const known = sources.get(art);
  if (known !== undefined) return known;
  const made = `data:image/svg+xml,${encodeURIComponent(art)}`;
  sources.set(art, made);
  return made;
}

/** The picture of a file, folder or volume. Decorative: the name stands beside it. Needs `img-src data:`. */
export function FileIcon({ kind, name = '', size = 20, className }: FileIconProps) {
  const art = kind === 'file' ? fileArt(name) : places[kind];
  return (
    <img
      className={cx(styles.file, className)}
      src={source(art)}
      width={size}
      height={size}
      alt=""
      draggable={false}
      decoding="async"
    />
  );
}
