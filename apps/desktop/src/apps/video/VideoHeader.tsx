import { cx, PhoneHeader } from '@boxwood/ui';
import { commonMessages } from '../../kit/app/messages.ts';
import { usePhonePage } from '../../kit/app/phone-page.ts';
import { useText } from '../../platform/react/use-text.ts';
import styles from './video.module.css';

interface VideoHeaderProps {
  /** The header lies over the video; otherwise it is above a message. */
  readonly isOverlay?: boolean;
  /** The header is hidden, because only the video is shown. */
  readonly isHidden?: boolean;
}

/** Title and back button on a phone; nothing in a window. */
export const VideoHeader = ({ isOverlay = false, isHidden = false }: VideoHeaderProps) => {
  const c = useText(commonMessages);
  const page = usePhonePage();
  if (page === null) return null;
  const { title, leave } = page;
  return (
    <div className={cx(styles.head, isOverlay && styles.over, isHidden && styles.gone)}>
      <PhoneHeader title={title} {...(leave === null ? {} : { back: { label: c('back'), onPress: leave } })} />
    </div>
  );
};
