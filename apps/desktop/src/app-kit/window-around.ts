import type { WindowId } from '@boxwood/domain';
import { createContext } from 'react';

/** The window that something is shown in, on a phone the page; null above all of them. */
export const WindowContext = createContext<WindowId | null>(null);
