import { MAX_ZIP_PATHS } from '@boxwood/box-sdk';
import type { FileEntry } from '@boxwood/domain';
import {
  AppLayout,
  Button,
  EmptyState,
  emptySelection,
  IconButton,
  IconDownload,
  IconFilm,
  IconImages,
  IconTrash,
  IconUpload,
  IconZoomIn,
  IconZoomOut,
  ListLayout,
  SearchBox,
  type Selection,
  Sidebar,
  TimeLine,
  Toolbar,
  ToolbarSpacer,
} from '@boxwood/ui';
import { useCallback, useMemo, useState } from 'react';
import { FailureState } from '../../app-kit/LoadState.tsx';
import { WindowSkeleton } from '../../app-kit/WindowSkeleton.tsx';
import type { ServiceScope } from '../../composition/service-scope.ts';
import {
  BoxClientToken,
  FilesToken,
  LanguagesToken,
  NotificationsToken,
  SessionToken,
} from '../../composition/tokens.ts';
import { useAddresses } from '../../file-kit/addresses.ts';
import { placeOf } from '../../file-kit/places.ts';
import { saveFrom } from '../../file-kit/save-from.ts';
import { LOOKED_IN } from '../../file-kit/pictures/types.ts';
import { useAddPictures } from '../../file-kit/pictures/use-add-pictures.tsx';
import { useDayName } from '../../file-kit/pictures/use-day-name.ts';
import { useEveryPicture } from '../../file-kit/pictures/use-every-picture.ts';
import { useOpenPicture } from '../../file-kit/pictures/use-open-picture.ts';
import { shownName } from '../../i18n/shown-name.ts';
import { useService } from '../../react/scope.tsx';
import { useStream } from '../../react/use-stream.ts';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import styles from './photos.module.css';
import { photoZip, PhotoZipToken } from './services.ts';
import { bucketsOf, type Section, shownOf } from './shown.ts';

export const bind = (session: ServiceScope): void => {
  session.bind(PhotoZipToken, [BoxClientToken], photoZip);
};

/** Heights of a row, px, from the most on a page to the largest. */
const SIZES = [72, 112, 160, 224, 320] as const;
const USUAL_SIZE = 2;
/** The highest row for which small thumbnails are enough, px. */
const THUMBS_UNTIL = 160;
/** Pictures and films by the day they were made. */
export const App = () => {
  const t = useText(messages);
  const [entries, again] = useEveryPicture();
  const [section, setSection] = useState<Section>('all');
  return (
    <AppLayout
      sidebar={
        <Sidebar
          label={t('sections')}
          current={section}
          onSelect={(id) => {
            setSection(id === 'films' ? 'films' : 'all');
          }}
          items={[
            { id: 'all', label: t('all'), icon: <IconImages /> },
            { id: 'films', label: t('films'), icon: <IconFilm /> },
          ]}
        />
      }
    >
      {entries.at === 'loading' ? (
        <WindowSkeleton />
      ) : entries.at === 'failed' ? (
        <FailureState failure={entries.failure} onRetry={again} />
      ) : (
        <Pictures key={section} entries={entries.value} section={section} />
      )}
    </AppLayout>
  );
};

