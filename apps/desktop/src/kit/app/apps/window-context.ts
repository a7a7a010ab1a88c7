import type { WindowId } from '@boxwood/domain';
import { createContext } from 'react';

/** The id of the surrounding window, on a phone of the page; null outside of all windows. */
export const WindowContext = createContext<WindowId | null>(null);
