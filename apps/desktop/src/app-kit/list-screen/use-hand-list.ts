import { HAND_ROW } from '@boxwood/ui';
import { usePhonePage } from '../phone-page.ts';

const HAND = { bare: true, touchSelects: true, rowHeight: HAND_ROW.usual } as const;
const WINDOW = {} as const;

/** How a list of a {@link ListScreen} behaves: in a hand it has no heads, its lines are as high as a finger wants them, and a long press selects. */
export const useHandList = (): typeof HAND | typeof WINDOW => (usePhonePage() === null ? WINDOW : HAND);
