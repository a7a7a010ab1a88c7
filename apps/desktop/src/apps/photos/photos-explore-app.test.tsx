import { ALB, type Label, ListLabels, ListPhotoMonths, type PhotoTwins, TrashFiles } from '@boxwood/box-sdk';
import { fireEvent, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { BoxReplies } from '../../testing/box-replies.ts';
import { PICTURE_FOLDER, photoLibrary, timelinePhoto } from '../../testing/photo-library.ts';
import { openSection, tileNames } from '../../testing/photo-page.ts';
import { renderApp, type RenderAppOptions, type RenderedApp } from '../../testing/render-app.tsx';
import { photos } from './manifest.ts';

const LAKE = timelinePhoto('lake.png');
const place = (id: string, country: string, name: string, english: string, region = '', region_english = '') => ({
  ...{ id, country, name, english, region, region_english },
});
const labelOf = (at: ReturnType<typeof place>, cnt: number): Label => ({
  id: at.id,
  name: '',
  cnt,
  cover: '',
  place: at,
});
const HANGZHOU = place('c1', 'CN', '杭州', 'Hangzhou', '浙江', 'Zhejiang');
const HONG_KONG = place('c2', 'HK', '香港', 'Hong Kong');
const LHASA = place('c3', 'CN', '拉萨', 'Lhasa', '西藏', 'Tibet');
const PARIS = place('o1', 'FR', 'Paris', 'Paris', 'Île-de-France', 'Île-de-France');
const CHINA = [labelOf(HANGZHOU, 4), labelOf(HONG_KONG, 5), labelOf(LHASA, 3)];
const OVERSEAS = [labelOf(PARIS, 4)];
const THINGS: readonly Label[] = [
  { id: 'dog', name: 'dog', chinese: '狗', cnt: 6, cover: '' },
  { id: 'bicycle', name: 'bicycle', chinese: '自行车', cnt: 2, cover: '' },
];

const renderExplore = (more: BoxReplies['photos'] = {}, options: RenderAppOptions<'photos'> = {}) =>
  renderApp(photos, {
    ...options,
    replies: photoLibrary(
      { photos: [LAKE] },
      {
        config: () => ({ cfg: { faceMinNum: 3, sources: [], scanning: 0, done: 1, total: 1 } }),
        labels: ({ group, start, count }) => {
          const all = group === 'china' ? CHINA : group === 'overseas' ? OVERSEAS : group === 'yolov' ? THINGS : [];
          return { total: all.length, list: all.slice(start, start + count), kinds: 80 };
        },
        spots: () => ({ version: '1', total: 0, list: [] }),
        ...more,
      },
    ).replies,
  });
const cards = (app: RenderedApp, region: string): readonly string[] =>
  within(app.getByRole('region', { name: region }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

describe('places of Photos', () => {
  it('PHOTO-02, PHOTO-18 are those with more than three pictures, by region, with names of their country', async () => {
    const app = await renderExplore();
    await openSection(app, 'Places');
    expect(app.sent(ListLabels)).toContainEqual({ user: 'ann', group: 'china', start: 0, count: 500 });
    expect(cards(app, 'China')).toEqual(['HangzhouZhejiang · 4 pictures']);
    expect(cards(app, 'Hong Kong, Macau, Taiwan')).toEqual(['Hong Kong5 pictures']);
    expect(cards(app, 'Other countries')).toEqual(['ParisFrance · 4 pictures']);
  });

  it('have their Chinese names in Chinese', async () => {
    const app = await renderExplore({}, { language: 'zh-CN' });
    await app.press(within(app.getByRole('navigation', { name: '照片分类' })).getByRole('button', { name: '地点' }));
    expect(cards(app, '中国')).toEqual(['杭州浙江 · 4 张']);
    expect(cards(app, '海外')).toEqual(['Paris法国 · 4 张']);
  });

  it('open the pictures of a place, with its region and country', async () => {
    const app = await renderExplore();
    await openSection(app, 'Places');
    await app.press(/^Paris/);
    expect(app.sent(ListPhotoMonths).at(-1)).toEqual({ place: 'o1' });
    expect(app.getByRole('heading', { name: 'Paris' })).toBeTruthy();
    expect(app.getByText('Île-de-France, France')).toBeTruthy();
    expect(app.button('Places').getAttribute('aria-current')).toBe('page');
    expect(tileNames(app)).toEqual(['lake.png']);
  });

  it('explain how a place is found when there is none', async () => {
    const app = await renderExplore({ labels: () => ({ total: 0, list: [] }) });
    await openSection(app, 'Places');
    expect(app.getByText('No places yet')).toBeTruthy();
    expect(app.queryByRole('group', { name: 'Map of the pictures' })).toBeNull();
  });

  it('say why they failed, and load again', async () => {
    let isBroken = true;
    const app = await renderExplore({
      labels: (_params, _caller, { refuse }) => {
        if (isBroken) throw refuse(ALB.service);
        return { total: 1, list: OVERSEAS };
      },
    });
    await openSection(app, 'Places');
    expect(app.getByText('Service or database error')).toBeTruthy();
    isBroken = false;
    await app.press('Try again');
    expect(cards(app, 'Other countries')).toEqual(['ParisFrance · 4 pictures']);
  });

  it('open the pictures of a cluster of the map', async () => {
    const at = { latitude: 22.28, longitude: 114.15, cover: '' };
    const app = await renderExplore({
      spots: () => ({
        version: '1',
        total: 6,
        list: [
          { ...at, id: '4.1.1', cnt: 5, place: HONG_KONG },
          { ...at, id: '4.2.2', cnt: 1 },
        ],
      }),
    });
    await openSection(app, 'Places');
    expect(app.getByRole('button', { name: 'Place without a name, 1 picture' })).toBeTruthy();
    await app.press('Hong Kong, 5 pictures');
    expect(app.sent(ListPhotoMonths).at(-1)).toEqual({ spot: '4.1.1' });
    expect(app.getByRole('heading', { name: 'Around Hong Kong' })).toBeTruthy();
    await openSection(app, 'Places');
    await app.press('Place without a name, 1 picture');
    expect(app.getByRole('heading', { name: 'Place without a name' })).toBeTruthy();
  });

  it('are magnified and reduced by button and key', async () => {
    const app = await renderExplore({
      spots: () => ({
        version: '1',
        total: 5,
        list: [{ id: '4.1.1', latitude: 48.8, longitude: 2.3, cnt: 5, cover: '', place: PARIS }],
      }),
    });
    await openSection(app, 'Places');
    const map = app.getByRole('group', { name: 'Map of the pictures' });
    const viewBox = () => map.querySelector('svg')?.getAttribute('viewBox');
    const first = viewBox();
    await app.press('Zoom out');
    const second = viewBox();
    expect(second).not.toBe(first);
    fireEvent.keyDown(map, { key: '-' });
    await app.settled();
    expect(viewBox()).not.toBe(second);
    fireEvent.keyDown(map, { key: '+' });
    await app.settled();
    expect(viewBox()).toBe(second);
    await app.press('Zoom in');
    expect(viewBox()).toBe(first);
  });
});

describe('things of Photos', () => {
  it('are those in more than three pictures, and say how many kinds the box knows', async () => {
    const app = await renderExplore();
    await openSection(app, 'Things');
    expect(app.getByText(/The box recognises 80 kinds of things/)).toBeTruthy();
    const list = within(app.getByRole('list', { name: 'Things' }));
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Dog6 pictures']);
    await app.press(/^Dog/);
    expect(app.sent(ListPhotoMonths).at(-1)).toEqual({ thing: 'dog' });
    expect(app.getByRole('heading', { name: 'Dog' })).toBeTruthy();
    expect(app.button('Things').getAttribute('aria-current')).toBe('page');
  });

  it('explain what is needed when there is none', async () => {
    const app = await renderExplore({ labels: () => ({ total: 0, list: [], kinds: 80 }) });
    await openSection(app, 'Things');
    expect(app.getByText('No things yet')).toBeTruthy();
    expect(app.getByText(/The box recognises 80 kinds, from dogs to bicycles/)).toBeTruthy();
  });
});

describe('duplicates of Photos', () => {
  const copy = (path: string, mtime: number) => ({ path, size: 2048, mtime });
  const FIRST = copy(`${PICTURE_FOLDER}/lake.png`, 100);
  const SECOND = copy(`${PICTURE_FOLDER}/Spare/lake.png`, 200);
  const FOREIGN = copy('/mnt/usb1/bob/lake.png', 50);
  const TWINS: PhotoTwins = { id: 't1', md512kb: '', size: 2048, files: [SECOND, FIRST, FOREIGN] };
  const renderTwins = async (list: PhotoTwins[] = [TWINS]) => {
    const app = await renderExplore({ twins: () => ({ total: list.length, list }) });
    await openSection(app, 'Duplicates');
    return app;
  };
  const isDisabled = (app: RenderedApp, name: RegExp): boolean =>
    app.getByRole('checkbox', { name }).getAttribute('aria-disabled') === 'true' ||
    app.getByRole('checkbox', { name }).hasAttribute('disabled') ||
    app.getByRole('checkbox', { name }).hasAttribute('data-disabled');

  it('list each picture with all its copies, and what could be freed', async () => {
    const app = await renderTwins();
    expect(app.getByText('3 copies of 2.00 KB each')).toBeTruthy();
    expect(app.getByText('1 picture has copies · 2.00 KB can be freed')).toBeTruthy();
    expect(app.getAllByRole('checkbox')).toHaveLength(3);
  });

  it('select all but the oldest own copy, and delete them', async () => {
    const app = await renderTwins();
    await expect(app.press(/^Delete 0 copies/)).rejects.toThrow('Choose copies first');
    await app.press('Select all but one of each');
    await app.press(/^Delete 1 copy · 2\.00.KB$/);
    expect(app.sent(TrashFiles)).toEqual([{ paths: [SECOND.path] }]);
    expect(app.button('Select all but one of each')).toBeTruthy();
  });

  it('keep one own copy, and never select that of another user', async () => {
    const app = await renderTwins();
    expect(isDisabled(app, /bob/)).toBe(true);
    expect(app.getByText('Belongs to someone else')).toBeTruthy();
    await app.press(app.getByRole('checkbox', { name: /Spare/ }));
    expect(app.getByText('One copy must stay')).toBeTruthy();
    expect(isDisabled(app, /My Images › lake\.png/)).toBe(true);
    await app.press('Select none');
    expect(isDisabled(app, /My Images › lake\.png/)).toBe(false);
  });

  it('have nothing to select when all copies belong to others', async () => {
    const app = await renderTwins([{ ...TWINS, files: [FOREIGN, copy('/mnt/usb1/bob/again.png', 60)] }]);
    await expect(app.press('Select all but one of each')).rejects.toThrow('Belongs to someone else');
  });

  it('explain that there are none', async () => {
    const app = await renderTwins([]);
    expect(app.getByText('No duplicates')).toBeTruthy();
  });
});
