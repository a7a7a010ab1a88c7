import {
  IconButton,
  IconDownload,
  IconHeart,
  IconInfo,
  IconRotateLeft,
  IconRotateRight,
  IconSend,
  IconShare,
  IconTrash,
} from '@boxwood/ui';
import type { ReactNode } from 'react';
import styles from './photo.module.css';

/** What can be done with the picture that is looked at: in the line over it in a window, under the thumb on a phone. */
export interface PictureTool {
  readonly id: 'favourite' | 'rotateLeft' | 'rotateRight' | 'send' | 'share' | 'download' | 'remove' | 'facts';
  readonly label: string;
  /** Of what is either on or off. */
  readonly pressed?: boolean;
  readonly act: () => void;
}

/** The sign of each. */
export const signOf = ({ id, pressed }: PictureTool): ReactNode => {
  switch (id) {
    case 'favourite':
      return <IconHeart fill={pressed === true ? 'currentColor' : 'none'} />;
    case 'rotateLeft':
      return <IconRotateLeft />;
    case 'rotateRight':
      return <IconRotateRight />;
    case 'send':
      return <IconSend />;
    case 'share':
      return <IconShare />;
    case 'download':
      return <IconDownload />;
    case 'remove':
      return <IconTrash />;
    case 'facts':
      return <IconInfo />;
  }
};

/** After these come what the viewer itself can: the slide show, larger, smaller. */
const LAST_BEFORE_OWN: PictureTool['id'] = 'rotateRight';

/** The line over the picture in a window: where one is, and the tools. */
export const toolbarOf = (tools: readonly PictureTool[], position: string): ReactNode[] => [
  <span key="position" className={styles.position} aria-live="polite">
    {position}
  </span>,
  ...tools.flatMap((tool) => {
    const { id, label, pressed, act } = tool;
    const button = (
      <IconButton
        key={id}
        label={label}
        icon={signOf(tool)}
        tooltip={false}
        className={styles.button ?? ''}
        onClick={act}
        {...(pressed === undefined ? {} : { pressed })}
      />
    );
    return id === LAST_BEFORE_OWN ? [button, 'slideshow', 'zoom'] : [button];
  }),
];
