import { type QueryState, type PhotoDetails, type PhotoFace, localTimeOf } from '@boxwood/domain';
import { Button, type Fact, Facts, IconCopy, IconFolderOpen, IconLivePhoto, TextField } from '@boxwood/ui';
import { type ReactNode, useState } from 'react';
import { formatSizeText } from '../../kit/app/format-units.ts';
import { LoadedContent } from '../../kit/app/window-states/LoadState.tsx';
import { commonMessages } from '../../kit/app/messages.ts';
import { LanguagesToken, LauncherToken, UserToken } from '../../composition/service-tokens.ts';
import { FaceImage } from '../../kit/files/pictures/FaceImage.tsx';
import { countryName, locationNames } from '../../kit/files/pictures/location-name.ts';
import { usePhotos } from '../../kit/files/pictures/photos-service.ts';
import { useDayNames } from '../../kit/files/pictures/use-day-names.ts';
import { placeOf, nameAt } from '../../kit/files/file-places.ts';
import { useDisplayPath } from '../../kit/files/use-display-path.ts';
import { copyText } from '../../platform/clipboard.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { photoDetailMessages } from './photo-detail-messages.ts';
import styles from './photo.module.css';

/** Details from the photo index, with the caption and the date, which the user can edit in place. */
export const IndexedPhotoDetails = ({
  details,
  faces,
  reload,
}: {
  readonly details: QueryState<PhotoDetails>;
  /** The recognised faces in the picture. */
  readonly faces: readonly PhotoFace[];
  readonly reload: () => void;
}) => {
  const t = useText(photoDetailMessages);
  return (
    <aside className={styles.facts} data-theme="dark" aria-label={t('facts')}>
      <LoadedContent request={details} reload={reload}>
        {(value) => <DetailsContent key={value.photo.id} details={value} faces={faces} reload={reload} />}
      </LoadedContent>
    </aside>
  );
};

const DetailsContent = ({
  details,
  faces,
  reload,
}: {
  readonly details: PhotoDetails;
  readonly faces: readonly PhotoFace[];
  readonly reload: () => void;
}) => {
  const t = useText(photoDetailMessages);
  const language = useStream(useService(LanguagesToken).language$);
  const launcher = useService(LauncherToken);
  const names = useDayNames();
  const { photo, files, camera, lens, trouble, country, located } = details;
  const factIfKnown = (id: string, name: string, value: ReactNode): readonly Fact[] =>
    value === '' ? [] : [{ id, name, value }];
  const pixels =
    photo.width > 0 && photo.height > 0
      ? `${photo.width} × ${photo.height} · ${t('megapixels', { many: ((photo.width * photo.height) / 1e6).toFixed(1) })}`
      : '';
  const placeNames = details.place === undefined ? null : locationNames(language, details.place);
  const locationParts = [
    [placeNames?.name ?? '', placeNames?.region ?? '', countryName(language, country)]
      .filter((part, index, all) => part !== '' && all.indexOf(part) === index)
      .join(', '),
    located === 1 ? `${details.latitude.toFixed(5)}, ${details.longitude.toFixed(5)}` : '',
  ].filter((part) => part !== '');
  return (
    <div className={styles.known}>
      <Caption photo={photo} onDone={reload} />
      <DateTaken details={details} moment={names.moment} onDone={reload} />
      {photo.video === '' ? null : (
        <Button
          size="sm"
          icon={<IconLivePhoto />}
          onClick={() => {
            const path = photo.video;
            launcher.open('video', { document: path, title: nameAt(path), params: { path } });
          }}
        >
          {t('playLive')}
        </Button>
      )}
      {isKnownPreviewError(trouble) ? <p className={styles.trouble}>{t(`trouble_${trouble}`)}</p> : null}
      <Facts
        facts={[
          ...factIfKnown('camera', t('camera'), camera),
          ...factIfKnown('lens', t('lens'), lens),
          ...factIfKnown('exposure', t('exposure'), exposureOf(details, t('seconds', { time: '{time}' }))),
          ...factIfKnown('place', t('place'), locationParts.join(' · ')),
          ...factIfKnown('pixels', t('pixels'), pixels),
          ...factIfKnown('size', t('size'), photo.size > 0 ? formatSizeText(photo.size) : ''),
        ]}
      />
      <PeopleInPhoto faces={faces} />
      {details.text === undefined ? null : <RecognisedText text={details.text} />}
      <PhotoFiles files={files} primaryPath={photo.path} />
    </div>
  );
};

