import type { PhotoFile } from '@boxwood/box-sdk';
import type { Duplicates as Found } from '@boxwood/domain';
import { Button, Checkbox, EmptyState, IconLayers, IconTrash, ListLayout, Toolbar } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { size } from '../../../app-kit/format.ts';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { usePhotos } from '../../../file-kit/pictures/photos-service.ts';
import { useDayNames } from '../../../file-kit/pictures/use-day-name.ts';
import { nameAt } from '../../../file-kit/places.ts';
import { usePathInWords } from '../../../file-kit/use-path-in-words.ts';
import { useQuery } from '../../../react/use-query.ts';
import { useText } from '../../../react/use-text.ts';
import { duplicateWords } from '../duplicate-words.ts';
import styles from '../photos.module.css';
import { allButOne, type Copies, copiesOf, mayChoose } from './copies.ts';
import { Cover } from './PictureCard.tsx';
import { useActs } from './use-acts.ts';

/** Finds pictures with several copies and deletes the copies that the user selects; one copy always stays. */
export const Duplicates = () => {
  const photos = usePhotos();
  const [found, reload] = useQuery(
    useCallback(() => photos.duplicates(), [photos]),
    { about: 'photos' },
  );
  return (
    <Shown of={found} reload={reload}>
      {(value) => <Pictures found={value} />}
    </Shown>
  );
};

const Pictures = ({ found: { total, list } }: { readonly found: Found }) => {
  const t = useText(duplicateWords);
  const acts = useActs();
  const [picked, pick] = useState<ReadonlySet<string>>(new Set());
  const pictures = list.map((each) => copiesOf(each, acts.mayRemove));
  // Ignore selected files that were deleted in the meantime.
  const chosen = pictures.flatMap(({ own }) => own.filter(({ path }) => picked.has(path)));
  const paths = new Set(chosen.map(({ path }) => path));
  if (list.length === 0) return <EmptyState icon={<IconLayers />} title={t('none')} text={t('noneText')} />;
  const spare = allButOne(pictures);
  const sum = (files: readonly PhotoFile[]): string => size(files.reduce((bytes, file) => bytes + file.size, 0));
  return (
    <ListLayout
      toolbar={
        <Toolbar wrap label={t('tools')}>
          {chosen.length === 0 ? (
            <Button
              size="sm"
              disabledReason={spare.length === 0 ? t('notYours') : undefined}
              onClick={() => {
                pick(new Set(spare.map(({ path }) => path)));
              }}
            >
              {t('keepOne')}
            </Button>
          ) : (
            <Button
              size="sm"
              onClick={() => {
                pick(new Set());
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
              acts.removeFiles(chosen);
              pick(new Set());
            }}
          >
            {t('remove', { count: chosen.length, size: sum(chosen) })}
          </Button>
        </Toolbar>
      }
      footer={
        <span aria-live="polite">
          {t('total', { count: total })} · {t('room', { size: sum(spare) })}
        </span>
      }
    >
      <ul className={styles.duplicates} aria-label={t('list')}>
        {pictures.map((picture) => (
          <Picture
            key={picture.id}
            picture={picture}
            chosen={paths}
            onChoose={(path, isChosen) => {
              pick(new Set(isChosen ? [...paths, path] : [...paths].filter((each) => each !== path)));
            }}
          />
        ))}
      </ul>
    </ListLayout>
  );
};

const Picture = ({
  picture,
  chosen,
  onChoose,
}: {
  readonly picture: Copies;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (path: string, isChosen: boolean) => void;
}) => {
  const t = useText(duplicateWords);
  const inWords = usePathInWords();
  const { moment } = useDayNames();
  const { own, others, md512kb } = picture;
  const count = own.length + others.length;
  return (
    <li>
      <Cover hash={md512kb} />
      <div>
        <h3>{nameAt((own[0] ?? others[0])?.path ?? '')}</h3>
        <p>{t('copies', { count, size: size(picture.size) })}</p>
        {own.map((file) => {
          const free = mayChoose(picture, file, chosen);
          return (
            <Checkbox
              key={file.path}
              label={inWords(file.path)}
              hint={free ? moment(file.mtime * 1000) : t('lastOne')}
              checked={chosen.has(file.path)}
              disabled={!free}
              onCheckedChange={(next) => {
                onChoose(file.path, next);
              }}
            />
          );
        })}
        {others.map(({ path }) => (
          <Checkbox
            key={path}
            label={inWords(path)}
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
