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

/** An action for the current picture: in the toolbar of a window, in the bottom bar of a phone. */
export interface PictureTool {
  readonly id: 'favourite' | 'rotateLeft' | 'rotateRight' | 'send' | 'share' | 'download' | 'remove' | 'facts';
  readonly label: string;
  /** State of a toggle. */
  readonly pressed?: boolean;
  readonly run: () => void;
}

/** The icon of a tool. */
export const toolIcon = ({ id, pressed }: PictureTool): ReactNode => {
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

/** The tools of the viewer itself follow this one: slide show and zoom. */
const LAST_TOOL_BEFORE_VIEWER: PictureTool['id'] = 'rotateRight';

/** The toolbar of a window: the position, and the tools. */
export const toolbarButtons = (tools: readonly PictureTool[], position: string): ReactNode[] => [
  <span key="position" className={styles.position} aria-live="polite">
    {position}
  </span>,
  ...tools.flatMap((tool) => {
    const { id, label, pressed, run } = tool;
    const button = (
      <IconButton
        key={id}
        label={label}
        icon={toolIcon(tool)}
        tooltip={false}
        className={styles.button ?? ''}
        onClick={run}
        {...(pressed === undefined ? {} : { pressed })}
      />
    );
    return id === LAST_TOOL_BEFORE_VIEWER ? [button, 'slideshow', 'zoom'] : [button];
  }),
];