/** The recognised people, most certain first. Faces without a certain person only get a frame in the picture. */
const PeopleInPhoto = ({ faces }: { readonly faces: readonly PhotoFace[] }) => {
  const t = useText(photoDetailMessages);
  const launcher = useService(LauncherToken);
  const people = faces.filter(({ person }) => person !== '');
  if (people.length === 0) return null;
  return (
    <>
      <h3>{t('people')}</h3>
      <ul className={styles.people} aria-label={t('people')}>
        {people.map(({ face, person, name }) => (
          <li key={face.id}>
            <button
              type="button"
              onClick={() => {
                launcher.open('photos', { params: { person } });
              }}
            >
              <FaceImage small face={face} />
              {name === '' ? t('somebody') : name}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
};

/** Text recognised in the picture, which the user can select and copy. */
const RecognisedText = ({ text }: { readonly text: string }) => {
  const t = useText(photoDetailMessages);
  const c = useText(commonMessages);
  const [copied, setCopied] = useState(false);
  return (
    <section className={styles.written} aria-label={t('text')}>
      <h3>{t('text')}</h3>
      <p>{text}</p>
      <Button
        size="sm"
        icon={<IconCopy />}
        onClick={() => {
          void copyText(text).then(setCopied);
        }}
      >
        {c(copied ? 'copied' : 'copy')}
      </Button>
    </section>
  );
};

const KNOWN_PREVIEW_ERRORS = ['heic', 'raw', 'film', 'unreadable'] as const;
const isKnownPreviewError = (code: string): code is (typeof KNOWN_PREVIEW_ERRORS)[number] =>
  KNOWN_PREVIEW_ERRORS.some((each) => each === code);

/** `1/250 s · f/5.6 · ISO 200 · 50 mm`, with the values that are known. */
const exposureOf = ({ exposure, aperture, iso, focal }: PhotoDetails, seconds: string): string => {
  const time = exposure < 1 ? `1/${Math.round(1 / exposure)}` : String(Number(exposure.toFixed(1)));
  return [
    exposure > 0 ? seconds.replace('{time}', time) : '',
    aperture > 0 ? `f/${Number(aperture.toFixed(1))}` : '',
    iso > 0 ? `ISO ${iso}` : '',
    focal > 0 ? `${Math.round(focal)} mm` : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
};

/** Edits the caption. Enter or leaving the field saves it, Escape discards the change. */
const Caption = ({ photo, onDone }: { readonly photo: PhotoDetails['photo']; readonly onDone: () => void }) => {
  const t = useText(photoDetailMessages);
  const photos = usePhotos();
  const [text, setText] = useState(photo.caption);
  const save = (): void => {
    const caption = text.trim();
    if (caption === photo.caption) return;
    photos.update([photo.id], { caption }, { caption: photo.caption }).subscribe((result) => {
      // The box rejected the change, so show the old caption.
      if (result._tag === 'Left' || result.right.length === 0) setText(photo.caption);
      onDone();
    });
  };
  return (
    <TextField
      label={t('caption')}
      hint={t('captionHint')}
      value={text}
      maxLength={1000}
      onValueChange={setText}
      onBlur={save}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.currentTarget.blur();
        if (event.key === 'Escape') setText(photo.caption);
      }}
    />
  );
};

const zoneText = (zone: number): string => {
  const [hours, minutes] = [Math.floor(Math.abs(zone) / 60), Math.abs(zone) % 60];
  return `UTC${zone < 0 ? '−' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`;
};
const DATE_SOURCES = ['person', 'camera', 'name', 'file'] as const;

/** The date taken in local time of the place, and its source; the user can set another date. */
const DateTaken = ({
  details: { photo, original },
  moment,
  onDone,
}: {
  readonly details: PhotoDetails;
  readonly moment: (draftTimeMs: number) => string;
  readonly onDone: () => void;
}) => {
  const t = useText(photoDetailMessages);
  const c = useText(commonMessages);
  const photos = usePhotos();
  const localTime = new Date(localTimeOf(photo)).toISOString().slice(0, 19);
  const [draftDate, setDraftDate] = useState<string | null>(null);
  const isUserDate = photo.takenfrom === 'person';
  const dateSource = DATE_SOURCES.find((each) => each === photo.takenfrom);
  const saveDate = (taken: number): void => {
    setDraftDate(null);
    photos.update([photo.id], { taken }, { taken: isUserDate ? photo.taken : 0 }).subscribe(onDone);
  };
  const draftTimeMs = draftDate === null ? Number.NaN : Date.parse(`${draftDate}Z`);
  return (
    <div className={styles.taken}>
      <p>
        <strong>{moment(localTimeOf(photo))}</strong>
        <span>
          {zoneText(photo.zone)}
          {dateSource === undefined ? '' : ` · ${t(`from_${dateSource}`)}`}
        </span>
        {isUserDate && original !== photo.taken ? (
          <span>{t('original', { moment: moment(localTimeOf({ taken: original, zone: photo.zone })) })}</span>
        ) : null}
      </p>
      {draftDate === null ? (
        <div className={styles.row}>
          <Button
            size="sm"
            onClick={() => {
              setDraftDate(localTime);
            }}
          >
            {t('changeDate')}
          </Button>
          {isUserDate ? (
            <Button
              size="sm"
              variant="quiet"
              onClick={() => {
                saveDate(0);
              }}
            >
              {t('ownDate')}
            </Button>
          ) : null}
        </div>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (Number.isFinite(draftTimeMs)) saveDate(Math.round(draftTimeMs / 1000) - photo.zone * 60);
          }}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key === 'Escape') setDraftDate(null);
          }}
        >
          <TextField
            label={t('newDate')}
            type="datetime-local"
            step={1}
            value={draftDate}
            autoFocus
            onValueChange={setDraftDate}
          />
          <div className={styles.row}>
            <Button
              size="sm"
              onClick={() => {
                setDraftDate(null);
              }}
            >
              {c('cancel')}
            </Button>
            <Button
              size="sm"
              variant="primary"
              type="submit"
              disabledReason={Number.isFinite(draftTimeMs) ? undefined : t('noDate')}
            >
              {c('save')}
            </Button>
          </div>
        </form>
      )}
    </div>
  );
};

