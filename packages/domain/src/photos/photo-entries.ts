import type { TimelinePhoto } from '@boxwood/box-sdk';
import type { FileEntry } from '../model.ts';

/** File type of a photo in the box's numbering. */
const PHOTO_TYPE = 3;

/** A file entry of which only the path is known. */
export const pictureAt = (path: string): FileEntry => ({
  path,
  id: path,
  name: path.slice(path.lastIndexOf('/') + 1),
  type: PHOTO_TYPE,
  size: 0,
  md512kb: '',
  ctime: 0,
  mtime: 0,
});

/** The files of a photo: the photo itself, the video of a live photo, its raw file. */
export const entriesOf = ({ path, video, raw, size, md512kb, taken }: TimelinePhoto): readonly FileEntry[] =>
  [path, video, raw]
    .filter((each) => each !== '')
    .map((each) => ({
      ...pictureAt(each),
      mtime: taken,
      ...(each === path ? { size, md512kb } : {}),
    }));
