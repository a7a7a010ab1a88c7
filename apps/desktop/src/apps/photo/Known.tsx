import { type Asked, type PhotoDetails, type PhotoFace, wallOf } from '@boxwood/domain';
import { Button, type Fact, Facts, IconCopy, IconFolderOpen, IconLivePhoto, TextField } from '@boxwood/ui';
import { type ReactNode, useState } from 'react';
import { size } from '../../app-kit/format.ts';
import { Shown } from '../../app-kit/LoadState.tsx';
import { common } from '../../app-kit/messages.ts';
import { LanguagesToken, LauncherToken, UserToken } from '../../composition/tokens.ts';
import { FaceImage } from '../../file-kit/pictures/FaceImage.tsx';
import { countryIn, placeIn } from '../../file-kit/pictures/place-name.ts';
import { usePhotos } from '../../file-kit/pictures/photos-service.ts';
import { useDayNames } from '../../file-kit/pictures/use-day-name.ts';
import { placeOf, nameAt } from '../../file-kit/places.ts';
import { usePathInWords } from '../../file-kit/use-path-in-words.ts';
import { copyText } from '../../platform/clipboard.ts';
import { useService } from '../../react/scope.tsx';
import { useStream } from '../../react/use-stream.ts';
import { useText } from '../../react/use-text.ts';
import { known } from './known-words.ts';
import styles from './photo.module.css';

/** Details from the photo index, with the caption and the date, which the user can edit in place. */
export const Known = ({
  details,
  faces,
  reload,
}: {
  readonly details: Asked<PhotoDetails>;
  /** The recognised faces in the picture. */
  readonly faces: readonly PhotoFace[];
  readonly reload: () => void;
}) => {
  const t = useText(known);
  return (
    <aside className={styles.facts} data-theme="dark" aria-label={t('facts')}>
      <Shown of={details} reload={reload}>
        {(value) => <Details key={value.photo.id} details={value} faces={faces} reload={reload} />}
      </Shown>
    </aside>
  );
};

const Details = ({
  details,
  faces,
  reload,
}: {
  readonly details: PhotoDetails;
  readonly faces: readonly PhotoFace[];
  readonly reload: () => void;
}) => {
  const t = useText(known);
  const language = useStream(useService(LanguagesToken).language$);
  const launcher = useService(LauncherToken);
  const names = useDayNames();
  const { photo, files, camera, lens, trouble, country, located } = details;
  const fact = (id: string, name: string, value: ReactNode): readonly Fact[] =>
    value === '' ? [] : [{ id, name, value }];
  const pixels =
    photo.width > 0 && photo.height > 0
      ? `${photo.width} × ${photo.height} · ${t('megapixels', { many: ((photo.width * photo.height) / 1e6).toFixed(1) })}`
      : '';
  const named = details.place === undefined ? null : placeIn(language, details.place);
  const where = [
    [named?.name ?? '', named?.region ?? '', countryIn(language, country)]
      .filter((part, at, all) => part !== '' && all.indexOf(part) === at)
      .join(', '),
    located === 1 ? `${details.latitude.toFixed(5)}, ${details.longitude.toFixed(5)}` : '',
  ].filter((part) => part !== '');
  return (
    <div className={styles.known}>
      <Caption photo={photo} onDone={reload} />
      <Taken details={details} moment={names.moment} onDone={reload} />
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
      {isTrouble(trouble) ? <p className={styles.trouble}>{t(`trouble_${trouble}`)}</p> : null}
      <Facts
        facts={[
          ...fact('camera', t('camera'), camera),
          ...fact('lens', t('lens'), lens),
          ...fact('exposure', t('exposure'), exposureOf(details, t('seconds', { time: '{time}' }))),
          ...fact('place', t('place'), where.join(' · ')),
          ...fact('pixels', t('pixels'), pixels),
          ...fact('size', t('size'), photo.size > 0 ? size(photo.size) : ''),
        ]}
      />
      <Faces faces={faces} />
      {details.text === undefined ? null : <Written text={details.text} />}
      <Files files={files} first={photo.path} />
    </div>
  );
};

