import { extensionOf, typeOfName } from '../files/file-type.ts';

interface NamedFile {
  readonly id: number;
  readonly name: string;
  readonly duration: number;
}

/** File name extensions of camera raw files. */
export const RAW_EXTENSIONS: ReadonlySet<string> = new Set('raw cr2 cr3 nef arw dng orf rw2 raf'.split(' '));
/** Maximum duration of a live photo's video in seconds. They last about three; a longer one is an ordinary video. */
const MAX_LIVE_VIDEO_S = 6;

const stemOf = (name: string): string => name.slice(0, name.lastIndexOf('.')).toLowerCase();

/**
 * Maps the id of each accompanying file to the id of its photo: the video of a live photo, or the camera raw file. They
 * have the same name.
 */
export const leadsOf = (files: readonly NamedFile[]): ReadonlyMap<number, number> => {
  const pictures = new Map<string, number>();
  for (const { id, name } of files)
    if (typeOfName(name) === 3 && !RAW_EXTENSIONS.has(extensionOf(name))) pictures.set(stemOf(name), id);
  const leads = new Map<number, number>();
  for (const { id, name, duration } of files) {
    const lead = pictures.get(stemOf(name));
    const extension = extensionOf(name);
    const isCompanion = RAW_EXTENSIONS.has(extension) || (extension === 'mov' && duration <= MAX_LIVE_VIDEO_S);
    if (lead !== undefined && lead !== id && isCompanion) leads.set(id, lead);
  }
  return leads;
};
