import { HAND_ROW } from '@boxwood/ui';
import { usePhonePage } from '../phone-page.ts';

const HAND = { bare: true, touchSelects: true, rowHeight: HAND_ROW.usual } as const;
const WINDOW = {} as const;

/**
 * List options of a {@link ListScreen}: on a phone no column headers, rows of touch height, and a long press selects.
 */
export const useHandList = (): typeof HAND | typeof WINDOW => (usePhonePage() === null ? WINDOW : HAND);
