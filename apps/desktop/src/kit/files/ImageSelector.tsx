import { DIALOGS, BOX_PATHS as PATHS, userRoot } from '@boxwood/box-sdk/rules';
import { type FileEntry, isFolder, PLACES } from '@boxwood/domain';
import {
  Breadcrumb,
  Button,
  Dialog,
  EmptyState,
  emptySelection,
  ErrorState,
  IconArrowLeft,
  IconButton,
  IconGrid,
  IconImage,
  Pager,
  type Selection,
} from '@boxwood/ui';
import { useState } from 'react';
import { commonMessages } from '../app/messages.ts';
import { FilesToken, UserToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useFailureText, useText } from '../../platform/react/use-text.ts';
import styles from './file-kit.module.css';
import { fileMessages } from './messages.ts';
import { breadcrumbSteps } from './file-places.ts';
import { Thumb } from './Thumb.tsx';
import { useClosable } from './use-closable.ts';

const PICTURE_TYPE = 3;
const keyOf = ({ path }: FileEntry): string => path;
const textOf = ({ name }: FileEntry): string => name;
const picture = (entry: FileEntry) => <Thumb entry={entry} size={64} />;

interface ImageSelectorProps {
  readonly onChoose: (picture: FileEntry) => void;
  readonly onClose: () => void;
}

/**
 * Chooses a picture on the box, starting from My Images. A double click enters a folder or chooses a picture
 * (DIALOG-16).
 */
export const ImageSelector = ({ onChoose, onClose }: ImageSelectorProps) => {
  const t = useText(fileMessages);
  const c = useText(commonMessages);
  const failureText = useFailureText();
  const files = useService(FilesToken);
  const home = `${userRoot(useService(UserToken))}/${PATHS.myImages}`;
  const view = useClosable(() => files.view({ place: PLACES.personal, path: home }));
  const state = useStream(view.state$);
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const { entries, location, failure, pageNow, pageSum } = state;
  const shown = entries.filter((entry) => isFolder(entry) || entry.type === PICTURE_TYPE);
  const chosen = shown.find(({ path, type }) => type === PICTURE_TYPE && selection.keys.has(path));
  const go = (path: string): void => {
    setSelection(emptySelection);
    view.open({ place: PLACES.personal, path });
  };
  const choose = (entry: FileEntry): void => {
    onClose();
    onChoose(entry);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('choosePicture')}
      width={DIALOGS.directorySelector}
      closeLabel={c('close')}
      footer={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button
            variant="primary"
            disabledReason={chosen === undefined ? t('choosePictureFirst') : undefined}
            onClick={() => {
              if (chosen !== undefined) choose(chosen);
            }}
          >
            {c('confirm')}
          </Button>
        </>
      }
    >
      <div className={styles.selector}>
        <div className={styles.selectorPath}>
          <IconButton
            size="sm"
            label={c('back')}
            icon={<IconArrowLeft />}
            disabled={!state.canBack}
            onClick={() => {
              setSelection(emptySelection);
              view.back();
            }}
          />
          <Breadcrumb
            label={t('location')}
            scrollBackLabel={t('scrollBack')}
            scrollForwardLabel={t('scrollForward')}
            crumbs={breadcrumbSteps(location.path, home).map(({ path, name }) => ({
              id: path,
              label: name ?? t('myImages'),
            }))}
            onSelect={({ id }) => {
              if (id !== location.path) go(id);
            }}
          />
        </div>
        <IconGrid<FileEntry>
          label={t('pictures')}
          className={styles.selectorList ?? ''}
          items={shown}
          keyOf={keyOf}
          textOf={textOf}
          renderIcon={picture}
          single
          busy={state.loading === 'first'}
          selection={selection}
          onSelectionChange={setSelection}
          onOpen={(entry) => {
            if (isFolder(entry)) go(entry.path);
            else choose(entry);
          }}
          empty={
            failure === null ? (
              <EmptyState compact icon={<IconImage />} title={t('noPictures')} />
            ) : (
              <ErrorState compact title={failureText(failure).text} />
            )
          }
        />
        {pageSum < 2 ? null : (
          <Pager
            label={t('pages')}
            page={pageNow}
            pages={pageSum}
            pageText={`${pageNow} / ${pageSum}`}
            firstLabel={t('firstPage')}
            previousLabel={t('previousPage')}
            nextLabel={t('nextPage')}
            lastLabel={t('lastPage')}
            onPage={(page) => {
              view.goTo(page);
            }}
          />
        )}
      </div>
    </Dialog>
  );
};
