import {
  type AiConfig,
  ALB,
  GetAiPreview,
  GetFaceReason,
  type Label,
  ListPhotoMonths,
  MergePeople,
  SetAiConfig,
  SetPerson,
  SplitPerson,
  UndoPeople,
} from '@boxwood/box-sdk';
import { fireEvent, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { BoxReplies } from '../../testing/box-replies.ts';
import { photoLibrary, timelinePhoto } from '../../testing/photo-library.ts';
import { chooseEntry, entryTexts, openSection, pictureTile, pressFocusedKey } from '../../testing/photo-page.ts';
import { renderApp, type RenderAppOptions, type RenderedApp } from '../../testing/render-app.tsx';
import { photos } from './manifest.ts';

const LAKE = timelinePhoto('lake.png');
const CONFIG: AiConfig = { enable: 1, face_match: 0.36, face_detect: 0.5, face_quality: 0.8, object: 0.34, text: 0 };
const face = (id: string) => ({ id, photo: LAKE.id, md512kb: '', x: 0.1, y: 0.1, width: 0.2, height: 0.2, score: 1 });
const person = (id: string, name: string, cnt = 5): Label => ({ id, name, cnt, cover: '', face: face(`face ${id}`) });
const MAY = person('p1', 'Aunt May');
const NOBODY = person('p2', '', 9);
const ONCE = person('p3', '', 2);
const BOB = person('p4', 'Bob', 1);

/** A box that recognises these people and shows those who are in more than three pictures. */
const renderPeople = async (
  more: BoxReplies['photos'] = {},
  options: RenderAppOptions<'photos'> & { readonly people?: readonly Label[]; readonly config?: AiConfig } = {},
  opensPeople = true,
) => {
  const { people = [MAY, NOBODY, ONCE, BOB], config = CONFIG, ...rest } = options;
  let list = people.map((label) => ({ label, hidden: 0 }));
  let cfg = config;
  const undone = vi.fn<(change: number) => void>();
  const library = photoLibrary(
    { photos: [LAKE] },
    {
      config: () => ({ cfg: { faceMinNum: 3, sources: [], scanning: 0, done: 1, total: 1 } }),
      ai: () => ({ cfg }),
      setAi: (params) => {
        ({ cfg } = params);
        return {};
      },
      regrouping: () => ({ running: 0, done: 1, total: 1 }),
      labels: ({ hidden = 0 }) => {
        const found = list.filter((each) => each.hidden === hidden).map(({ label }) => label);
        return { total: found.length, list: found };
      },
      setPerson: ({ id, name, hidden }) => {
        list = list.map((each) =>
          each.label.id === id
            ? { label: { ...each.label, name: name ?? each.label.name }, hidden: hidden ?? each.hidden }
            : each,
        );
        return { change: 7 };
      },
      mergePeople: ({ ids }) => {
        list = list.filter(({ label }) => !ids.includes(label.id));
        return { change: 8 };
      },
      undoPeople: ({ change }) => {
        undone(change);
        list = people.map((label) => ({ label, hidden: 0 }));
        return {};
      },
      ...more,
    },
  );
  const app = await renderApp(photos, { ...rest, replies: library.replies });
  if (opensPeople) await openSection(app, 'People');
  return { app, undone };
};
const shown = (app: RenderedApp, list = 'People'): readonly string[] =>
  within(app.getByRole('list', { name: list }))
    .getAllByRole('textbox')
    .map((field) => (field instanceof HTMLInputElement ? field.value : ''));
const select = (app: RenderedApp, name: string) => app.press(app.getByRole('checkbox', { name: `Select ${name}` }));
const nameField = (app: RenderedApp, at: number): HTMLElement =>
  app.getAllByRole('textbox', { name: 'Name of this person' })[at] ?? document.body;
const rename = async (app: RenderedApp, field: HTMLElement, name: string, key: string) => {
  field.focus();
  await app.type(field, name);
  await pressFocusedKey(app, key);
};

describe('people of Photos', () => {
  it('PHOTO-13, PHOTO-20 are off until an administrator turns recognition on', async () => {
    const { app } = await renderPeople({}, { config: { ...CONFIG, enable: 0 }, admin: true });
    expect(app.getByText('Recognition is off')).toBeTruthy();
    expect(app.queryByText(/owner of the box can turn this on/)).toBeNull();
    await app.press('Find people');
    expect(app.sent(SetAiConfig)).toEqual([{ user: 'ann', cfg: CONFIG }]);
    expect(shown(app)).toEqual(['Aunt May', '', 'Bob']);
  });

  it('tell a member who can turn recognition on', async () => {
    const { app } = await renderPeople({}, { config: { ...CONFIG, enable: 0 } });
    expect(app.getByText(/The owner of the box can turn this on/)).toBeTruthy();
    expect(app.queryByRole('button', { name: 'Find people' })).toBeNull();
  });

  it('PHOTO-02 leave out nameless people in few pictures, but never named ones', async () => {
    const { app } = await renderPeople();
    expect(shown(app)).toEqual(['Aunt May', '', 'Bob']);
    expect(app.getByText('3 people')).toBeTruthy();
    expect(app.getByText('9 pictures')).toBeTruthy();
  });

  it('explain that nobody was found', async () => {
    const { app } = await renderPeople({}, { people: [] });
    expect(app.getByText('No people yet')).toBeTruthy();
  });

  it.each([
    [{ running: 1 as const, done: 3, total: 9 }, 'Scanning pictures: 3 of 9'],
    [{ running: 0 as const, done: 0, total: 9, trouble: 'memory' }, /too little memory/],
    [{ running: 0 as const, done: 0, total: 9, trouble: 'engine' }, /does not run on this machine/],
    [{ running: 0 as const, done: 0, total: 9, trouble: 'text' }, /Text in pictures cannot be read/],
  ])('report progress and trouble %#', async (state, text) => {
    const { app } = await renderPeople({ regrouping: () => state });
    expect(within(app.getByRole('status')).getByText(text)).toBeTruthy();
  });

  it('say why they failed, and load again', async () => {
    let isBroken = true;
    const { app } = await renderPeople({
      regrouping: (_params, _caller, { refuse }) => {
        if (isBroken) throw refuse(ALB.service);
        return { running: 0, done: 1, total: 1 };
      },
    });
    expect(app.getByText('Service or database error')).toBeTruthy();
    isBroken = false;
    await app.press('Try again');
    expect(shown(app)).toHaveLength(3);
  });

  it('get a name with Enter, and lose the change with Escape', async () => {
    const { app } = await renderPeople();
    await rename(app, nameField(app, 1), 'Grandma', 'Escape');
    expect(shown(app)).toEqual(['Aunt May', '', 'Bob']);
    expect(app.sent(SetPerson)).toEqual([]);
    await rename(app, nameField(app, 1), ' Grandma ', 'Enter');
    expect(app.sent(SetPerson)).toEqual([{ id: 'p2', name: 'Grandma' }]);
    expect(app.getByText('Named “Grandma”')).toBeTruthy();
    expect(shown(app)).toEqual(['Aunt May', 'Grandma', 'Bob']);
  });

  it('keep an unchanged name without a request, and save when the field is left', async () => {
    const { app } = await renderPeople();
    await rename(app, nameField(app, 0), 'Aunt May', 'Enter');
    expect(app.sent(SetPerson)).toEqual([]);
    const field = nameField(app, 0);
    field.focus();
    await app.type(field, '');
    fireEvent.blur(field);
    await app.settled();
    expect(app.sent(SetPerson)).toEqual([{ id: 'p1', name: '' }]);
    expect(app.queryByText(/^Named/)).toBeNull();
  });

  it('are merged when two or more are selected', async () => {
    const { app } = await renderPeople();
    await expect(app.press('Same person')).rejects.toThrow('Choose two or more who are the same person');
    await select(app, 'Aunt May');
    await expect(app.press('Same person')).rejects.toThrow('Choose two or more who are the same person');
    await select(app, 'Bob');
    expect(app.getByText('2 selected')).toBeTruthy();
    await app.press('Same person');
    expect(app.sent(MergePeople)).toEqual([{ into: 'p1', ids: ['p4'] }]);
    expect(app.getByText('Merged into one person')).toBeTruthy();
    expect(shown(app)).toEqual(['Aunt May', '']);
    expect(app.getByText('2 people')).toBeTruthy();
  });

  it('are separated again by Undo of the notice', async () => {
    const { app, undone } = await renderPeople();
    await select(app, 'Aunt May');
    await select(app, 'Bob');
    await app.press('Same person');
    await app.press('Undo');
    expect(undone.mock.calls).toEqual([[8]]);
    await app.reportChange('photos');
    expect(shown(app)).toEqual(['Aunt May', '', 'Bob']);
  });

  it('are hidden, listed as hidden, and shown again', async () => {
    const { app } = await renderPeople();
    await expect(app.press('Hide')).rejects.toThrow('Choose people first');
    expect(app.queryByRole('button', { name: 'Hidden people' })).toBeNull();
    await select(app, 'Aunt May');
    await select(app, 'Bob');
    await app.press('Hide');
    expect(app.sent(SetPerson)).toEqual([
      { id: 'p1', hidden: 1 },
      { id: 'p4', hidden: 1 },
    ]);
    expect(shown(app)).toEqual(['']);
    await app.press('Hidden people');
    expect(app.button('Hidden people').getAttribute('aria-pressed')).toBe('true');
    expect(shown(app, 'Hidden people')).toEqual(['Aunt May', 'Bob']);
    await select(app, 'Bob');
    await app.press('Show again');
    expect(app.sent(SetPerson).at(-1)).toEqual({ id: 'p4', hidden: 0 });
    expect(shown(app, 'Hidden people')).toEqual(['Aunt May']);
  });

  it('are hidden and shown again by the keys', async () => {
    const { app, undone } = await renderPeople();
    await select(app, 'Aunt May');
    await app.press('Hide');
    app.getByRole('checkbox', { name: 'Select Bob' }).focus();
    await pressFocusedKey(app, 'z', { ctrlKey: true });
    expect(undone.mock.calls).toEqual([[7]]);
    await pressFocusedKey(app, 'y', { ctrlKey: true });
    expect(app.sent(SetPerson)).toEqual([
      { id: 'p1', hidden: 1 },
      { id: 'p1', hidden: 1 },
    ]);
  });

  it('undo the last change of any device that is still in effect', async () => {
    const change = { at: 1, what: 'merge', person: 'p1', name: '' };
    const { app } = await renderPeople({
      peopleChanges: () => ({
        total: 2,
        list: [
          { ...change, id: 5, undone: 1 },
          { ...change, id: 4, undone: 0 },
        ],
      }),
    });
    await chooseEntry(await app.openMenu('More actions for people'), 'Undo last change');
    expect(app.sent(UndoPeople)).toEqual([{ change: 4 }]);
    expect(app.getByText('Undone')).toBeTruthy();
  });

  it('say that there is nothing to undo', async () => {
    const { app } = await renderPeople({ peopleChanges: () => ({ total: 0, list: [] }) });
    await chooseEntry(await app.openMenu('More actions for people'), 'Undo last change');
    expect(app.sent(UndoPeople)).toEqual([]);
    expect(app.getAllByText('Nothing to undo')).not.toEqual([]);
  });

  it('offer the settings of recognition to administrators only', async () => {
    const { app } = await renderPeople();
    expect(entryTexts(await app.openMenu('More actions for people'))).toEqual(['Undo last change']);
  });

  it('are forgotten only after a confirmation', async () => {
    const { app } = await renderPeople({}, { admin: true });
    const ask = async () => {
      await chooseEntry(await app.openMenu('More actions for people'), 'Turn recognition off…');
      return app.dialog('Turn recognition off?');
    };
    await (await ask()).press('Cancel');
    expect(app.sent(SetAiConfig)).toEqual([]);
    await (await ask()).press('Turn off and delete');
    expect(app.sent(SetAiConfig)).toEqual([{ user: 'ann', cfg: { ...CONFIG, enable: 0 } }]);
    expect(app.getByText('Recognition is off; all people were deleted')).toBeTruthy();
    expect(app.getByRole('button', { name: 'Find people' })).toBeTruthy();
  });
});

describe('recognition settings', () => {
  const openSettings = async (more: BoxReplies['photos'] = {}) => {
    const { app } = await renderPeople(
      { previewAi: () => ({ people: 3, then: 5, rescan: 1 }), ...more },
      { admin: true },
    );
    await chooseEntry(await app.openMenu('More actions for people'), 'Recognition settings…');
    return { app, dialog: await app.dialog('Recognition settings') };
  };
  const setNumber = (field: HTMLElement, value: string): void => {
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value } });
    fireEvent.blur(field);
  };

  it('PHOTO-14 preview what another distance would change, before it is saved', async () => {
    const { app, dialog } = await openSettings();
    expect(dialog.button('Save')).toBeTruthy();
    setNumber(dialog.getByRole('textbox', { name: 'Same person up to this distance' }), '0.40');
    // The preview of the stored distance may come first.
    await vi.waitFor(() => expect(app.sent(GetAiPreview).at(-1)).toEqual({ cfg: { ...CONFIG, face_match: 0.4 } }));
    expect(await dialog.findByText(/Now 3 people, afterwards 5/)).toBeTruthy();
    expect(dialog.getByText(/All pictures are scanned again/)).toBeTruthy();
    expect(app.sent(SetAiConfig)).toEqual([]);
    await dialog.press('Group again');
    expect(app.sent(SetAiConfig)).toEqual([{ user: 'ann', cfg: { ...CONFIG, face_match: 0.4 } }]);
    expect(app.hasDialog('Recognition settings')).toBe(false);
  });

  it('turn text in pictures on without grouping people again', async () => {
    const { app, dialog } = await openSettings();
    await dialog.press(dialog.getByRole('switch', { name: /Text in pictures/ }));
    await dialog.press('Save');
    expect(app.sent(SetAiConfig)).toEqual([{ user: 'ann', cfg: { ...CONFIG, text: 1 } }]);
  });

  it.each([
    ['', 'model.onnx', 120, 'model.onnx recognises 120 kinds.', null],
    ['', '', 0, /Add your own classifier/, null],
    ['opening', 'model.onnx', 0, 'model.onnx is being read.', null],
    ['labels', 'model.onnx', 0, 'model.onnx is not used.', /labels.txt is missing/],
    ['slow', 'model.onnx', 0, 'model.onnx is not used.', /too slow/],
    ['a later word', 'model.onnx', 0, 'model.onnx is not used.', /not an ONNX model that runs/],
  ])('PHOTO-16 report the own classifier with trouble "%s" %#', async (trouble, file, kinds, text, reason) => {
    const { dialog } = await openSettings({
      ai: () => ({ cfg: CONFIG, own: { folder: '/opt/models', file, kinds, trouble } }),
    });
    const own = within(dialog.getByRole('region', { name: 'More kinds of things' }));
    expect(own.getByText(text)).toBeTruthy();
    expect(own.getByText('/opt/models')).toBeTruthy();
    if (reason === null) expect(own.queryByRole('alert')).toBeNull();
    else expect(own.getByRole('alert').textContent).toMatch(reason);
  });
});

