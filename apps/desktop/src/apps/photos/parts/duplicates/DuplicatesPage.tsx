import type { PhotoFile } from '@boxwood/box-sdk';
import type { PhotoDuplicates as DuplicatePictures } from '@boxwood/domain';
import { Button, Checkbox, EmptyState, IconLayers, IconTrash, ListLayout, Toolbar } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { formatSizeText } from '../../../../kit/app/format-units.ts';
import { LoadedContent } from '../../../../kit/app/window-states/LoadState.tsx';
import { usePhotos } from '../../../../kit/files/pictures/photos-service.ts';
import { useDayNames } from '../../../../kit/files/pictures/use-day-names.ts';
import { nameAt } from '../../../../kit/files/file-places.ts';
import { useDisplayPath } from '../../../../kit/files/use-display-path.ts';
import { useQuery } from '../../../../platform/react/use-query.ts';
import { useText } from '../../../../platform/react/use-text.ts';
import { duplicateMessages } from '../../duplicate-messages.ts';
import styles from '../../photos.module.css';
import { allButOne, type DuplicateCopies, copiesOf, canSelectCopy } from './duplicate-copies.ts';
import { Cover } from '../PictureCard.tsx';
import { usePhotoActions } from '../timeline/use-photo-actions.ts';

/** Finds pictures with several copies and deletes the copies that the user selects; one copy always stays. */
export const DuplicatesPage = () => {
  const photos = usePhotos();
  const [duplicates, reload] = useQuery(
    useCallback(() => photos.duplicates(), [photos]),
    { about: 'photos' },
  );
  return (
    <LoadedContent request={duplicates} reload={reload}>
      {(value) => <DuplicateList duplicates={value} />}
    </LoadedContent>
  );
};

const DuplicateList = ({ duplicates: { total, list } }: { readonly duplicates: DuplicatePictures }) => {
  const t = useText(duplicateMessages);
  const photoActions = usePhotoActions();
  const [selectedPaths, setSelectedPaths] = useState<ReadonlySet<string>>(new Set());
  const pictures = list.map((each) => copiesOf(each, photoActions.canRemove));
  // Ignore selected files that were deleted in the meantime.
  const chosen = pictures.flatMap(({ own }) => own.filter(({ path }) => selectedPaths.has(path)));
  const paths = new Set(chosen.map(({ path }) => path));
  if (list.length === 0) return <EmptyState icon={<IconLayers />} title={t('none')} text={t('noneText')} />;
  const redundant = allButOne(pictures);
  const totalSizeText = (files: readonly PhotoFile[]): string =>
    formatSizeText(files.reduce((bytes, file) => bytes + file.size, 0));
  return (
    <ListLayout
      toolbar={
        <Toolbar wrap label={t('tools')}>
          {chosen.length === 0 ? (
            <Button
              size="sm"
              disabledReason={redundant.length === 0 ? t('notYours') : undefined}
              onClick={() => {
                setSelectedPaths(new Set(redundant.map(({ path }) => path)));
              }}
            >
              {t('keepOne')}
            </Button>
          ) : (
            <Button
              size="sm"
              onClick={() => {
                setSelectedPaths(new Set());
              }}
            >
              {t('selectNone')}
            </Button>
          )}
          <Button
            size="sm"
            variant="danger"
            icon={<IconTrash />}
            disabledReason={chosen.length === 0 ? t('chooseFirst') : undefined}
            onClick={() => {
              photoActions.removeFiles(chosen);
              setSelectedPaths(new Set());
            }}
          >
            {t('remove', { count: chosen.length, size: totalSizeText(chosen) })}
          </Button>
        </Toolbar>
      }
      footer={
        <span aria-live="polite">
          {t('total', { count: total })} · {t('room', { size: totalSizeText(redundant) })}
        </span>
      }
    >
      <ul className={styles.duplicates} aria-label={t('list')}>
        {pictures.map((picture) => (
          <DuplicateItem
            key={picture.id}
            picture={picture}
            chosen={paths}
            onChoose={(path, isChosen) => {
              setSelectedPaths(new Set(isChosen ? [...paths, path] : [...paths].filter((each) => each !== path)));
            }}
          />
        ))}
      </ul>
    </ListLayout>
  );
};

const DuplicateItem = ({
  picture,
  chosen,
  onChoose,
}: {
  readonly picture: DuplicateCopies;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (path: string, isChosen: boolean) => void;
}) => {
  const t = useText(duplicateMessages);
  const formatPath = useDisplayPath();
  const { moment } = useDayNames();
  const { own, others, md512kb } = picture;
  const count = own.length + others.length;
  return (
    <li>
      <Cover hash={md512kb} />
      <div>
        <h3>{nameAt((own[0] ?? others[0])?.path ?? '')}</h3>
        <p>{t('copies', { count, size: formatSizeText(picture.size) })}</p>
        {own.map((file) => {
          const isSelectable = canSelectCopy(picture, file, chosen);
          return (
            <Checkbox
              key={file.path}
              label={formatPath(file.path)}
              hint={isSelectable ? moment(file.mtime * 1000) : t('lastOne')}
              checked={chosen.has(file.path)}
              disabled={!isSelectable}
              onCheckedChange={(next) => {
                onChoose(file.path, next);
              }}
            />
          );
        })}
        {others.map(({ path }) => (
          <Checkbox
            key={path}
            label={formatPath(path)}
            hint={t('notYours')}
            checked={false}
            disabled
            onCheckedChange={() => undefined}
          />
        ))}
      </div>
    </li>
  );
};
