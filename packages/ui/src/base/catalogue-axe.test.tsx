/** Each section of the catalogue shows its components in their main states; axe judges what needs no layout. */
import { fireEvent, render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Catalogue } from '../../catalogue/Catalogue.tsx';
import { stubLayout } from './layout-stubs.ts';

/** Rules that measure, which jsdom cannot: `tests/browser/catalogue.spec.ts` runs them. */
const LAYOUT_RULES = ['color-contrast', 'scrollable-region-focusable', 'target-size'];

/** A canvas that accepts every call and draws nothing. */
const silentCanvas = (): object => new Proxy({}, { get: () => () => ({ width: 10 }), set: () => true });
const drawnContext = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'getContext') ?? {};

beforeEach(() => {
  stubLayout(1000, 600);
  vi.stubGlobal('Path2D', function Path2D() {
    return silentCanvas();
  });
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { configurable: true, value: silentCanvas });
});
afterEach(() => {
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', drawnContext);
  history.replaceState(null, '', '/');
});

const openSection = (id: string): void => {
  history.replaceState(null, '', `/?section=${id}`);
  render(<Catalogue />);
};

const findViolations = async (rulesOff = LAYOUT_RULES): Promise<readonly string[]> => {
  const { violations } = await axe.run(
    // Guards of the menu primitive pass the focus on at once; they never hold it.
    { include: document.body, exclude: ['[data-base-ui-focus-guard]'] },
    {
      resultTypes: ['violations'],
      rules: Object.fromEntries(rulesOff.map((rule) => [rule, { enabled: false }])),
    },
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
};

it.each([
  ['tokens', 'Type'],
  ['actions', 'Button states'],
  ['fields', 'Text field'],
  ['dialogs', 'Drawer'],
  ['feedback', 'Progress by state'],
  ['navigation', 'Sidebar, split view, tree'],
  ['lists', 'Icon grid, 100,000 tiles'],
  ['windows', 'Files'],
  ['phone', 'Something is selected'],
  ['charts', 'Live line charts'],
  ['icons', 'Wallpapers'],
])('axe finds nothing in the section %s', async (section, demo) => {
  openSection(section);
  await screen.findByRole('region', { name: demo });
  expect(await findViolations()).toEqual([]);
});

it.each([
  ['actions', 'button', 'File menu', 'menu'],
  ['actions', 'button', 'View menu', 'menu'],
  ['fields', 'combobox', 'Package format', 'listbox'],
  ['dialogs', 'button', '480', 'dialog'],
  ['dialogs', 'button', 'Confirm', 'alertdialog'],
  ['dialogs', 'button', 'Destructive', 'alertdialog'],
  ['dialogs', 'button', 'Notice, one button', 'alertdialog'],
  ['dialogs', 'button', 'Messages', 'dialog'],
  ['phone', 'button', 'Menu as a sheet', 'menu'],
])('axe finds nothing in the section %s after the %s %s opened a %s', async (section, role, name, opened) => {
  openSection(section);
  fireEvent.click(screen.getByRole(role, { name }));
  await screen.findByRole(opened);
  // The portal of a popup is outside of the landmarks.
  expect(await findViolations([...LAYOUT_RULES, 'region'])).toEqual([]);
});

it.each(['With undo', 'Error', 'Warning', 'Info'])('axe finds nothing in the notification %s', async (kind) => {
  openSection('dialogs');
  fireEvent.click(screen.getByRole('button', { name: kind }));
  await screen.findByRole('button', { name: 'Close' });
  expect(await findViolations()).toEqual([]);
});
