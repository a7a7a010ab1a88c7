/**
 * Opens every screen of a phone by touch, one after the other: the places, what is opened from them, and their dialogs.
 */
import type { Locator } from '@playwright/test';
import { messages as files } from '../../apps/desktop/src/apps/files/all-messages.ts';
import { startMessages } from '../../apps/desktop/src/apps/files/start/messages.ts';
import { messages as photo } from '../../apps/desktop/src/apps/photo/messages.ts';
import { albumMessages } from '../../apps/desktop/src/apps/photos/album-messages.ts';
import { messages as photos } from '../../apps/desktop/src/apps/photos/messages.ts';
import { peopleMessages } from '../../apps/desktop/src/apps/photos/people-messages.ts';
import { placeMessages } from '../../apps/desktop/src/apps/photos/place-messages.ts';
import { objectMessages } from '../../apps/desktop/src/apps/photos/object-messages.ts';
import { messages as shares } from '../../apps/desktop/src/apps/shares/messages.ts';
import { phoneMessages } from '../../apps/desktop/src/shell/phone/messages.ts';
import type { LocalizedText } from '../../apps/desktop/src/platform/i18n/define-messages.ts';
import { longPress } from '../browser/touch-actions.ts';
import { OWNER } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { waitForNetworkIdle } from '../lib/network-idle.ts';
import { FOLDER, tabs, type ScreenWalk, walkFiles } from './screen-walk.ts';

/** Apps whose pages are listed in a row of their own. */
const PAGED: readonly string[] = ['account', 'settings', 'task-centre', 'help'];
const SAFE_PASSWORD = 'abc123';

/** A user of a phone. */
class PhoneUser {
  readonly walk: ScreenWalk;

  constructor(walk: ScreenWalk) {
    this.walk = walk;
  }

  get page() {
    return this.walk.page;
  }

  /** The page in front. */
  get front(): Locator {
    return this.page.locator('main section:not([hidden])').first();
  }

  get sheet(): Locator {
    return this.page.getByRole('menu').or(this.page.getByRole('dialog')).or(this.page.getByRole('alertdialog')).last();
  }

  button(words: LocalizedText, at: Locator = this.front): Locator {
    return at.getByRole('button', { name: this.walk.label(words), exact: true }).first();
  }

  item(words: LocalizedText): Locator {
    return this.page.getByRole('menuitem', { name: this.walk.label(words) }).first();
  }

  async goTo(place: string): Promise<Locator> {
    await this.page.locator(`[data-place="${place}"]`).tap();
    const start = this.page.locator(`[data-start="${place}"]`);
    await start.waitFor();
    return start;
  }

  async fromMore(id: string): Promise<void> {
    await this.goTo('more');
    await this.page.locator(`[data-app="${id}"]`).tap();
    await this.page.locator('[data-start="more"]').waitFor({ state: 'hidden' });
  }

  /** Opens a folder of the personal space, starting from the first page. */
  async folder(...names: readonly string[]): Promise<void> {
    const start = await this.goTo('files');
    await start.getByRole('button', { name: this.walk.label({ en: 'Personal space', zh: '个人空间' }) }).tap();
    await start.waitFor({ state: 'hidden' });
    for (const name of names) await this.enter(name);
  }

  async enter(name: string): Promise<void> {
    await this.entry(name).tap();
    await this.front.getByRole('heading', { name, exact: true }).waitFor();
  }

  entry(name: string): Locator {
    return this.front.locator('[data-index]').filter({ hasText: name }).first();
  }

  /** Takes a picture of what a tap opens, and closes it. */
  async shows(name: string, pressed: Locator): Promise<void> {
    await pressed.tap();
    await this.sheet.waitFor();
    await this.walk.take(name);
    await this.walk.leave(this.sheet);
  }

  async hold(name: string): Promise<void> {
    await waitForNetworkIdle(this.page);
    await longPress(this.page, this.entry(name));
    await this.button(files.table.endSelection).waitFor();
  }

  /** Opens a file, takes a picture, and goes back. */
  async opens(name: string, file: string): Promise<void> {
    await this.entry(file).tap();
    await this.front.getByRole('heading', { name: file }).waitFor();
    await this.walk.take(name);
    await this.page.goBack();
    await this.entry(file).waitFor();
  }
}

