import type { FileEntry } from '@boxwood/domain';
import { TruncateStart } from '../../../kit/files/TruncateStart.tsx';
import type { FileBrowser } from './browser/use-browser.ts';
import { useEntryLocation } from './browser/use-entry-location.ts';

interface EntryLocationProps
  extends Pick<FileBrowser, 'roots' | 'placeOfEntry'>, Pick<FileBrowser['state'], 'location' | 'search'> {
  readonly entry: FileEntry;
}

/** Folder of a search result, relative to the searched folder, with the full path as a tooltip. */
export const EntryLocation = ({ entry, location, search, ...browser }: EntryLocationProps) => {
  const locationOf = useEntryLocation(browser);
  const from = search?.placeSearch === undefined ? location.path : undefined;
  return <TruncateStart text={locationOf(entry, from)} title={locationOf(entry)} />;
};
