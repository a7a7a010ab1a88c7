import { PAGE_SIZES } from '@boxwood/box-sdk/rules';
import type { FileSearch, FolderState, Location, SortOrder } from '../files.ts';
import type { ListingPages } from './listing-pages.ts';
import { isRoot, patternOf } from '../file-paths.ts';

/** The listing fields before anything is loaded. */
export const EMPTY_LISTING = { entries: [], total: 0, pageNow: 1, pageSum: 1 } satisfies Partial<FolderState>;

/** State of a newly opened folder. */
export const initialFolderState = (location: Location, sort: SortOrder): FolderState => ({
  ...EMPTY_LISTING,
  location,
  limit: PAGE_SIZES.listing,
  loading: 'first',
  deferSkeleton: false,
  failure: null,
  sort,
  filter: {},
  search: null,
  partial: false,
  backStack: [],
  forwardStack: [],
  canBack: false,
  canForward: false,
  canUp: !isRoot(location.place, location.path),
});

/** The page request for what a view shows. */
export const pageRequestOf = ({ location, sort, filter, search, limit }: FolderState): ListingPages['request'] => {
  const pattern = search === null ? null : patternOf(search.text, search.regex);
  return {
    location,
    sort,
    filter,
    pattern,
    type: search?.type ?? null,
    placeSearch: search?.placeSearch ?? null,
    limit,
  };
};

/** Whether both searches are the same; compares their JSON, as searches are small. */
export const isSameSearch = (first: FileSearch | null, second: FileSearch | null): boolean =>
  JSON.stringify(first) === JSON.stringify(second);
