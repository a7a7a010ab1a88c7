import type { BoxEvent } from '../events/box-event.ts';
import { projection } from '../store/projection.ts';
import { type DesktopState, EMPTY_DESKTOP } from './desktop-decisions.ts';

/** The desktop state of this tab, projected from window events. */
export const desktopProjection = projection<DesktopState, BoxEvent>({
  name: 'desktop',
  version: 1,
  scope: 'session',
  initial: EMPTY_DESKTOP,
  on: {
    WindowOpened: (draft, { window }) => {
      draft.windows.push({ ...window });
      draft.nextZ = Math.max(draft.nextZ, window.zIndex + 1);
    },
    WindowChanged: (draft, { id, title, pageIndex, params }) => {
      const window = draft.windows.find((candidate) => candidate.id === id);
      if (window !== undefined) Object.assign(window, { title, pageIndex, params });
    },
    WindowsPlaced: (draft, { placements }) => {
      const renumbered = placements.length > 1 && placements.length === draft.windows.length;
      for (const { id, ...change } of placements) {
        const window = draft.windows.find((candidate) => candidate.id === id);
        if (window !== undefined) Object.assign(window, change);
      }
      const front = draft.windows.reduce((highest, window) => Math.max(highest, window.zIndex), 0);
      draft.nextZ = renumbered ? front + 1 : Math.max(draft.nextZ, front + 1);
    },
    WindowClosed: (draft, { ids }) => {
      const closedIds = new Set(ids);
      draft.windows = draft.windows.filter(({ id }) => !closedIds.has(id));
    },
    IconsChosen: (draft, { titles }) => {
      draft.icons = titles === null ? null : [...titles];
    },
  },
});
