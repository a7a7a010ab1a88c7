import { createContext } from 'react';
import type { deskColumns } from './desk-columns.tsx';

/** The columns of a list in a window, which come with its frame; null on a phone, where rows are lines. */
export const DeskColumns = createContext<typeof deskColumns | null>(null);