const Pictures = ({ entries, section }: { readonly entries: readonly FileEntry[]; readonly section: Section }) => {
  const t = useText(messages);
  const language = useStream(useService(LanguagesToken).language$);
  const addresses = useAddresses();
  const key = useStream(addresses.key$);
  const dayName = useDayName();
  const acts = useActs();
  const [text, setText] = useState('');
  const [size, setSize] = useState<number>(USUAL_SIZE);
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const rowHeight = SIZES[size] ?? SIZES[USUAL_SIZE];
  const width = rowHeight <= THUMBS_UNTIL ? 256 : 512;
  const shown = useMemo(() => shownOf(entries, section, text), [entries, section, text]);
  const buckets = useMemo(() => {
    const month = new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric' });
    return bucketsOf(shown, {
      day: dayName,
      month: (at) => month.format(at),
      name: ({ name }) => shownName(name),
      src: ({ md512kb }) => (md512kb === '' || key === null ? null : addresses.thumb(md512kb, width)),
    });
  }, [shown, dayName, language, addresses, key, width]);
  const chosen = useMemo(() => shown.filter(({ path }) => selection.keys.has(path)), [shown, selection]);
  const zoom = useCallback((by: 1 | -1) => {
    setSize((now) => Math.min(SIZES.length - 1, Math.max(0, now + by)));
  }, []);
  const none = chosen.length === 0 ? t('chooseFirst') : undefined;
  const open = (path: string): void => {
    acts.open(shown, path);
  };
  const remove = (): void => {
    acts.remove(chosen);
    setSelection(emptySelection);
  };
  return (
    <ListLayout
      toolbar={
        <Toolbar wrap label={t('tools')}>
          <Upload primary={entries.length > 0} />
          <Button
            size="sm"
            icon={<IconDownload />}
            disabledReason={
              none ?? (chosen.length > MAX_ZIP_PATHS ? t('chooseFewer', { most: MAX_ZIP_PATHS }) : undefined)
            }
            onClick={() => {
              acts.download(chosen);
            }}
          >
            {t('download')}
          </Button>
          <Button size="sm" icon={<IconTrash />} disabledReason={none} onClick={remove}>
            {t('remove')}
          </Button>
          <ToolbarSpacer />
          <SearchBox
            className={styles.find ?? ''}
            label={t('find')}
            clearLabel={t('clear')}
            value={text}
            onValueChange={setText}
          />
          <IconButton
            size="sm"
            label={t('smaller')}
            icon={<IconZoomOut />}
            disabled={size === 0}
            onClick={() => {
              zoom(-1);
            }}
          />
          <IconButton
            size="sm"
            label={t('larger')}
            icon={<IconZoomIn />}
            disabled={size === SIZES.length - 1}
            onClick={() => {
              zoom(1);
            }}
          />
        </Toolbar>
      }
      footer={
        <span aria-live="polite">
          {chosen.length > 0 ? t('chosen', { count: chosen.length }) : t('count', { count: shown.length })}
        </span>
      }
    >
      {shown.length > 0 ? (
        <TimeLine
          label={t('line')}
          scrubberLabel={t('scrubber')}
          selectLabel={(name) => t('select', { name })}
          buckets={buckets}
          selection={selection}
          onSelectionChange={setSelection}
          onOpen={open}
          onKeyDown={(event) => {
            if (event.key !== 'Delete' || chosen.length === 0) return;
            event.preventDefault();
            remove();
          }}
          rowHeight={rowHeight}
          onZoom={zoom}
        />
      ) : text.trim() !== '' ? (
        <EmptyState icon={<IconImages />} title={t('notFound')} text={t('notFoundText')} />
      ) : section === 'films' ? (
        <EmptyState icon={<IconFilm />} title={t('noFilms')} />
      ) : (
        <EmptyState icon={<IconImages />} title={t('none')} text={t('noneText')} actions={<Upload primary />} />
      )}
    </ListLayout>
  );
};

/** What can be done with pictures. */
const useActs = () => {
  const files = useService(FilesToken);
  const session = useService(SessionToken);
  const notifications = useService(NotificationsToken);
  const prepare = useService(PhotoZipToken);
  const addresses = useAddresses();
  return {
    open: useOpenPicture(),
    /** Into the recycle bin, to be taken back from the notice. */
    remove: (chosen: readonly FileEntry[]): void => {
      const { value: stage } = session.stage$;
      const user = stage.at === 'in' ? stage.username : '';
      for (const place of LOOKED_IN) {
        const here = chosen.filter(({ path }) => placeOf(path, user) === place);
        if (here.length > 0) files.remove(here, place);
      }
    },
    /** One as it is, several as one archive. */
    download: (chosen: readonly FileEntry[]): void => {
      const [only, second] = chosen;
      if (only !== undefined && second === undefined) {
        const address = addresses.file(only.path, true);
        if (address !== null) saveFrom(address, only.name);
        return;
      }
      prepare(chosen.map(({ path }) => path)).subscribe((ready) => {
        if (ready._tag === 'Left') {
          notifications.fail(ready.left);
          return;
        }
        const address = addresses.zip(ready.right.id);
        if (address !== null) saveFrom(address, ready.right.name);
      });
    },
  };
};

const Upload = ({ primary }: { readonly primary: boolean }) => {
  const t = useText(messages);
  const [choose, parts] = useAddPictures();
  return (
    <>
      <Button size="sm" {...(primary ? { variant: 'primary' } : {})} icon={<IconUpload />} onClick={choose}>
        {t('upload')}
      </Button>
      {parts}
    </>
  );
};
