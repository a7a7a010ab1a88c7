import {
  EjectDisk,
  GEN,
  ListDisks,
  ListFiles,
  type Partition,
  PutFavourite,
  RemoveFavourite,
  type ShortItem,
} from '@boxwood/box-sdk';
import { fireEvent } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { BoxReplies } from '../../testing/box-replies.ts';
import {
  closeMenu,
  fileItem,
  filesBox,
  HOME,
  menuTexts,
  openEntry,
  pressInMenu,
  pressKey,
  selectedNames,
  selectEntries,
  shownNames,
} from '../../testing/files-box.ts';
import type { PagePart } from '../../testing/page-part.ts';
import { renderApp, type RenderAppOptions, type RenderedApp } from '../../testing/render-app.tsx';
import { files } from './manifest.ts';

const PUBLIC = '/mnt/usb1/shared-files';
const GB = 1024 * 1024 * 1024;
const volume = (mntdir: string, more: Partial<Partition> = {}): Partition => ({
  ...{ dev: `/dev${mntdir}`, bus: 'sata', master: 1, mntdir, uuid: mntdir, type: 'ext4', readonly: 0 },
  ...{ f_blocks: 100, f_bsize: GB, f_bavail: 25 },
  ...more,
});
const MAIN = volume('/mnt/usb1');
const SECOND = volume('/mnt/usb2', { label: 'Films' });
const STICK = volume('/mnt/extdev/stick', { bus: 'usb', master: 0, label: 'STICK' });
const CLOUD = volume('/mnt/extdev/CloudDrive', { bus: 'clouddrive2', master: 0, label: 'CloudDrive' });
const NAS = volume('/mnt/netdev/nas', { bus: 'net', master: 0, label: 'nas' });

type Favourites = readonly {
  readonly id: number;
  readonly path: string;
  readonly folder: 0 | 1;
  readonly gone: 0 | 1;
}[];
interface PlacesOptions extends RenderAppOptions<'files'> {
  readonly disks?: readonly Partition[];
  readonly favourites?: Favourites;
}

