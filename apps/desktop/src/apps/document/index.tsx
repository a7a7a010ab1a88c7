import { useSettled } from '../../react/use-settled.ts';
import type { WindowId } from '@boxwood/domain';
import { PREVIEW_LIMIT } from '@boxwood/box-sdk/rules';
import {
  Banner,
  Button,
  EmptyState,
  ErrorState,
  extensionOf,
  IconDownload,
  IconFileText,
  IconPencil,
  IconRefresh,
  Select,
  Toolbar,
  ToolbarSpacer,
} from '@boxwood/ui';
import { useCallback, useMemo, useState } from 'react';
import type { AppProps } from '../../app-kit/define-app.ts';
import { common } from '../../app-kit/messages.ts';
import { dateTime } from '../../app-kit/format.ts';
import { ErrorBoundary } from '../../app-kit/ErrorBoundary.tsx';
import { FailureState } from '../../app-kit/LoadState.tsx';
import type { AppLinks } from '../../app-kit/links.ts';
import { usePhonePage } from '../../app-kit/phone-page.ts';
import { WindowSkeleton } from '../../app-kit/WindowSkeleton.tsx';
import { useAddresses } from '../../file-kit/addresses.ts';
import type { FileBytes } from '../../file-kit/file-reading.ts';
import { useFileReading } from '../../file-kit/use-file-reading.ts';
import { type Encoding, ENCODINGS, isBinary, openText, UTF8 } from '../../file-kit/text-encoding.ts';
import { saveFrom } from '../../file-kit/save-from.ts';
import { loadChunk } from '../../platform/lazy.ts';
import { useQuery } from '../../react/use-query.ts';
import { useText } from '../../react/use-text.ts';
import styles from './document.module.css';
import { DocumentHead } from './DocumentHead.tsx';
import { Editor } from './Editor.tsx';
import { Frame } from './Frame.tsx';
import { shownAs } from './kinds.ts';
import { messages } from './messages.ts';
import { isPackage, openPackage, PackageTooLarge } from './open-package.ts';
import { Sheets } from './Sheets.tsx';
import { TextDocument } from './TextDocument.tsx';
import { useDraft } from './use-draft.ts';
import { nameAt } from '../../file-kit/places.ts';

/** The document viewer: reads up to 10 MB into memory and never runs active content (PREVIEW-02, PREVIEW-07). */
export const App = ({ window, params: { path } }: AppProps<AppLinks['document']>) => (
  <Reader key={path} window={window} path={path} />
);

/** Whether the file name has a text extension. */
const isWritten = (name: string): boolean => ['text', 'markdown'].includes(shownAs(extensionOf(name)));

const Reader = ({ window, path }: Pick<DocumentProps, 'window' | 'path'>) => {
  const t = useText(messages);
  const reading = useFileReading();
  const name = nameAt(path);
  const [file, reload] = useQuery(useCallback(() => reading.read(path, PREVIEW_LIMIT), [reading, path]));
  if (shownAs(extensionOf(name)) === 'unsupported')
    return (
      <EmptyState
        icon={<IconFileText />}
        title={t('unsupported')}
        text={t('unsupportedText')}
        actions={<Download path={path} name={name} />}
      />
    );
  if (file.at === 'loading') return <WindowSkeleton />;
  if (file.at === 'failed') return <FailureState failure={file.failure} onRetry={reload} />;
  if (isWritten(name) && isBinary(file.value.bytes))
    return (
      <ErrorState
        icon={<IconFileText />}
        title={t('binary')}
        text={t('unsupportedText')}
        actions={<Download path={path} name={name} />}
      />
    );
  return <Document key={file.value.tag} window={window} path={path} name={name} file={file.value} onReload={reload} />;
};

const Download = ({ path, name }: { readonly path: string; readonly name: string }) => {
  const t = useText(messages);
  const addresses = useAddresses();
  return (
    <Button
      size="sm"
      icon={<IconDownload />}
      onClick={() => {
        const address = addresses.file(path, true);
        if (address !== null) saveFrom(address, name);
      }}
    >
      {t('download')}
    </Button>
  );
};

interface DocumentProps {
  readonly window: WindowId;
  readonly path: string;
  readonly name: string;
  readonly file: FileBytes;
  readonly onReload: () => void;
}

