import { MAX_ZIP_PATHS } from '@boxwood/box-sdk';
import { userRoot } from '@boxwood/box-sdk/rules';
import { type FileEntry, PLACES } from '@boxwood/domain';
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
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { forkJoin, map } from 'rxjs';
import { FailureState } from '../../app-kit/LoadState.tsx';
import { WindowSkeleton } from '../../app-kit/WindowSkeleton.tsx';
import type { ServiceScope } from '../../composition/service-scope.ts';
import {
  BoxClientToken,
  FilesToken,
  LanguagesToken,
  LauncherToken,
  NotificationsToken,
  SessionToken,
  StoreToken,
  UploadsToken,
} from '../../composition/tokens.ts';
import { useAddresses } from '../../file-kit/addresses.ts';
import { placeOf } from '../../file-kit/places.ts';
import type { ReceiveQuestion } from '../../file-kit/receive/question.ts';
import { ReceiveDialog } from '../../file-kit/receive/ReceiveDialog.tsx';
import { treeOfInput } from '../../file-kit/receive/tree.ts';
import { useReceive } from '../../file-kit/receive/use-receive.ts';
import { saveFrom } from '../../file-kit/save-from.ts';
import { useDayName } from '../../file-kit/use-day-name.ts';
import { shownName } from '../../i18n/shown-name.ts';
import { useService } from '../../react/scope.tsx';
import { useQuery } from '../../react/use-query.ts';
import { useStream } from '../../react/use-stream.ts';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import styles from './photos.module.css';
import { photoZip, PhotoZipToken } from './services.ts';
import { bucketsOf, FILM, PHOTO, type Section, shownOf, waysFrom } from './shown.ts';

export const bind = (session: ServiceScope): void => {
  session.bind(PhotoZipToken, [BoxClientToken], photoZip);
};

/** Where the box keeps a person's pictures from the start (G-15). */
const PICTURES = 'My Images';
/** Where pictures are looked for: a person's own and those of the house, both with a recycle bin. */
const LOOKED_IN = [PLACES.personal, PLACES.public] as const;
/** How many pictures the viewer is told to go through. */
const WAYS = 500;
/** Heights of a row, px, from the most on a page to the largest. */
const SIZES = [72, 112, 160, 224, 320] as const;
const USUAL_SIZE = 2;
/** The highest row for which small thumbnails are enough, px. */
const THUMBS_UNTIL = 160;
/** How often is looked again for pictures that the box has not read, each time after twice as long, from a second on. */
const LOOKS = 6;
const LATE_MS = 1500;

/** Pictures and films by the day they were made. */
export const App = () => {
  const t = useText(messages);
  const [entries, again] = useEveryPhoto();
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

/** Everything there is, asked again when pictures came or went by this browser's doing. */
const useEveryPhoto = () => {
  const files = useService(FilesToken);
  const store = useService(StoreToken);
  const { done = 0 } = useStream(useService(UploadsToken).run$) ?? {};
  const [entries, again] = useQuery(
    useCallback(
      () =>
        forkJoin([files.everyOf(PHOTO, LOOKED_IN), files.everyOf(FILM, LOOKED_IN)]).pipe(
          map(([photos, films]) => {
            if (photos._tag === 'Left' || films._tag === 'Left') return photos._tag === 'Left' ? photos : films;
            return { ...photos, right: [...photos.right, ...films.right] };
          }),
        ),
      [files],
    ),
  );
  const late = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The index of names learns of a change a moment after it was made.
  const ask = useEffectEvent(() => {
    again();
    clearTimeout(late.current);
    late.current = setTimeout(again, LATE_MS);
  });
  useEffect(() => {
    const hearing = store.batches$.subscribe((batch) => {
      if (batch.some(({ event }) => event.type === 'FolderChanged')) ask();
    });
    return () => {
      hearing.unsubscribe();
      clearTimeout(late.current);
    };
  }, [store]);
  const arrived = useRef(done);
  useEffect(() => {
    if (arrived.current !== done) ask();
    arrived.current = done;
  }, [done]);
  // The box reads new pictures in its own time, and their thumbnails have no address before that.
  const unread = entries.at === 'ready' && entries.value.some(({ md512kb }) => md512kb === '');
  const looks = useRef(0);
  useEffect(() => {
    if (!unread || looks.current >= LOOKS) return undefined;
    const timer = setTimeout(
      () => {
        looks.current += 1;
        again();
      },
      1000 * 2 ** looks.current,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [entries, unread, again]);
  return [entries, again] as const;
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
  const launcher = useService(LauncherToken);
  const files = useService(FilesToken);
  const session = useService(SessionToken);
  const notifications = useService(NotificationsToken);
  const prepare = useService(PhotoZipToken);
  const addresses = useAddresses();
  return {
    open: (shown: readonly FileEntry[], path: string): void => {
      const entry = shown.find((one) => one.path === path);
      if (entry === undefined) return;
      const window = { document: path, title: entry.name };
      if (entry.type === FILM) launcher.open('video', { ...window, params: { path } });
      else launcher.open('photo', { ...window, params: { path, paths: waysFrom(shown, path, WAYS) } });
    },
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

/** Pictures of this computer, into the folder that is there for them. */
const Upload = ({ primary }: { readonly primary: boolean }) => {
  const t = useText(messages);
  const stage = useStream(useService(SessionToken).stage$);
  const input = useRef<HTMLInputElement>(null);
  const [question, ask] = useState<ReceiveQuestion | null>(null);
  const receive = useReceive(ask);
  if (stage.at !== 'in') return null;
  const path = `${userRoot(stage.username)}/${PICTURES}`;
  return (
    <>
      <Button
        size="sm"
        {...(primary ? { variant: 'primary' } : {})}
        icon={<IconUpload />}
        onClick={() => input.current?.click()}
      >
        {t('upload')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*,video/*"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          const { files } = currentTarget;
          if (files !== null && files.length > 0) receive({ place: PLACES.personal, path }, treeOfInput(files));
          // The same pictures can be chosen again.
          currentTarget.value = '';
        }}
      />
      {question === null ? null : (
        <ReceiveDialog
          question={question}
          onClose={() => {
            ask(null);
          }}
        />
      )}
    </>
  );
};
