import { type Location, parentOf } from '@boxwood/domain';
import { FloatingButton, IconFolderPlus, IconImages, IconPlus, IconPhone, IconUpload, Menu } from '@boxwood/ui';
import { type ChangeEvent, useRef, useState } from 'react';
import { LazyUploadQuestion } from '../../../kit/files/receive/LazyUploadQuestion.tsx';
import type { UploadQuestion } from '../../../kit/files/receive/upload-question.ts';
import { treeOfInput } from '../../../kit/files/receive/upload-tree.ts';
import { useUploadFiles } from '../../../kit/files/receive/use-upload-files.ts';
import { ErrorBoundary } from '../../../kit/app/window-states/ErrorBoundary.tsx';
import { lazyComponent } from '../../../kit/app/lazy-parts/lazy-component.tsx';
import { LauncherToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useText } from '../../../platform/react/use-text.ts';
import { messages } from '../messages.ts';
import { startMessages } from './messages.ts';

/** Loaded after the first page and its menu, with the panels of the shell. */
const NewFolderDialog = lazyComponent(async () => (await import('../dialogs/NewFolderDialog.tsx')).NewFolderDialog);

interface StartAddMenuProps {
  readonly location: Location;
  /** The current question before an upload, from here or from a drop on a place. */
  readonly question: UploadQuestion | null;
  readonly setQuestion: (question: UploadQuestion | null) => void;
}

/** Add button with a menu that uploads or creates something in the user's own space. */
export const StartAddMenu = ({ location, question, setQuestion }: StartAddMenuProps) => {
  const t = useText(startMessages);
  const m = useText(messages);
  const launcher = useService(LauncherToken);
  const camera = useRef<HTMLInputElement>(null);
  const pictures = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const [isNaming, setIsNaming] = useState(false);
  const uploadFiles = useUploadFiles(setQuestion);
  const onInputChange = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>): void => {
    if (input.files !== null && input.files.length > 0) uploadFiles(location, treeOfInput(input.files));
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
              setIsNaming(true);
            },
          },
        ]}
        trigger={<FloatingButton icon={<IconPlus />}>{t('add')}</FloatingButton>}
      />
      <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={onInputChange} />
      <input ref={pictures} type="file" accept="image/*,video/*" multiple hidden onChange={onInputChange} />
      <input ref={files} type="file" multiple hidden onChange={onInputChange} />
      <ErrorBoundary>
        {isNaming ? (
          <NewFolderDialog
            location={location}
            onCreated={(path) => {
              setIsNaming(false);
              launcher.open('files', { params: { place: location.place, path: parentOf(path), reveal: path } });
            }}
            onClose={() => {
              setIsNaming(false);
            }}
          />
        ) : null}
        <LazyUploadQuestion question={question} setQuestion={setQuestion} />
      </ErrorBoundary>
    </>
  );
};
