import { type FileEntry, isFolder, PLACES } from '@boxwood/domain';
import { FileIcon } from '@boxwood/ui';
import { useCallback } from 'react';
import { FilesToken, UserToken } from '../../../composition/service-tokens.ts';
import { iconOf } from '../../../kit/files/file-kinds.ts';
import { placeOf } from '../../../kit/files/file-places.ts';
import { hasThumb, Thumb } from '../../../kit/files/Thumb.tsx';
import { useService } from '../../../platform/react/scope.tsx';
import { useQuery } from '../../../platform/react/use-query.ts';
import styles from '../files.module.css';

/** Maximum number of pictures shown on a folder. */
const MAX_PICTURES = 3;
const PICTURE_PX = 30;

const FolderWithPictures = ({ entry, size }: { readonly entry: FileEntry; readonly size: number }) => {
  const files = useService(FilesToken);
  const user = useService(UserToken);
  const { path } = entry;
  const place = placeOf(path, user) ?? PLACES.personal;
  const [found] = useQuery(useCallback(() => files.listPictures({ place, path }, MAX_PICTURES), [files, place, path]));
  const pictures = found.at === 'ready' ? found.value.filter(hasThumb) : [];
  return (
    <span className={styles.folderThumb}>
      <FileIcon kind={iconOf(entry)} name={entry.name} size={size} />
      <span className={styles.within} aria-hidden="true">
        {pictures.map((picture) => (
          <Thumb key={picture.path} entry={picture} size={PICTURE_PX} />
        ))}
      </span>
    </span>
  );
};

/** Thumbnail of a tile: a folder shows its first pictures, any other entry is a {@link Thumb}. */
export const FolderThumb = ({ entry, size }: { readonly entry: FileEntry; readonly size: number }) =>
  isFolder(entry) && entry.type !== 777 ? (
    <FolderWithPictures entry={entry} size={size} />
  ) : (
    <Thumb entry={entry} size={size} />
  );