/** The places, and every app behind More with its tabs and pages. */
const walkPlaces = async (hand: PhoneUser): Promise<void> => {
  const { walk, page } = hand;
  for (const place of ['files', 'photos', 'shared', 'more']) {
    await hand.goTo(place);
    await walk.take(`place ${place}`);
  }
  const more = page.locator('[data-start="more"]');
  await page.getByRole('main').locator('[data-app]').last().scrollIntoViewIfNeeded();
  await more.getByRole('button').last().scrollIntoViewIfNeeded();
  await walk.take('place more end');
  await hand.shows('more theme', more.getByRole('button', { name: walk.label(phoneMessages.table.theme) }));
  await hand.shows('more language', more.getByRole('button', { name: walk.label(phoneMessages.table.language) }));
  await hand.shows('more sign out', more.getByRole('button').last());
  await more.getByRole('button', { name: walk.label(phoneMessages.table.messages) }).tap();
  const drawer = page.getByRole('dialog');
  await walk.take('messages');
  await tabs(walk, drawer, 'messages');
  await walk.leave(drawer);
  const ids = await more
    .locator('[data-app]')
    .evaluateAll((all) => all.map((row) => row.getAttribute('data-app') ?? ''));
  for (const id of [...ids, 'help']) {
    if (id === 'help') {
      await hand.goTo('more');
      await more.getByRole('button').nth(-2).tap();
    } else await hand.fromMore(id);
    await walk.take(id);
    const pages = PAGED.includes(id) ? await hand.front.getByRole('navigation').getByRole('button').all() : [];
    for (const [at, one] of pages.entries()) {
      if (at > 0) {
        await one.tap();
        await walk.take(`${id} page ${at}`);
      }
      await tabs(walk, hand.front, `${id} page ${at}`);
    }
    if (pages.length === 0) await tabs(walk, hand.front, id);
  }
};

/** Photos, its sections and dialogs. */
const walkPhotos = async (hand: PhoneUser): Promise<void> => {
  const { walk, page } = hand;
  const start = await hand.goTo('photos');
  const chip = (words: LocalizedText): Locator => hand.button(words, start);
  const tile = start.getByRole('gridcell');
  await tile.first().waitFor();
  for (const [name, words] of [
    ['favourites none', photos.table.favourites],
    ['people', peopleMessages.table.people],
    ['things', objectMessages.table.things],
    ['map', placeMessages.table.places],
    ['this day', photos.table.memories],
    ['films', photos.table.films],
  ] as const) {
    await chip(words).tap();
    await walk.take(`photos ${name}`);
  }
  await chip(albumMessages.table.albums).tap();
  await walk.take('photos albums none');
  await chip(photos.table.all).tap();
  await tile.first().waitFor();
  await waitForNetworkIdle(page);
  await longPress(page, tile.first());
  for (const at of [1, 4]) await tile.nth(at).tap();
  await walk.take('photos selected');
  await hand.button(albumMessages.table.add, start).tap();
  await hand.sheet.waitFor();
  await walk.take('photos selected album');
  await hand.item(albumMessages.table.newWith).tap();
  const naming = page.getByRole('dialog');
  await naming.waitFor();
  await walk.take('photos album new');
  await naming
    .getByRole('textbox')
    .first()
    .fill(walk.label({ en: 'Sunny days', zh: '晴天' }));
  await naming.locator('button[type="submit"]').tap();
  await naming.waitFor({ state: 'detached' });
  await chip(albumMessages.table.albums).tap();
  await walk.take('photos albums');
  await start.getByRole('list').getByRole('button').first().tap();
  await walk.take('photos album');
  await hand.shows('photos album menu', hand.button(albumMessages.table.menu, start));
  await page.goBack();
  await chip(photos.table.all).tap();
  await hand.button(photos.table.find, start).tap();
  await start.getByRole('searchbox').fill('2025');
  await walk.take('photos search');
  await start.getByRole('searchbox').fill('zzz');
  await walk.take('photos search none');
  await hand.button(photos.table.find, start).tap();
  await tile.first().tap();
  await hand.front.getByRole('button', { name: walk.label(photo.table.facts) }).waitFor();
  await walk.take('photos viewer');
  await hand.button(photo.table.facts).tap();
  await walk.take('photos viewer details');
  await page.goBack();
  await hand.shows('photos viewer more', hand.button(photo.table.more));
  await page.goBack();
  await tile.first().waitFor();
};

