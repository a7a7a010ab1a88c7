import { of } from 'rxjs';
import { expect, it } from 'vitest';
import { HeldFiles } from './held-files.ts';
import type { UploadHandle, UploadId } from '../uploads.ts';

const handle: UploadHandle = { kind: 'file', name: 'film' };
const film = 'film' as UploadId;
const handles = new Map([[film, handle]]);

it('where the browser keeps no handles, nothing is kept and nothing is wrong', () => {
  const files = new HeldFiles(null);
  files.storeHandles(handles);
  files.release([film]);
  expect([...files.reopenable$.value]).toEqual([]);
});

it('only what changes is told', () => {
  const told: (readonly string[])[] = [];
  const forgotten: (readonly string[])[] = [];
  const files = new HeldFiles({
    ids: () => of([]),
    store: () => undefined,
    open: () => of(new Map()),
    forget: (ids) => forgotten.push(ids),
  });
  files.reopenable$.subscribe((ids) => told.push([...ids]));
  files.storeHandles(handles);
  files.storeHandles(new Map());
  files.release(['stranger' as UploadId]);
  files.release([film]);
  files.release([film]);
  expect(told).toEqual([[], ['film'], []]);
  expect(forgotten).toEqual([['film']]);
});
