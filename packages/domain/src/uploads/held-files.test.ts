import { of } from 'rxjs';
import { expect, it } from 'vitest';
import { HeldFiles } from './held-files.ts';
import type { UploadHandle, UploadId } from './uploads.ts';

const handle: UploadHandle = { kind: 'file', name: 'film' };
const film = 'film' as UploadId;
const handles = new Map([[film, handle]]);

it('where the browser keeps no handles, nothing is kept and nothing is wrong', () => {
  const files = new HeldFiles(null);
  files.keep(handles);
  files.drop([film]);
  expect([...files.kept$.value]).toEqual([]);
});

it('only what changes is told', () => {
  const told: (readonly string[])[] = [];
  const forgotten: (readonly string[])[] = [];
  const files = new HeldFiles({
    ids: () => of([]),
    keep: () => undefined,
    open: () => of(new Map()),
    forget: (ids) => forgotten.push(ids),
  });
  files.kept$.subscribe((ids) => told.push([...ids]));
  files.keep(handles);
  files.keep(new Map());
  files.drop(['stranger' as UploadId]);
  files.drop([film]);
  files.drop([film]);
  expect(told).toEqual([[], ['film'], []]);
  expect(forgotten).toEqual([['film']]);
});
