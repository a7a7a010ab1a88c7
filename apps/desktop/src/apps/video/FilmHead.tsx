import { cx, PhoneHeader } from '@boxwood/ui';
import { common } from '../../app-kit/messages.ts';
import { usePhonePage } from '../../app-kit/phone-page.ts';
import { useText } from '../../react/use-text.ts';
import styles from './video.module.css';

interface FilmHeadProps {
  /** The header lies over the video; otherwise it is above a message. */
  readonly over?: boolean;
  /** The header is hidden, because only the video is shown. */
  readonly gone?: boolean;
}

/** Title and back button on a phone; nothing in a window. */
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