const Document = ({ window, path, name, file, onReload }: DocumentProps) => {
  const t = useText(messages);
  const page = usePhonePage();
  const kind = shownAs(extensionOf(name));
  const written = isWritten(name);
  /** The file content on the box, and the encoding that the user chose. */
  const [{ bytes, encoding }, setRead] = useState<{
    readonly bytes: FileBytes['bytes'];
    readonly encoding?: Encoding;
  }>({ bytes: file.bytes });
  const { text, writing } = useMemo(
    () => (written ? openText(bytes, encoding) : { text: '', writing: UTF8 }),
    [written, bytes, encoding],
  );
  /** Only a guessed encoding can be wrong; UTF-8 is detected reliably. */
  const [foreign] = useState(writing.encoding !== 'utf-8');
  const [tag, setTag] = useState(file.tag);
  const [editing, setEditing] = useState(false);
  const [source, setSource] = useState(false);
  const c = useText(common);
  const drafts = useDraft(path);
  const [draft, setDraft] = useState(() => {
    const kept = written ? drafts.read() : null;
    return kept?.text === text ? null : kept;
  });
  const leave = useCallback(() => {
    setEditing(false);
    setDraft(null);
  }, []);
  const edit = (): void => {
    setEditing(true);
  };
  const read = (chosen: Encoding): void => {
    setRead({ bytes, encoding: chosen });
  };
  if (written && editing)
    return (
      <div className={styles.window}>
        <Editor
          window={window}
          path={path}
          text={text}
          // A draft belongs to the version on which it is based; saving over another version asks first.
          tag={draft?.tag ?? tag}
          typed={draft?.text ?? null}
          drafts={drafts}
          writing={writing}
          onSaved={(version, now, { encoding: used }) => {
            setRead({ bytes: now, encoding: used });
            setTag(version);
            setDraft(null);
          }}
          onLeave={leave}
        />
      </div>
    );
  return (
    <div className={styles.window}>
      {page !== null ? (
        <DocumentHead
          path={path}
          name={name}
          onEdit={written ? edit : null}
          source={kind === 'markdown' ? { shown: source, onShow: setSource } : null}
          encoding={foreign ? { value: writing.encoding, onChoose: read } : null}
          onReload={onReload}
        />
      ) : (
        <Toolbar label={name} className={styles.toolbar ?? ''}>
          {written ? (
            <Button size="sm" icon={<IconPencil />} onClick={edit}>
              {t('edit')}
            </Button>
          ) : null}
          {kind === 'markdown' ? (
            <Button
              size="sm"
              onClick={() => {
                setSource(!source);
              }}
            >
              {source ? t('formatted') : t('source')}
            </Button>
          ) : null}
          <ToolbarSpacer />
          {foreign ? (
            <Select
              label={t('encoding')}
              hideLabel
              value={writing.encoding}
              options={ENCODINGS.map((one) => ({ value: one, label: t(one) }))}
              onValueChange={read}
            />
          ) : null}
          <Download path={path} name={name} />
          <Button size="sm" icon={<IconRefresh />} onClick={onReload}>
            {t('reload')}
          </Button>
        </Toolbar>
      )}
      {draft === null ? null : (
        <Banner
          tone="warning"
          actions={
            <>
              <Button size="sm" onClick={edit}>
                {t('draftGoOn')}
              </Button>
              <Button
                size="sm"
                onClick={() => {
                  drafts.drop();
                  setDraft(null);
                }}
              >
                {c('discard')}
              </Button>
            </>
          }
        >
          {t('draftText', { time: dateTime(draft.at / 1000) })}
        </Banner>
      )}
      {written && text === '' ? (
        <EmptyState icon={<IconFileText />} title={t('empty')} />
      ) : written ? (
        <TextDocument name={name} text={text} source={source} />
      ) : (
        <ErrorBoundary>
          <Rendered kind={kind} name={name} file={file} />
        </ErrorBoundary>
      )}
    </div>
  );
};

type Rendering = ReturnType<typeof render>;

/** Renders a document. The library of each kind is loaded on demand. */
const render = async (kind: string, { bytes }: FileBytes) => {
  try {
    switch (kind) {
      case 'word': {
        const { renderWord } = await loadChunk(() => import('./render-word.ts'));
        return { as: 'frame', content: await renderWord(await openPackage(bytes, PAGE)) } as const;
      }
      case 'slides': {
        const { renderSlides } = await loadChunk(() => import('./render-slides.ts'));
        return { as: 'frame', content: await renderSlides(await openPackage(bytes, PAGE)) } as const;
      }
      default: {
        const { readSheets } = await loadChunk(() => import('./read-sheets.ts'));
        // Old workbooks (.xls) are not ZIP packages.
        const plain = isPackage(bytes) ? await openPackage(bytes, WORKER) : bytes;
        return { as: 'sheets', sheets: await readSheets(plain) } as const;
      }
    }
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'ChunkLoadError') throw cause;
    return { as: cause instanceof PackageTooLarge ? 'tooLarge' : 'broken' } as const;
  }
};

const MIB = 1024 * 1024;
/** Limits of unpacked packages. Rendering in the page blocks it; reading in a worker does not. */
const PAGE = { bytes: 128 * MIB, markup: 24 * MIB };
const WORKER = { bytes: 128 * MIB, markup: 64 * MIB };

/** Renders each file once. */
const renderings = new WeakMap<FileBytes, Rendering>();
const rendered = (kind: string, file: FileBytes): Rendering => {
  const known = renderings.get(file) ?? render(kind, file);
  renderings.set(file, known);
  return known;
};

const Rendered = ({ kind, name, file }: { readonly kind: string; readonly name: string; readonly file: FileBytes }) => {
  const t = useText(messages);
  const settled = useSettled(useMemo(() => rendered(kind, file), [kind, file]));
  if (settled === null) return <WindowSkeleton />;
  const result = settled.value;
  switch (result.as) {
    case 'frame':
      return <Frame label={t('preview', { name })} content={result.content} />;
    case 'sheets':
      return <Sheets sheets={result.sheets} />;
    case 'tooLarge':
      return <ErrorState title={t('tooLargeTitle')} text={t('tooLargeText')} />;
    case 'broken':
      return <ErrorState title={t('brokenTitle')} text={t('brokenText')} />;
  }
};
