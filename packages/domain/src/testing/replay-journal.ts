/** Checks that an exported journal replays into the state in which it was exported. */
import { type BoxEvent, isKnownEventType } from '../events/box-event.ts';
import { JOURNAL_SCHEMA } from '../journal/box-journal.ts';
import type { JournalExport } from '../journal/journal.ts';
import { type Projection, restoreState } from '../store/projection.ts';

/** Parses a value written by `toText`; undefined for anything else. */
export const fromText = (text: string): unknown => {
  try {
    return JSON.parse(text, (_, item: unknown) => {
      if (typeof item !== 'object' || item === null) return item;
      if ('$map' in item && Array.isArray(item.$map)) return new Map(item.$map as [unknown, unknown][]);
      return '$set' in item && Array.isArray(item.$set) ? new Set<unknown>(item.$set) : item;
    });
  } catch {
    return undefined;
  }
};

/** Parses an exported text; null when it is no journal of this version. */
export const readJournal = (text: string): JournalExport | null => {
  const value = fromText(text);
  if (typeof value !== 'object' || value === null) return null;
  if (!(
    'format' in value &&
    value.format === 'boxwood-journal' &&
    'schema' in value &&
    value.schema === JOURNAL_SCHEMA
  ))
    return null;
  if (!('base' in value && 'events' in value && Array.isArray(value.events))) return null;
  // Written by `text` of this version; unknown event types are ignored by every projection.
  return value as JournalExport;
};

/** The saved states after replaying a journal, by projection. */
export const replayJournal = (
  journal: JournalExport,
  projections: readonly Projection<unknown, BoxEvent>[],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    projections.map((projection) => {
      const base = journal.base[projection.name];
      const known = journal.events.filter(({ event }) => isKnownEventType(event.type));
      return [projection.name, projection.save(projection.reduce(restoreState(projection, base), known))];
    }),
  );
