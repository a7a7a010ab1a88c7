import { PHONE_ROW_HEIGHT_PX } from '@boxwood/ui';
import { usePhonePage } from '../phone-page.ts';

const PHONE_LIST = { headerless: true, touchSelects: true, rowHeight: PHONE_ROW_HEIGHT_PX.usual } as const;
const WINDOW_LIST = {} as const;

/**
 * List options of a {@link ListScreen}: on a phone no column headers, rows of touch height, and a long press selects.
 */
export const useListOptions = (): typeof PHONE_LIST | typeof WINDOW_LIST =>
  usePhonePage() === null ? WINDOW_LIST : PHONE_LIST;