const renderPlaces = (
  { disks = [MAIN, SECOND, STICK, CLOUD, NAS], favourites = [], ...options }: PlacesOptions = {},
  more: BoxReplies = {},
) => {
  let list = favourites;
  const stick: readonly ShortItem[] = [fileItem('on the stick.txt')];
  const { replies } = filesBox(
    {
      [HOME]: [fileItem('Trip', 5), fileItem('letter.txt')],
      [`${HOME}/Trip`]: [fileItem('day', 5)],
      [`${HOME}/Trip/day`]: [],
      [`${HOME}/.share2me`]: [],
      [PUBLIC]: [fileItem('ours.txt')],
      '/mnt/usb2/ann': [fileItem('film.mkv', 2)],
    },
    {
      disks: { list: () => ({ disks: [...disks] }), ...more.disks },
      favourites: {
        list: () => ({ list: [...list] }),
        put: ({ path }) => {
          list = [...list, { id: 9, path, folder: 1, gone: 0 }];
          return { id: 9 };
        },
        remove: ({ id }) => {
          list = list.filter((each) => each.id !== id);
          return {};
        },
        ...more.favourites,
      },
      files: {
        listDirect: () => ({ sum: stick.length, file_list: [...stick] }),
        ...more.files,
      },
    },
  );
  return renderApp(files, { ...options, replies });
};
const placesOf = (app: RenderedApp): PagePart => app.part(app.getByRole('navigation', { name: 'Places' }));
const crumbsOf = (app: RenderedApp): readonly string[] =>
  app
    .part(app.getByRole('navigation', { name: 'Path' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const buttonsOf = (part: PagePart): readonly string[] =>
  part.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);

describe('the places at the side', () => {
  it('FILES-02: are the own, the common and the protected places, and the devices', async () => {
    const app = await renderPlaces();
    expect(buttonsOf(placesOf(app))).toEqual([
      ...['Personal space', 'Personal space on Films', 'About Personal space on Films'],
      ...['Public space', 'Public space on Films', 'About Public space on Films', 'Friends’ shares'],
      ...['Safe', 'Private files', 'STICK', 'About STICK', 'CloudDrive', 'About CloudDrive', 'nas'],
      ...['Recycle bin', 'Refresh storage'],
    ]);
  });

  it('FILES-03: lead to their folder, and say where one is', async () => {
    const app = await renderPlaces();
    const places = placesOf(app);
    expect(places.button('Personal space').getAttribute('aria-current')).toBe('page');
    await places.press('Public space');
    expect(shownNames(app)).toEqual(['ours.txt']);
    expect(crumbsOf(app)).toEqual(['Public space']);
    expect(places.button('Public space').getAttribute('aria-current')).toBe('page');
    expect(places.button('Personal space').getAttribute('aria-current')).toBeNull();
    await places.press('Personal space on Films');
    expect(shownNames(app)).toEqual(['film.mkv']);
    await places.press('STICK');
    expect(shownNames(app)).toEqual(['on the stick.txt']);
    expect(crumbsOf(app)).toEqual(['STICK']);
    await places.press('Friends’ shares');
    expect(app.getByText('Nobody shares anything with you yet')).toBeTruthy();
    await places.press('Recycle bin');
    expect(app.opened()).toMatchObject([{ app: 'trash' }]);
  });

  it('ask for the password of the safe and of the private files', async () => {
    const app = await renderPlaces(
      {},
      { safe: { status: () => ({ set: 1, locked: 0 }), privateStatus: () => ({ set: 1, locked: 0 }) } },
    );
    await placesOf(app).press('Safe');
    expect(app.getByRole('form', { name: 'Open the safe' })).toBeTruthy();
    expect(app.queryByText('letter.txt')).toBeNull();
    expect(app.queryByRole('toolbar', { name: 'Actions' })).toBeNull();
    await placesOf(app).press('Private files');
    expect(app.getByRole('form', { name: 'Open private files' })).toBeTruthy();
    await placesOf(app).press('Personal space');
    expect(shownNames(app)).toEqual(['Trip', 'letter.txt']);
  });

  it('shows the free space of the current volume', async () => {
    const app = await renderPlaces({ disks: [MAIN, volume('/mnt/usb2', { label: 'Films', f_bavail: 2 })] });
    const places = placesOf(app);
    const bar = places.getByRole('progressbar', { name: 'Main disk' });
    expect(bar.getAttribute('aria-valuenow')).toBe('75');
    expect(places.getByText(/^25.00\sGB free of 100.00\sGB$/)).toBeTruthy();
    await places.press('Personal space on Films');
    expect(places.getByRole('progressbar', { name: 'Films' }).getAttribute('aria-valuenow')).toBe('98');
  });

  it('SHELL-35: finds what was plugged in when the storage is refreshed', async () => {
    let isPluggedIn = false;
    const app = await renderPlaces({}, { disks: { list: () => ({ disks: isPluggedIn ? [MAIN, STICK] : [MAIN] }) } });
    const places = placesOf(app);
    expect(places.queryByRole('button', { name: 'STICK' })).toBeNull();
    isPluggedIn = true;
    await places.press('Refresh storage');
    await places.press('STICK');
    expect(shownNames(app)).toEqual(['on the stick.txt']);
    isPluggedIn = false;
    await app.reportChange('disks');
    expect(places.queryByRole('button', { name: 'STICK' })).toBeNull();
    expect(app.sent(ListDisks).length).toBeGreaterThanOrEqual(3);
  });

  it('CONST-73: offers the orders that a device knows, and sorts by one of them', async () => {
    const app = await renderPlaces();
    const orders = async () => {
      await app.press('Sort');
      return (await app.findAllByRole('menuitemradio')).map(({ textContent }) => textContent);
    };
    expect(await orders()).toHaveLength(7);
    await app.press(app.getByRole('menuitemradio', { name: 'Time created' }));
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await vi.waitFor(() => expect(app.queryByRole('menu')).toBeNull());
    await placesOf(app).press('STICK');
    expect(await orders()).toEqual(['Name', 'Size', 'Time modified', 'Ascending', 'Descending']);
    expect(app.getByRole('menuitemradio', { name: 'Time modified' }).getAttribute('aria-checked')).toBe('true');
  });
});

describe('a device', () => {
  it('DIALOG-17: shows how full it is, is ejected, and leaves its folder', async () => {
    let isBusy = true;
    const app = await renderPlaces(
      {},
      {
        disks: {
          eject: (_params, _caller, { refuse }) => {
            if (isBusy) throw refuse(GEN.failed, 'a film is still open');
            return {};
          },
        },
      },
    );
    const places = placesOf(app);
    await places.press('STICK');
    await places.press('About STICK');
    const dialog = await app.dialog('About STICK');
    const text = dialog.element.textContent.replaceAll('\u00A0', ' ');
    for (const fact of ['Free25.00 GB', 'Used75.00 GB', 'Total100.00 GB']) expect(text).toContain(fact);
    await dialog.press('Eject');
    expect(dialog.getByRole('alert').textContent).toContain('a film is still open');
    expect(app.sent(EjectDisk)).toHaveLength(1);
    isBusy = false;
    await dialog.press('Eject');
    expect(app.hasDialog('About STICK')).toBe(false);
    expect(crumbsOf(app)).toEqual(['Personal space']);
  });

  it('SHELL-34 ROLE-02: of a container is not ejected, and a member is not sent to the Container Service', async () => {
    const member = await renderPlaces();
    await placesOf(member).press('About CloudDrive');
    const dialog = await member.dialog('About CloudDrive');
    expect(buttonsOf(dialog)).toEqual(['Close', 'Close']);
    await member.unmount();
    const admin = await renderPlaces({ admin: true });
    await placesOf(admin).press('About CloudDrive');
    const about = await admin.dialog('About CloudDrive');
    expect(about.queryByRole('button', { name: 'Eject' })).toBeNull();
    await about.press('Manage container');
    expect(admin.hasDialog('About CloudDrive')).toBe(false);
    await expect.poll(() => admin.opened()).toMatchObject([{ app: 'containers' }]);
  });

  it('has no recycle bin, so it asks before it deletes', async () => {
    const app = await renderPlaces();
    await placesOf(app).press('STICK');
    await selectEntries(app, 'on the stick.txt');
    await pressKey(app, 'Delete');
    const question = await app.dialog('Delete 1 item for ever?');
    expect(question.getByText('“on the stick.txt” cannot be restored.')).toBeTruthy();
    await question.press('Cancel');
    expect(shownNames(app)).toEqual(['on the stick.txt']);
  });
});

describe('favourites', () => {
  it('are added by the menu of a folder, lead to it, and are removed', async () => {
    const app = await renderPlaces();
    const places = placesOf(app);
    expect(menuTexts(await app.openMenu(app.row('letter.txt'))).join('|')).not.toContain('favourites');
    await closeMenu(app);
    await pressInMenu(app, 'Trip', 'Add to favourites');
    expect(app.sent(PutFavourite)).toEqual([{ path: `${HOME}/Trip` }]);
    await places.press('Trip');
    expect(shownNames(app)).toEqual(['day']);
    expect(places.button('Trip').getAttribute('aria-current')).toBe('page');
    await places.press('Personal space');
    const texts = menuTexts(await app.openMenu(app.row('Trip'))).join('|');
    expect(texts).toContain('Remove from favourites');
    expect(texts).not.toContain('Add to favourites');
    await closeMenu(app);
    await places.press('Remove from favourites');
    expect(app.sent(RemoveFavourite)).toEqual([{ id: 9 }]);
    expect(places.queryByRole('button', { name: 'Trip' })).toBeNull();
  });

  it('show a file in its folder, and say of an entry that it is missing', async () => {
    const app = await renderPlaces({
      favourites: [
        { id: 1, path: `${PUBLIC}/ours.txt`, folder: 0, gone: 0 },
        { id: 2, path: `${HOME}/old`, folder: 1, gone: 1 },
      ],
    });
    const places = placesOf(app);
    expect(places.button('old (missing)')).toBeTruthy();
    await places.press('ours.txt');
    expect(crumbsOf(app)).toEqual(['Public space']);
    expect(selectedNames(app)).toEqual(['ours.txt']);
  });

  it('are not offered where the box has none, and say why one was refused', async () => {
    const app = await renderPlaces(
      {},
      {
        favourites: {
          put: (_params, _caller, { refuse }) => {
            throw refuse(GEN.noPrivilege);
          },
        },
      },
    );
    await pressInMenu(app, 'Trip', 'Add to favourites');
    expect(await app.dialog('No privilege')).toBeTruthy();
  });
});

describe('the path', () => {
  it('FILES-01 FILES-08 FILES-09: goes back, forward, up, and by its parts', async () => {
    const app = await renderPlaces();
    await expect(app.press('Forward')).rejects.toThrow('is disabled');
    await openEntry(app, 'Trip');
    await openEntry(app, 'day');
    expect(crumbsOf(app)).toEqual(['Personal space', 'Trip', 'day']);
    await app.press('Back');
    expect(crumbsOf(app)).toEqual(['Personal space', 'Trip']);
    await app.press('Forward');
    expect(crumbsOf(app)).toEqual(['Personal space', 'Trip', 'day']);
    await app.part(app.getByRole('navigation', { name: 'Path' })).press('Personal space');
    expect(shownNames(app)).toEqual(['Trip', 'letter.txt']);
    await expect(app.press('Up')).rejects.toThrow('is disabled');
    await pressKey(app, 'ArrowLeft', { altKey: true });
    expect(crumbsOf(app)).toEqual(['Personal space', 'Trip', 'day']);
  });

  it('is typed as it is shown, or as it is on the box, and says when it leads nowhere', async () => {
    const app = await renderPlaces();
    await openEntry(app, 'Trip');
    const typePath = async (path: string) => {
      await pressKey(app, 'l', { ctrlKey: true });
      const field = app.getByRole<HTMLInputElement>('textbox', { name: 'Path' });
      await vi.waitFor(() => expect(document.activeElement).toBe(field));
      await app.type(field, path);
      fireEvent.keyDown(field, { key: 'Enter' });
      await app.settled();
    };
    await pressKey(app, 'l', { ctrlKey: true });
    expect(app.getByRole<HTMLInputElement>('textbox', { name: 'Path' }).value).toBe('Personal space/Trip');
    fireEvent.keyDown(app.getByRole('textbox', { name: 'Path' }), { key: 'Escape' });
    await app.settled();
    expect(app.queryByRole('textbox', { name: 'Path' })).toBeNull();
    await typePath(' public space/ ');
    expect(crumbsOf(app)).toEqual(['Public space']);
    await typePath(`${HOME}/Trip`);
    expect(crumbsOf(app)).toEqual(['Personal space', 'Trip']);
    await typePath('Personal space › Trip › day');
    expect(crumbsOf(app)).toEqual(['Personal space', 'Trip', 'day']);
  });

  it('stays in its field while it leads to no place of the user', async () => {
    const app = await renderPlaces();
    const before = app.sent(ListFiles).length;
    await app.press('Edit the path');
    const field = app.getByRole('textbox', { name: 'Path' });
    await app.type(field, '/mnt/usb1/bob');
    fireEvent.keyDown(field, { key: 'Enter' });
    await app.settled();
    expect(app.getByText('This path is not in any of your places')).toBeTruthy();
    expect(app.sent(ListFiles)).toHaveLength(before);
    await app.type(field, 'Public space');
    expect(app.queryByText('This path is not in any of your places')).toBeNull();
  });
});
