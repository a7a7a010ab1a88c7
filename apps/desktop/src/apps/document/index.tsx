import { usePromiseValue } from '../../platform/react/use-promise-value.ts';
import type { WindowId } from '@boxwood/domain';
import { PREVIEW_LIMIT_BYTES } from '@boxwood/box-sdk/rules';
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
import type { AppProps } from '../../kit/app/apps/define-app.ts';
import { commonMessages } from '../../kit/app/messages.ts';
import { dateTime } from '../../kit/app/format-units.ts';
import { ErrorBoundary } from '../../kit/app/window-states/ErrorBoundary.tsx';
import { FailureState } from '../../kit/app/window-states/LoadState.tsx';
import type { AppLinks } from '../../kit/app/apps/app-links.ts';
import { usePhonePage } from '../../kit/app/phone-page.ts';
import { WindowSkeleton } from '../../kit/app/window-states/WindowSkeleton.tsx';
import { useFileAddresses } from '../../kit/files/use-file-addresses.ts';
import type { FileContent } from '../../kit/files/content/file-content-reader.ts';
import { useFileContentReader } from '../../kit/files/content/use-file-content-reader.ts';
import { type TextEncodingName, ENCODINGS, isBinary, decodeText, UTF8 } from '../../kit/files/content/text-encoding.ts';
import { saveUrl } from '../../kit/files/save-url.ts';
import { loadChunk } from '../../platform/load-chunk.ts';
import { useQuery } from '../../platform/react/use-query.ts';
import { useText } from '../../platform/react/use-text.ts';
import styles from './document.module.css';
import { PhoneDocumentActions } from './PhoneDocumentActions.tsx';
import { TextEditor } from './TextEditor.tsx';
import { SandboxFrame } from './SandboxFrame.tsx';
import { documentKindOf } from './document-kinds.ts';
import { messages } from './messages.ts';
import { isPackage, repackWithLimits, PackageTooLarge } from './office-package.ts';
import { Sheets } from './Sheets.tsx';
import { TextDocument } from './TextDocument.tsx';
import { useDraft } from './use-draft.ts';
import { nameAt } from '../../kit/files/file-places.ts';

/** The document viewer: reads up to 10 MB into memory and never runs active content (PREVIEW-02, PREVIEW-07). */
export const App = ({ window, params: { path } }: AppProps<AppLinks['document']>) =>
  documentKindOf(extensionOf(nameAt(path))) === 'unsupported' ? (
    <UnsupportedDocument path={path} />
  ) : (
    <DocumentLoader key={path} window={window} path={path} />
  );

/** A file that cannot be shown is not read. */
const UnsupportedDocument = ({ path }: { readonly path: string }) => {
  const t = useText(messages);
  return (
    <EmptyState
      icon={<IconFileText />}
      title={t('unsupported')}
      text={t('unsupportedText')}
      actions={<Download path={path} name={nameAt(path)} />}
    />
  );
};

/** Whether the file name has a text extension. */
const isTextFile = (name: string): boolean => ['text', 'markdown'].includes(documentKindOf(extensionOf(name)));

const DocumentLoader = ({ window, path }: Pick<DocumentProps, 'window' | 'path'>) => {
  const t = useText(messages);
  const reading = useFileContentReader();
  const name = nameAt(path);
  const [file, reload] = useQuery(useCallback(() => reading.read(path, PREVIEW_LIMIT_BYTES), [reading, path]));
  if (file.at === 'loading') return <WindowSkeleton />;
  if (file.at === 'failed') return <FailureState failure={file.failure} onRetry={reload} />;
  if (isTextFile(name) && isBinary(file.value.bytes))
    return (
      <ErrorState
        icon={<IconFileText />}
        title={t('binary')}
        text={t('unsupportedText')}
        actions={<Download path={path} name={name} />}
      />
    );
  return (
    <DocumentView key={file.value.etag} window={window} path={path} name={name} file={file.value} onReload={reload} />
  );
};