/** The folder of the file, and all other files with the same content. */
const PhotoFiles = ({
  files,
  primaryPath,
}: {
  readonly files: PhotoDetails['files'];
  readonly primaryPath: string;
}) => {
  const t = useText(photoDetailMessages);
  const formatPath = useDisplayPath();
  const launcher = useService(LauncherToken);
  const user = useService(UserToken);
  const others = files.filter(({ path }) => path !== primaryPath);
  const fileRow = (path: string) => {
    const place = placeOf(path, user);
    return (
      <li key={path}>
        <span>{formatPath(path)}</span>
        <Button
          size="sm"
          variant="quiet"
          icon={<IconFolderOpen />}
          aria-label={t('revealOne', { name: nameAt(path) })}
          onClick={() => {
            launcher.open('files', {
              params: {
                ...(place === null ? {} : { place }),
                path: path.slice(0, path.lastIndexOf('/')),
                reveal: path,
              },
            });
          }}
        >
          {t('reveal')}
        </Button>
      </li>
    );
  };
  return (
    <>
      <h3>{t('file')}</h3>
      <ul className={styles.files}>{fileRow(primaryPath)}</ul>
      {others.length === 0 ? null : (
        <>
          <h3>{t('twins')}</h3>
          <ul className={styles.files}>{others.map(({ path }) => fileRow(path))}</ul>
        </>
      )}
    </>
  );
};
