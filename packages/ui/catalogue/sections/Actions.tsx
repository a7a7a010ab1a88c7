import { useState } from 'react';
import {
  Button,
  ContextMenuArea,
  IconButton,
  IconCopy,
  IconDownload,
  IconFolderPlus,
  IconMore,
  IconPencil,
  IconScissors,
  IconShare,
  IconTiles,
  IconTrash,
  IconUpload,
  KeyHint,
  Menu,
  SplitButton,
  Tooltip,
  type MenuEntry,
} from '../../src/index.ts';
import { Demo } from '../Demo.tsx';
import styles from '../catalogue.module.css';
import { toasts } from '../toasts.ts';

const showToast = (title: string) => () => {
  toasts.show({ title });
};

export const fileEntries: readonly MenuEntry[] = [
  { kind: 'action', id: 'open', label: 'Open', keys: 'Enter', onSelect: showToast('Opened') },
  {
    kind: 'submenu',
    id: 'share',
    label: 'Share',
    icon: <IconShare />,
    entries: [
      { kind: 'action', id: 'http', label: 'By link', onSelect: showToast('Shared by link') },
      { kind: 'action', id: 'box', label: 'With another box', onSelect: showToast('Shared with a box') },
    ],
  },
  { kind: 'separator', id: 's1' },
  { kind: 'action', id: 'copy', label: 'Copy', icon: <IconCopy />, keys: 'Ctrl+C', onSelect: showToast('Copied') },
  { kind: 'action', id: 'cut', label: 'Cut', icon: <IconScissors />, keys: 'Ctrl+X', onSelect: showToast('Cut') },
  {
    kind: 'action',
    id: 'rename',
    label: 'Rename',
    icon: <IconPencil />,
    keys: 'F2',
    disabledReason: 'Only you can see this folder; ask its owner',
    onSelect: showToast('Renamed'),
  },
  { kind: 'separator', id: 's2' },
  {
    kind: 'action',
    id: 'trash',
    label: 'Move to trash',
    icon: <IconTrash />,
    danger: true,
    keys: 'Del',
    onSelect: showToast('Moved'),
  },
];

export function Actions() {
  const [grid, setGrid] = useState(true);
  const [hidden, setHidden] = useState(false);
  const [sort, setSort] = useState('name');
  return (
    <>
      <Demo title="Button variants">
        <Button variant="primary">Create folder</Button>
        <Button>Choose files</Button>
        <Button variant="quiet">Not now</Button>
        <Button variant="danger">Delete for ever</Button>
        <Button variant="link">Show details</Button>
      </Demo>
      <Demo title="Button sizes and glyphs">
        <Button size="sm" icon={<IconUpload />}>
          Upload
        </Button>
        <Button icon={<IconUpload />} variant="primary">
          Upload
        </Button>
        <Button size="lg" icon={<IconUpload />} variant="primary">
          Upload
        </Button>
      </Demo>
      <Demo title="Button states">
        <Button variant="primary" busy>
          Signing in
        </Button>
        <Button disabled>Disabled</Button>
        <Button variant="primary" disabledReason="Choose a folder first">
          Disabled with a reason
        </Button>
      </Demo>
      <Demo title="Icon buttons">
        <IconButton label="New folder" keys="Ctrl+Shift+N" icon={<IconFolderPlus />} />
        <IconButton label="Download" icon={<IconDownload />} variant="secondary" />
        <IconButton
          label="As icons"
          icon={<IconTiles />}
          pressed={grid}
          onClick={() => {
            setGrid(!grid);
          }}
        />
        <IconButton label="Delete" icon={<IconTrash />} disabledReason="Nothing is selected" />
        <IconButton label="Small" size="sm" icon={<IconMore />} />
        <IconButton label="Large" size="lg" icon={<IconMore />} />
      </Demo>
      <Demo title="Split button">
        <SplitButton
          icon={<IconUpload />}
          menuLabel="More ways to upload"
          onClick={showToast('Choose files')}
          entries={[
            { kind: 'action', id: 'files', label: 'Files', onSelect: showToast('Files') },
            { kind: 'action', id: 'folder', label: 'A whole folder', onSelect: showToast('Folder') },
          ]}
        >
          Upload
        </SplitButton>
        <SplitButton variant="secondary" menuLabel="More" onClick={showToast('Download')} entries={fileEntries}>
          Download
        </SplitButton>
      </Demo>
      <Demo title="Menu">
        <Menu trigger={<Button>File menu</Button>} entries={fileEntries} />
        <Menu
          trigger={<Button>View menu</Button>}
          entries={[
            { kind: 'check', id: 'hidden', label: 'Hidden files', checked: hidden, onChange: setHidden },
            { kind: 'separator', id: 's' },
            {
              kind: 'choice',
              id: 'sort',
              label: 'Sort by',
              value: sort,
              onChange: setSort,
              options: [
                { value: 'name', label: 'Name' },
                { value: 'size', label: 'Size' },
                { value: 'time', label: 'Changed' },
              ],
            },
          ]}
        />
      </Demo>
      <Demo title="Context menu: right click, Menu key, long press" layout="plain">
        <ContextMenuArea
          label="Folder"
          entries={() => fileEntries}
          tabIndex={0}
          className={styles.zone}
          role="group"
          aria-label="Folder area"
        >
          Right click here
        </ContextMenuArea>
      </Demo>
      <Demo title="Tooltip and keys">
        <Tooltip content="Shown on hover and on focus" keys="Ctrl+K">
          <Button>Hover me</Button>
        </Tooltip>
        <KeyHint keys={['Ctrl', 'Shift', 'N']} />
      </Demo>
    </>
  );
}
