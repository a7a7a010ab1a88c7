import { describe, expect, it } from 'vitest';
import { searchablePlacesOn } from '../../kit/files/file-places.ts';
import { NO_FILTER, buildSearch } from './search-filter.ts';

describe('what a search asks for (P-14)', () => {
  it('below the folder it needs a text; over places a kind, a day or a size will do', () => {
    expect(buildSearch('  ', NO_FILTER)).toBeNull();
    expect(buildSearch('', { ...NO_FILTER, fileType: '3' })).toBeNull();
    expect(buildSearch('a*', NO_FILTER)).toEqual({ text: 'a*', regex: false });
    expect(buildSearch('', { ...NO_FILTER, scope: 'all' })).toBeNull();
    expect(buildSearch('', { ...NO_FILTER, scope: '2', fileType: '3' })).toEqual({
      text: '',
      regex: false,
      type: 3,
      placeSearch: { places: [2] },
    });
  });

  it('MOUNT-07: an N2 has no storage of the network to search', () => {
    expect(searchablePlacesOn('N2')).toEqual([1, 2, 4, 5]);
    for (const model of ['N3', 'G2'] as const) expect(searchablePlacesOn(model)).toEqual([1, 2, 4, 5, 9]);
  });

  it('days are whole days of the person, sizes are MB, the safe and the private files are left out', () => {
    const asked = buildSearch('x', {
      ...NO_FILTER,
      scope: 'all',
      modifiedFrom: '2026-03-01',
      modifiedTo: '2026-03-01',
      minSizeMb: 1,
      maxSizeMb: 1.5,
    });
    const from = Math.floor(new Date(2026, 2, 1).getTime() / 1000);
    expect(asked?.placeSearch).toEqual({
      places: [1, 2, 4, 5, 9],
      modifiedFrom: from,
      modifiedTo: from + 86_399,
      sizeMin: 1_048_576,
      sizeMax: 1_572_864,
    });
    expect(buildSearch('x', { ...NO_FILTER, scope: 'all', modifiedFrom: 'soon' })?.placeSearch).toEqual({
      places: [1, 2, 4, 5, 9],
    });
  });
});