/** The recognised people, most certain first. Faces without a certain person only get a frame in the picture. */
const Faces = ({ faces }: { readonly faces: readonly PhotoFace[] }) => {
  const t = useText(known);
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
const Written = ({ text }: { readonly text: string }) => {
  const t = useText(known);
  const c = useText(common);
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

const TROUBLES = ['heic', 'raw', 'film', 'unreadable'] as const;
const isTrouble = (word: string): word is (typeof TROUBLES)[number] => TROUBLES.some((each) => each === word);

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
  const t = useText(known);
  const photos = usePhotos();
  const [text, setText] = useState(photo.caption);
  const save = (): void => {
    const caption = text.trim();
    if (caption === photo.caption) return;
    photos.mark([photo.id], { caption }, { caption: photo.caption }).subscribe((result) => {
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
const FROM = ['person', 'camera', 'name', 'file'] as const;

/** The date taken in local time of the place, and its source; the user can set another date. */
const Taken = ({
  details: { photo, original },
  moment,
  onDone,
}: {
  readonly details: PhotoDetails;
  readonly moment: (at: number) => string;
  readonly onDone: () => void;
}) => {
  const t = useText(known);
  const c = useText(common);
  const photos = usePhotos();
  const wall = new Date(wallOf(photo)).toISOString().slice(0, 19);
  const [typed, setTyped] = useState<string | null>(null);
  const said = photo.takenfrom === 'person';
  const from = FROM.find((each) => each === photo.takenfrom);
  const say = (taken: number): void => {
    setTyped(null);
    photos.mark([photo.id], { taken }, { taken: said ? photo.taken : 0 }).subscribe(onDone);
  };
  const at = typed === null ? Number.NaN : Date.parse(`${typed}Z`);
  return (
    <div className={styles.taken}>
      <p>
        <strong>{moment(wallOf(photo))}</strong>
        <span>
          {zoneText(photo.zone)}
          {from === undefined ? '' : ` · ${t(`from_${from}`)}`}
        </span>
        {said && original !== photo.taken ? (
          <span>{t('original', { moment: moment(wallOf({ taken: original, zone: photo.zone })) })}</span>
        ) : null}
      </p>
      {typed === null ? (
        <div className={styles.row}>
          <Button
            size="sm"
            onClick={() => {
              setTyped(wall);
            }}
          >
            {t('changeDate')}
          </Button>
          {said ? (
            <Button
              size="sm"
              variant="quiet"
              onClick={() => {
                say(0);
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
            if (Number.isFinite(at)) say(Math.round(at / 1000) - photo.zone * 60);
          }}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key === 'Escape') setTyped(null);
          }}
        >
          <TextField
            label={t('newDate')}
            type="datetime-local"
            step={1}
            value={typed}
            autoFocus
            onValueChange={setTyped}
          />
          <div className={styles.row}>
            <Button
              size="sm"
              onClick={() => {
                setTyped(null);
              }}
            >
              {c('cancel')}
            </Button>
            <Button
              size="sm"
              variant="primary"
              type="submit"
              disabledReason={Number.isFinite(at) ? undefined : t('noDate')}
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
const Files = ({ files, first }: { readonly files: PhotoDetails['files']; readonly first: string }) => {
  const t = useText(known);
  const inWords = usePathInWords();
  const launcher = useService(LauncherToken);
  const user = useService(UserToken);
  const others = files.filter(({ path }) => path !== first);
  const line = (path: string) => {
    const place = placeOf(path, user);
    return (
      <li key={path}>
        <span>{inWords(path)}</span>
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
      <ul className={styles.files}>{line(first)}</ul>
      {others.length === 0 ? null : (
        <>
          <h3>{t('twins')}</h3>
          <ul className={styles.files}>{others.map(({ path }) => line(path))}</ul>
        </>
      )}
    </>
  );
};