const Download = ({ path, name }: { readonly path: string; readonly name: string }) => {
  const t = useText(messages);
  const addresses = useFileAddresses();
  return (
    <Button
      size="sm"
      icon={<IconDownload />}
      onClick={() => {
        const address = addresses.file(path, true);
        if (address !== null) saveUrl(address, name);
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
  readonly file: FileContent;
  readonly onReload: () => void;
}

const DocumentView = ({ window, path, name, file, onReload }: DocumentProps) => {
  const t = useText(messages);
  const page = usePhonePage();
  const kind = documentKindOf(extensionOf(name));
  const isText = isTextFile(name);
  /** The file content on the box, and the encoding that the user chose. */
  const [{ bytes, encoding }, setContent] = useState<{
    readonly bytes: FileContent['bytes'];
    readonly encoding?: TextEncodingName;
  }>({ bytes: file.bytes });
  const { text, format } = useMemo(
    () => (isText ? decodeText(bytes, encoding) : { text: '', format: UTF8 }),
    [isText, bytes, encoding],
  );
  /** Only a guessed encoding can be wrong; UTF-8 is detected reliably. */
  const [isEncodingGuessed] = useState(format.encoding !== 'utf-8');
  const [tag, setTag] = useState(file.etag);
  const [editing, setEditing] = useState(false);
  const [source, setSource] = useState(false);
  const c = useText(commonMessages);
  const drafts = useDraft(path);
  const [draft, setDraft] = useState(() => {
    const storedDraft = isText ? drafts.read() : null;
    return storedDraft?.text === text ? null : storedDraft;
  });
  const stopEditing = useCallback(() => {
    setEditing(false);
    setDraft(null);
  }, []);
  const startEditing = (): void => {
    setEditing(true);
  };
  const changeEncoding = (chosen: TextEncodingName): void => {
    setContent({ bytes, encoding: chosen });
  };
  if (isText && editing)
    return (
      <div className={styles.window}>
        <TextEditor
          window={window}
          path={path}
          text={text}
          // A draft belongs to the version on which it is based; saving over another version asks first.
          tag={draft?.tag ?? tag}
          restoredDraft={draft?.text ?? null}
          drafts={drafts}
          writing={format}
          onSaved={(version, now, { encoding: used }) => {
            setContent({ bytes: now, encoding: used });
            setTag(version);
            setDraft(null);
          }}
          onLeave={stopEditing}
        />
      </div>
    );
  return (
    <div className={styles.window}>
      {page !== null ? (
        <PhoneDocumentActions
          path={path}
          name={name}
          onEdit={isText ? startEditing : null}
          source={kind === 'markdown' ? { isShown: source, onShow: setSource } : null}
          encoding={isEncodingGuessed ? { value: format.encoding, onChoose: changeEncoding } : null}
          onReload={onReload}
        />
      ) : (
        <Toolbar label={name} className={styles.toolbar ?? ''}>
          {isText ? (
            <Button size="sm" icon={<IconPencil />} onClick={startEditing}>
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
          {isEncodingGuessed ? (
            <Select
              label={t('encoding')}
              hideLabel
              value={format.encoding}
              options={ENCODINGS.map((one) => ({ value: one, label: t(one) }))}
              onValueChange={changeEncoding}
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
              <Button size="sm" onClick={startEditing}>
                {t('draftGoOn')}
              </Button>
              <Button
                size="sm"
                onClick={() => {
                  drafts.discard();
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
      {isText && text === '' ? (
        <EmptyState icon={<IconFileText />} title={t('empty')} />
      ) : isText ? (
        <TextDocument name={name} text={text} source={source} />
      ) : (
        <ErrorBoundary>
          <RenderedDocument kind={kind} name={name} file={file} />
        </ErrorBoundary>
      )}
    </div>
  );
};

type Rendering = ReturnType<typeof render>;

/** Renders a document. The library of each kind is loaded on demand. */
const render = async (kind: string, { bytes }: FileContent) => {
  try {
    switch (kind) {
      case 'word': {
        const { renderWord } = await loadChunk(() => import('./render-word.ts'));
        return { as: 'frame', content: await renderWord(await repackWithLimits(bytes, PAGE_LIMITS)) } as const;
      }
      case 'slides': {
        const { renderSlides } = await loadChunk(() => import('./render-slides.ts'));
        return { as: 'frame', content: await renderSlides(await repackWithLimits(bytes, PAGE_LIMITS)) } as const;
      }
      default: {
        const { readSheets } = await loadChunk(() => import('./read-sheets.ts'));
        // Old workbooks (.xls) are not ZIP packages.
        const plain = isPackage(bytes) ? await repackWithLimits(bytes, WORKER_LIMITS) : bytes;
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
const PAGE_LIMITS = { bytes: 128 * MIB, markup: 24 * MIB };
const WORKER_LIMITS = { bytes: 128 * MIB, markup: 64 * MIB };

/** Renders each file once. */
const renderingCache = new WeakMap<FileContent, Rendering>();
const renderOnce = (kind: string, file: FileContent): Rendering => {
  const rendering = renderingCache.get(file) ?? render(kind, file);
  renderingCache.set(file, rendering);
  return rendering;
};

const RenderedDocument = ({
  kind,
  name,
  file,
}: {
  readonly kind: string;
  readonly name: string;
  readonly file: FileContent;
}) => {
  const t = useText(messages);
  const settled = usePromiseValue(useMemo(() => renderOnce(kind, file), [kind, file]));
  if (settled === null) return <WindowSkeleton />;
  const result = settled.value;
  switch (result.as) {
    case 'frame':
      return <SandboxFrame label={t('preview', { name })} content={result.content} />;
    case 'sheets':
      return <Sheets sheets={result.sheets} />;
    case 'tooLarge':
      return <ErrorState title={t('tooLargeTitle')} text={t('tooLargeText')} />;
    case 'broken':
      return <ErrorState title={t('brokenTitle')} text={t('brokenText')} />;
  }
};
