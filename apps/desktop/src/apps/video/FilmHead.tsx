import { cx, PhoneHeader } from '@boxwood/ui';
import { common } from '../../app-kit/messages.ts';
import { usePhonePage } from '../../app-kit/phone-page.ts';
import { useText } from '../../react/use-text.ts';
import styles from './video.module.css';

interface FilmHeadProps {
  /** It lies over the film; otherwise it stands above what is said of it. */
  readonly over?: boolean;
  /** The film alone is looked at. */
  readonly gone?: boolean;
}

/** On a phone, what the film is called, and the way back; nothing in a window. */
export const FilmHead = ({ over = false, gone = false }: FilmHeadProps) => {
  const c = useText(common);
  const page = usePhonePage();
  if (page === null) return null;
  const { title, leave } = page;
  return (
    <div className={cx(styles.head, over && styles.over, gone && styles.gone)}>
      <PhoneHeader title={title} {...(leave === null ? {} : { back: { label: c('back'), onPress: leave } })} />
    </div>
  );
};