/** Files: adding, selecting, searching and opening. */
const walkFolders = async (hand: PhoneUser): Promise<void> => {
  const { walk, page } = hand;
  const start = await hand.goTo('files');
  await hand.shows('files add', hand.button(startMessages.table.add, start));
  await hand.shows('search', start.getByRole('button').first());
  await start.getByRole('button').first().tap();
  await page.getByRole('combobox').fill('se');
  await walk.take('search typed');
  await walk.leave(page.getByRole('combobox'));
  await hand.folder('Photos', FOLDER);
  // The same box is used for another language afterwards.
  const name = walk.label({ en: 'Plans', zh: '计划' });
  const { more, icons, list, moreShort, startSearch, add, newFolder, emptyTitle } = files.table;
  await hand.shows('folder menu', hand.button(more));
  await hand.button(more).tap();
  await page.getByRole('menuitemradio', { name: walk.label(icons) }).tap();
  await walk.take('folder tiles');
  await hand.hold('IMG');
  await walk.take('folder tiles selected');
  await page.goBack();
  await hand.button(more).tap();
  await page.getByRole('menuitemradio', { name: walk.label(list) }).tap();
  await hand.hold('IMG_');
  await walk.take('folder selected');
  const bar = hand.front.getByRole('toolbar');
  await hand.shows('folder selected more', hand.button(moreShort, bar));
  await page.goBack();
  await hand.button(startSearch).tap();
  await hand.front.getByRole('searchbox').fill('110');
  await page.keyboard.press('Enter');
  await walk.take('folder search');
  await hand.front.getByRole('searchbox').fill('zzz');
  await page.keyboard.press('Enter');
  await walk.take('folder search none');
  await hand.folder('Documents');
  await hand.shows('folder add', hand.button(add));
  await hand.hold('Budget');
  await hand.button(moreShort, bar).tap();
  await hand.sheet.waitFor();
  await walk.take('folder of folders selected more');
  await walk.leave(hand.sheet);
  await page.goBack();
  await hand.button(add).tap();
  await hand.item(newFolder).tap();
  await page.getByRole('dialog').waitFor();
  await walk.take('folder new');
  await page.getByRole('dialog').getByRole('textbox').fill(name);
  await page.getByRole('dialog').locator('button[type="submit"]').tap();
  await hand.entry(name).waitFor();
  await hand.enter(name);
  await page.getByText(walk.label(emptyTitle)).first().waitFor();
  await walk.take('folder empty');
  // Pinned notices stand above the places.
  await page
    .locator('input[data-choose="files"]')
    .setInputFiles(
      [1, 2, 3].map((at) => ({ name: `note ${at}.txt`, mimeType: 'text/plain', buffer: Buffer.from(`note ${at}`) })),
    );
  await hand.entry('note 3.txt').waitFor();
  await walk.take('folder uploaded');
  await page.locator('input[data-choose="files"]').setInputFiles({
    name: 'note 1.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('another note'),
  });
  await page.getByRole('dialog').waitFor();
  await walk.take('folder conflict');
  await walk.leave(page.getByRole('dialog'));
  await hand.hold('note 2.txt');
  await hand.button(files.table.delete, bar).tap();
  await hand.entry('note 2.txt').waitFor({ state: 'detached' });
  await walk.take('folder deleted');
};

/** The viewers, and the small player that stays open. */
const walkViewers = async (hand: PhoneUser): Promise<void> => {
  const { walk, page } = hand;
  await hand.folder('Documents', 'Notes');
  await hand.opens('text', 'Shopping list.txt');
  await hand.opens('markdown', 'Recipe');
  await hand.opens('code', 'Hello.java');
  await page.goBack();
  await hand.enter('Letters');
  await hand.opens('word', 'House insurance.docx');
  await page.goBack();
  await hand.enter('Budget');
  await hand.opens('table', 'Budget 2026-01.xlsx');
  await page.goBack();
  await hand.enter('Weather');
  await hand.opens('numbers', 'temperatures 2026-01.csv');
  await hand.folder('Videos');
  await hand.entry('Sunset').tap();
  await hand.front.locator('video').waitFor();
  await walk.take('film');
  await page.goBack();
  await hand.folder('Music', 'Kitchen table sessions');
  await hand.entry('Rain').tap();
  await walk.take('music');
  await hand.goTo('files');
  await walk.take('files afterwards');
  await hand.fromMore('trash');
  await walk.take('trash one');
};

/** The share link of a folder, as owner and as guest, and with a password. */
const walkShares = async (hand: PhoneUser, origin: string): Promise<void> => {
  const { walk, page } = hand;
  const owner = await signIn(origin, OWNER);
  const give = (names: readonly string[], path: string, code: string) =>
    owner.shares.link({ path: `/mnt/usb1/${OWNER}${path}`, names, days: 3, code });
  const folder = await give([FOLDER], '/Photos', '0000');
  const locked = await give(['Budget'], '/Documents', '4711');
  const start = await hand.goTo('shared');
  await start.locator('[data-index]').first().waitFor();
  await walk.take('shared some');
  await longPress(page, start.locator('[data-index]').first());
  await walk.take('shared selected');
  await page.goBack();
  await hand.shows('shared new', hand.button(shares.table.newLink, start));
  for (const [name, url] of [
    ['stranger', folder.url],
    ['stranger code', locked.url],
  ] as const) {
    const visit = await page.context().newPage();
    const stranger = walk.on(visit);
    await visit.goto(url);
    await stranger.take(name);
    await visit.close();
  }
  for (const id of ['safe', 'private']) {
    await hand.fromMore(id);
    const form = page.getByRole('form');
    await form.locator('input[type="password"]').first().fill(SAFE_PASSWORD);
    await form.locator('input[type="password"]').last().fill(SAFE_PASSWORD);
    // Set up once, by the first variant.
    if ((await form.getByRole('checkbox').count()) > 0) await form.getByRole('checkbox').tap();
    await form.locator('button[type="submit"]').tap();
    await form.waitFor({ state: 'detached' });
    await walk.take(`${id} open`);
  }
};

/** All screens of a phone. */
export const walkPhoneScreens = async (walk: ScreenWalk, origin: string): Promise<void> => {
  const hand = new PhoneUser(walk);
  await walkPlaces(hand);
  await walkPhotos(hand);
  await walkFolders(hand);
  await walkViewers(hand);
  await walkShares(hand, origin);
  await hand.folder();
  await walkFiles(walk, hand.front);
};
