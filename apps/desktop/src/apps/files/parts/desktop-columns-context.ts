import { createContext } from 'react';
import type { desktopColumns } from './desktop-columns.tsx';

/** Builds the list columns of the desktop layout, provided by its frame; null on a phone, which has a single column. */
export const DesktopColumnsContext = createContext<typeof desktopColumns | null>(null);
