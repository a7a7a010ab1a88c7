import type { PhotoFilter, TimelinePhoto } from '@boxwood/domain';
import {
  Button,
  clearSelection,
  ContextMenuArea,
  type ContextRequest,
  emptySelection,
  IconButton,
  IconDownload,
  IconFolderOpen,
  IconHeart,
  IconImage,
  IconTrash,
  IconZoomIn,
  IconZoomOut,
  ListLayout,
  type MenuEntry,
  SearchBox,
  type Selection,
  selectOnly,
  Toolbar,
  ToolbarSpacer,
} from '@boxwood/ui';
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import { usePhotos } from '../../../file-kit/pictures/photos-service.ts';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import styles from '../photos.module.css';
import type { Section } from '../sections.ts';
import { Nothing } from './Nothing.tsx';
import { Pictures, SIZES, USUAL_SIZE } from './Pictures.tsx';
import { Upload } from './Upload.tsx';
import { MOST_SAVED, useActs } from './use-acts.ts';
import { usePhotoLine } from './use-photo-line.ts';
import { useWords } from './use-words.ts';

interface LinePageProps {
  readonly section: Section;
  readonly of: PhotoFilter;
}

/** One time line with its tools: what is found in it, and what can be done with what is selected. */
export const LinePage = ({ section, of }: LinePageProps) => {
  const t = useText(messages);
  const acts = useActs();
  const indexed = useStream(usePhotos().indexed$);
  const [text, words, setText] = useWords();
  const [size, setSize] = useState<number>(USUAL_SIZE);
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const line = usePhotoLine(useMemo(() => (words === '' ? of : { ...of, words }), [of, words]));
  const { asked, photos } = line;
  const chosen = useMemo(() => photos.filter(({ id }) => selection.keys.has(id)), [photos, selection]);
  const zoom = useCallback((by: 1 | -1) => {
    setSize((now) => Math.min(SIZES.length - 1, Math.max(0, now + by)));
  }, []);
  const total = asked.at === 'ready' ? asked.value.total : 0;
  const none = chosen.length === 0 ? t('chooseFirst') : undefined;
  const tooMany = chosen.length > MOST_SAVED ? t('chooseFewer', { most: MOST_SAVED }) : undefined;
  const hearted = chosen.length > 0 && chosen.every(({ favourite }) => favourite === 1);
  const remove = (which: readonly TimelinePhoto[]): void => {
    acts.remove(which);
    setSelection(clearSelection);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (chosen.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Delete') remove(chosen);
    else if (event.key.toLowerCase() === 'f' && indexed) acts.favourite(chosen);
    else return;
    event.preventDefault();
  };
  const entriesFor = (which: readonly TimelinePhoto[]): readonly MenuEntry[] => {
    const [first] = which;
    if (first === undefined) return [];
    const hearts = which.every(({ favourite }) => favourite === 1);
    const one: readonly MenuEntry[] =
      which.length > 1
        ? []
        : [
            {
              ...{ kind: 'action', id: 'open', label: t('open'), icon: <IconImage /> },
              onSelect: () => {
                acts.open(first, line.line);
              },
            },
            {
              ...{ kind: 'action', id: 'reveal', label: t('reveal'), icon: <IconFolderOpen /> },
              onSelect: () => {
                acts.reveal(first);
              },
            },
          ];
    return [
      ...one,
      ...(indexed
        ? [
            {
              ...{ kind: 'action' as const, id: 'favourite', icon: <IconHeart />, keys: 'F' },
              label: t(hearts ? 'unfavourite' : 'favourite'),
              onSelect: () => {
                acts.favourite(which);
              },
            },
          ]
        : []),
      {
        ...{ kind: 'action', id: 'download', label: t('download'), icon: <IconDownload /> },
        disabledReason: which.length > MOST_SAVED ? t('chooseFewer', { most: MOST_SAVED }) : undefined,
        onSelect: () => {
          acts.download(which);
        },
      },
      { kind: 'separator', id: 'end' },
      {
        ...{ kind: 'action', id: 'remove', label: t('remove'), icon: <IconTrash />, danger: true },
        onSelect: () => {
          remove(which);
        },
      },
    ];
  };
  /** Of what the menu is: of all that are selected when one of them is under the pointer, else of that one alone. */
  const entries = ({ target, by }: ContextRequest): readonly MenuEntry[] => {
    const key = target.closest<HTMLElement>('[data-key]')?.dataset['key'];
    if (key === undefined || by === 'touch') return [];
    if (selection.keys.has(key)) return entriesFor(chosen);
    setSelection(selectOnly(key));
    return entriesFor(photos.filter(({ id }) => id === key));
  };
  return (
    <ListLayout
      toolbar={
        <Toolbar wrap label={t('tools')}>
          <Upload primary={total > 0} />
          {indexed ? (
            <Button
              size="sm"
              icon={<IconHeart fill={hearted ? 'currentColor' : 'none'} />}
              disabledReason={none}
              onClick={() => {
                acts.favourite(chosen);
              }}
            >
              {t(hearted ? 'unfavourite' : 'favourite')}
            </Button>
          ) : null}
          <Button
            size="sm"
            icon={<IconDownload />}
            disabledReason={none ?? tooMany}
            onClick={() => {
              acts.download(chosen);
            }}
          >
            {t('download')}
          </Button>
          <Button
            size="sm"
            icon={<IconTrash />}
            disabledReason={none}
            onClick={() => {
              remove(chosen);
            }}
          >
            {t('remove')}
          </Button>
          <ToolbarSpacer />
          <SearchBox
            className={styles.find ?? ''}
            label={t('find')}
            {...(indexed ? { placeholder: t('findHint') } : {})}
            clearLabel={t('clear')}
            value={text}
            onValueChange={setText}
            maxLength={128}
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
      notice={indexed ? null : <p className={styles.noIndex}>{t('noIndex')}</p>}
      footer={
        <span aria-live="polite">
          {chosen.length > 0 ? t('chosen', { count: chosen.length }) : t('count', { count: total })}
        </span>
      }
    >
      <ContextMenuArea className={styles.area ?? ''} label={t('menu')} entries={entries}>
        <Pictures
          line={line}
          size={size}
          selection={selection}
          onSelectionChange={setSelection}
          onOpen={(photo) => {
            acts.open(photo, line.line);
          }}
          onZoom={zoom}
          onKeyDown={onKeyDown}
          empty={<Nothing section={section} searched={words !== ''} indexed={indexed} action={<Upload primary />} />}
        />
      </ContextMenuArea>
    </ListLayout>
  );
};
