import { left, right } from '@boxwood/command-bus';
import { firstValueFrom, of } from 'rxjs';
import { expect, it } from 'vitest';
import { listPhotoLocations, listPhotoObjects } from './photo-locations.ts';

const label = (group: string, at: number, cnt: number) => {
  const id = `${group} ${at}`;
  const place = { id, country: 'CN', name: id, english: id, region: '', region_english: '' };
  return { id, name: id, cnt, cover: '', place };
};

it('every place with more pictures than the box says, asked for in pages of 500', async () => {
  const asked: string[] = [];
  const of900 = Array.from({ length: 900 }, (_, at) => label('china', at, 900 - at));
  const groups = { china: of900, overseas: [label('overseas', 0, 4), label('overseas', 1, 3)] };
  const places = await firstValueFrom(
    listPhotoLocations({
      config: () => of(right({ faceMinNum: 3, sources: [], scanning: 0, done: 0, total: 0 } as const)),
      labels: (group, start, count) => {
        asked.push(`${group} ${start} ${count}`);
        const all = group === 'china' || group === 'overseas' ? groups[group] : [];
        return of(right({ total: all.length, list: all.slice(start, start + count) }));
      },
    }),
  );
  expect(asked.toSorted()).toEqual(['china 0 500', 'china 500 500', 'overseas 0 500']);
  expect(places).toMatchObject({ _tag: 'Right', right: { overseas: [{ id: 'overseas 0', cnt: 4 }] } });
  expect(places._tag === 'Right' ? places.right.china.length : 0).toBe(897);
});

it('kinds of things with more pictures than the box says, and how many kinds it knows; a box without them says so in words', async () => {
  const thing = { id: 'dog', name: 'dog', chinese: '狗', cnt: 4, cover: 'c' };
  const config = () => of(right({ faceMinNum: 3, sources: [], scanning: 0, done: 0, total: 0 } as const));
  const list = [thing, { ...thing, id: 'cat', cnt: 3 }];
  const labels = () => of(right({ total: 2, kinds: 80, list }));
  expect(await firstValueFrom(listPhotoObjects({ config, labels }))).toEqual(right({ kinds: 80, objects: [thing] }));
  const refused = left({ _tag: 'Refused', family: 'ALB', code: 4, info: 'not offered', fields: {} } as const);
  expect(await firstValueFrom(listPhotoObjects({ config, labels: () => of(refused) }))).toMatchObject({ _tag: 'Left' });
});
