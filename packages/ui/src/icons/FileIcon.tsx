import { cx } from '../base/cx.ts';
import { fileArt } from './file-types.ts';
import { places, type PlaceKind } from './places.ts';
import styles from './icons.module.css';

export interface FileIconProps {
  /** `file` uses the extension of `name`. */
  readonly kind: 'file' | PlaceKind;
  readonly name?: string;
  /** CSS px. */
  readonly size?: number;
  readonly className?: string;
}

const sources = new Map<string, string>();

/** One data URL per drawing, so that the browser decodes it once for all rows. */
function source(art: string): string {
  const known = sources.get(art);
  if (known !== undefined) return known;
  const made = `data:image/svg+xml,${encodeURIComponent(art)}`;
  sources.set(art, made);
  return made;
}

/** Icon of a file, folder or volume. Decorative: the name is shown next to it. Needs `img-src data:`. */
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
