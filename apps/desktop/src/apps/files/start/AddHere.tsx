import { type Location, parentOf } from '@boxwood/domain';
import { FloatingButton, IconFolderPlus, IconImages, IconPlus, IconPhone, IconUpload, Menu } from '@boxwood/ui';
import { type ChangeEvent, useRef, useState } from 'react';
import { LateReceive } from '../../../file-kit/receive/LateReceive.tsx';
import type { ReceiveQuestion } from '../../../file-kit/receive/question.ts';
import { treeOfInput } from '../../../file-kit/receive/tree.ts';
import { useReceive } from '../../../file-kit/receive/use-receive.ts';
import { ErrorBoundary } from '../../../app-kit/ErrorBoundary.tsx';
import { part } from '../../../app-kit/part.tsx';
import { LauncherToken } from '../../../composition/tokens.ts';
import { useService } from '../../../react/scope.tsx';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import { startWords } from './messages.ts';

/** Loaded after the first page and its menu, with the panels of the shell. */
const NewFolderDialog = part(async () => (await import('../dialogs/NewFolderDialog.tsx')).NewFolderDialog);

interface AddHereProps {
  readonly location: Location;
  /** The current question before an upload, from here or from a drop on a place. */
  readonly question: ReceiveQuestion | null;
  readonly ask: (question: ReceiveQuestion | null) => void;
}

/** Add button with a menu that uploads or creates something in the user's own space. */
export const AddHere = ({ location, question, ask }: AddHereProps) => {
  const t = useText(startWords);
  const m = useText(messages);
  const launcher = useService(LauncherToken);
  const camera = useRef<HTMLInputElement>(null);
  const pictures = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const [naming, setNaming] = useState(false);
  const receive = useReceive(ask);
  const take = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>): void => {
    if (input.files !== null && input.files.length > 0) receive(location, treeOfInput(input.files));
    // Allows choosing the same file again.
    input.value = '';
  };
  return (
    <>
      <Menu
        entries={[
          {
            kind: 'action',
            id: 'camera',
            label: m('takePhoto'),
            icon: <IconPhone />,
            onSelect: () => camera.current?.click(),
          },
          {
            kind: 'action',
            id: 'pictures',
            label: t('uploadPhotos'),
            icon: <IconImages />,
            onSelect: () => pictures.current?.click(),
          },
          {
            kind: 'action',
            id: 'files',
            label: t('uploadFiles'),
            icon: <IconUpload />,
            onSelect: () => files.current?.click(),
          },
          {
            kind: 'action',
            id: 'folder',
            label: m('newFolder'),
            icon: <IconFolderPlus />,
            onSelect: () => {
              setNaming(true);
            },
          },
        ]}
        trigger={<FloatingButton icon={<IconPlus />}>{t('add')}</FloatingButton>}
      />
      <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={take} />
      <input ref={pictures} type="file" accept="image/*,video/*" multiple hidden onChange={take} />
      <input ref={files} type="file" multiple hidden onChange={take} />
      <ErrorBoundary>
        {naming ? (
          <NewFolderDialog
            location={location}
            onMade={(path) => {
              setNaming(false);
              launcher.open('files', { params: { place: location.place, path: parentOf(path), reveal: path } });
            }}
            onClose={() => {
              setNaming(false);
            }}
          />
        ) : null}
        <LateReceive question={question} ask={ask} />
      </ErrorBoundary>
    </>
  );
};
