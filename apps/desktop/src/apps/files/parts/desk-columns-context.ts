import { createContext } from 'react';
import type { deskColumns } from './desk-columns.tsx';

/** Builds the list columns of the desktop layout, provided by its frame; null on a phone, which has a single column. */
export const DeskColumns = createContext<typeof deskColumns | null>(null);