describe('page of a person', () => {
  const openPerson = async (more: BoxReplies['photos'] = {}, name = 'Aunt May') => {
    const { app } = await renderPeople({
      faces: () => ({ list: [{ face: face('f1'), person: 'p1', name: 'Aunt May' }] }),
      splitPerson: () => ({ change: 9, person: 'p9' }),
      ...more,
    });
    await app.press(`Pictures of ${name}`);
    return app;
  };

  it('shows the pictures of the person, and can be named there', async () => {
    const app = await openPerson({}, 'Person without a name');
    expect(app.sent(ListPhotoMonths).at(-1)).toEqual({ person: 'p2' });
    expect(app.button('People').getAttribute('aria-current')).toBe('page');
    await rename(app, nameField(app, 0), 'Grandma', 'Enter');
    expect(app.sent(SetPerson)).toEqual([{ id: 'p2', name: 'Grandma' }]);
    expect(nameField(app, 0)).toHaveProperty('value', 'Grandma');
  });

  it('moves a wrong picture to another person', async () => {
    const app = await openPerson();
    await chooseEntry(await app.openMenu(pictureTile(app, 'lake.png')), 'Not this person');
    expect(app.sent(SplitPerson)).toEqual([{ id: 'p1', faces: ['f1'] }]);
    expect(app.getByText('Removed: this is another person')).toBeTruthy();
  });

  it('uses the face of a picture as the cover', async () => {
    const app = await openPerson();
    await chooseEntry(await app.openMenu(pictureTile(app, 'lake.png')), 'Show with this face');
    expect(app.sent(SetPerson)).toEqual([{ id: 'p1', cover: 'f1' }]);
    expect(app.getByText('Cover changed')).toBeTruthy();
  });

  it('explains why a picture is there', async () => {
    const reason = { person: 'p1', name: 'Aunt May', face: face('f1'), limit: 0.36 };
    const near = [{ face: face('f2'), distance: 0.214 }];
    const app = await openPerson({ whyFace: () => ({ ...reason, near }) });
    await chooseEntry(await app.openMenu(pictureTile(app, 'lake.png')), 'Why is this one here?');
    const dialog = await app.dialog('Why is this one here?');
    expect(app.sent(GetFaceReason)).toEqual([{ face: 'f1' }]);
    expect(dialog.getByText(/Up to a distance of 0.36/)).toBeTruthy();
    expect(dialog.getByText('Distance 0.21')).toBeTruthy();
  });

  it('says that it is the only face', async () => {
    const reason = { person: 'p1', name: 'Aunt May', face: face('f1'), limit: 0.36, near: [] };
    const app = await openPerson({ whyFace: () => reason });
    await chooseEntry(await app.openMenu(pictureTile(app, 'lake.png')), 'Why is this one here?');
    expect((await app.dialog('Why is this one here?')).getByText(/only face of this person/)).toBeTruthy();
  });

  it('is opened by a link', async () => {
    const { app } = await renderPeople({}, { params: { person: 'p1' } }, false);
    expect(app.sent(ListPhotoMonths).at(-1)).toEqual({ person: 'p1' });
    expect(nameField(app, 0)).toHaveProperty('value', 'Aunt May');
  });

  it('is the list of people when a link names nobody', async () => {
    const { app } = await renderPeople({}, { params: { person: 'p77' } }, false);
    expect(shown(app)).toEqual(['Aunt May', '', 'Bob']);
  });
});
