import type { Album, QueryState, TimelinePhoto } from '@boxwood/domain';
import { IconFolder, IconImages, IconPencil, IconPlus, IconTrash, type MenuEntry } from '@boxwood/ui';
import { type ReactNode, useCallback, useState } from 'react';
import { UserToken } from '../../../../composition/service-tokens.ts';
import { usePhotos } from '../../../../kit/files/pictures/photos-service.ts';
import type { UploadQuestion } from '../../../../kit/files/receive/upload-question.ts';
import type { UploadTree } from '../../../../kit/files/receive/upload-tree.ts';
import { LazyUploadQuestion } from '../../../../kit/files/receive/LazyUploadQuestion.tsx';
import { useService } from '../../../../platform/react/scope.tsx';
import { useQuery } from '../../../../platform/react/use-query.ts';
import { useText } from '../../../../platform/react/use-text.ts';
import { albumMessages } from '../../album-messages.ts';
import { AlbumDialog, AlbumFoldersDialog, AlbumUploadDialog, RemoveAlbumDialog } from '../lazy-parts.tsx';

/** The open dialog: create an album from pictures, upload to one, edit it or delete it. */
type OpenAlbumDialog =
  | { readonly kind: 'make'; readonly ids: readonly string[] }
  | { readonly kind: 'upload'; readonly album: Album; readonly tree: UploadTree | null }
  | { readonly kind: 'change' | 'remove' | 'folders'; readonly album: Album };

/** The albums, and the actions for them and their pictures. */
export interface AlbumActions {
  readonly albums: QueryState<readonly Album[]>;
  readonly me: string;
  readonly reload: () => void;
  /** Menu entries that add pictures to an existing or new album. */
  readonly addEntries: (photos: readonly TimelinePhoto[]) => readonly MenuEntry[];
  readonly addPhotos: (album: Album, ids: readonly string[]) => void;
  readonly removePhotos: (album: Album, photos: readonly TimelinePhoto[]) => void;
  readonly setCover: (album: Album, photo: TimelinePhoto) => void;
  readonly create: () => void;
  /** Opens the upload dialog; without a tree the user chooses the files there. */
  readonly upload: (album: Album, tree?: UploadTree) => void;
  /** Menu entries for the owner of an album. */
  readonly menuEntriesOf: (album: Album) => readonly MenuEntry[];
  /** The page must render these dialogs. */
  readonly dialogs: ReactNode;
}

/**
 * @param onCreated called when a dialog created an album
 * @param onRemoved called when an album was deleted
 */
export const useAlbumActions = (onCreated: (id: string) => void, onRemoved: (id: string) => void): AlbumActions => {
  const t = useText(albumMessages);
  const photos = usePhotos();
  const me = useService(UserToken);
  const [albums, reload] = useQuery(
    useCallback(() => photos.albums(), [photos]),
    { about: 'photos' },
  );
  const [open, setOpen] = useState<OpenAlbumDialog | null>(null);
  const [question, setQuestion] = useState<UploadQuestion | null>(null);
  const close = (): void => {
    setOpen(null);
  };
  const own = albums.at === 'ready' ? albums.value.filter(({ owner }) => owner === me) : [];
  const addPhotos = (album: Pick<Album, 'id' | 'name'>, ids: readonly string[]): void => {
    photos.addTo(album, ids).subscribe(reload);
  };
  return {
    albums,
    me,
    reload,
    addPhotos,
    addEntries: (chosen) => {
      const ids = chosen.map(({ id }) => id);
      return [
        {
          kind: 'action',
          id: 'new',
          label: t('newWith'),
          icon: <IconPlus />,
          onSelect: () => {
            setOpen({ kind: 'make', ids });
          },
        },
        ...own.map((album): MenuEntry => ({
          kind: 'action',
          id: album.id,
          label: album.name,
          icon: <IconImages />,
          onSelect: () => {
            addPhotos(album, ids);
          },
        })),
      ];
    },
    removePhotos: (album, chosen) => {
      photos
        .dropFrom(
          album,
          chosen.map(({ id }) => id),
        )
        .subscribe(reload);
    },
    setCover: (album, { path }) => {
      photos.setCover(album.id, path).subscribe(reload);
    },
    create: () => {
      setOpen({ kind: 'make', ids: [] });
    },
    upload: (album, tree) => {
      setOpen({ kind: 'upload', album, tree: tree ?? null });
    },
    menuEntriesOf: (album) => [
      {
        kind: 'action',
        id: 'change',
        label: t('change'),
        icon: <IconPencil />,
        onSelect: () => {
          setOpen({ kind: 'change', album });
        },
      },
      {
        kind: 'action',
        id: 'folders',
        label: t('folders'),
        icon: <IconFolder />,
        onSelect: () => {
          setOpen({ kind: 'folders', album });
        },
      },
      {
        kind: 'action',
        id: 'remove',
        label: t('remove'),
        icon: <IconTrash />,
        danger: true,
        onSelect: () => {
          setOpen({ kind: 'remove', album });
        },
      },
    ],
    dialogs:
      question !== null ? (
        <LazyUploadQuestion question={question} setQuestion={setQuestion} />
      ) : open === null ? null : open.kind === 'upload' ? (
        <AlbumUploadDialog album={open.album} droppedTree={open.tree} onQuestion={setQuestion} onClose={close} />
      ) : open.kind === 'folders' ? (
        <AlbumFoldersDialog
          album={open.album}
          onClose={() => {
            close();
            // The number of pictures may have changed.
            reload();
          }}
        />
      ) : open.kind === 'remove' ? (
        <RemoveAlbumDialog
          album={open.album}
          onConfirm={() => {
            close();
            photos.removeAlbum(open.album).subscribe((result) => {
              if (result._tag === 'Right') onRemoved(open.album.id);
              reload();
            });
          }}
          onClose={close}
        />
      ) : (
        <AlbumDialog
          album={open.kind === 'change' ? open.album : null}
          onDone={(album) => {
            close();
            reload();
            if (open.kind !== 'make') return;
            if (open.ids.length > 0) addPhotos(album, open.ids);
            else onCreated(album.id);
          }}
          onClose={close}
        />
      ),
  };
};
