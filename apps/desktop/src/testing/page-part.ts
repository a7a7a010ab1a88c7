import { type BoundFunctions, type queries, waitFor, within } from '@testing-library/react';
import { contextPress, pressElement, typeInto } from './user-actions.ts';

type Name = string | RegExp;

/** A part of the page as a user sees it: the queries of testing-library, and actions that wait for their effects. */
export interface PagePart extends BoundFunctions<typeof queries> {
  readonly element: HTMLElement;
  /** The button with this accessible name. */
  button(name: Name): HTMLElement;
  /** Presses an element, or the button of this name, and waits until the app is settled. */
  press(target: Name | Element): Promise<void>;
  /** Replaces the text of a field, or of the field with this label, and waits until the app is settled. */
  type(target: Name | Element, text: string): Promise<void>;
  /** Opens the context menu of an element, or the menu of the button with this name. */
  openMenu(target: Name | Element): Promise<PagePart>;
  /** The part of the page below an element, such as a sidebar. */
  part(element: HTMLElement): PagePart;
  /** The only row of a list or table with this text. */
  row(text: string): HTMLElement;
  /** Selects a row of a list by a press on its name. */
  selectRow(text: string): Promise<void>;
  /** The dialog or question with this title; waits until it is there. */
  dialog(name: Name): Promise<PagePart>;
  /** True when a dialog or question with this title is open. */
  hasDialog(name: Name): boolean;
}

const isNotElement = (target: Name | Element): target is Name => typeof target === 'string' || target instanceof RegExp;

/** Creates the part of the page below an element. `settled` resolves when the app is settled. */
export const pagePart = (element: HTMLElement, settled: () => Promise<void>): PagePart => {
  const bound = within(element);
  // Menus and dialogs are in layers of the page, outside the element that opened them.
  const page = within(element.ownerDocument.body);
  const dialogs = (name: Name): readonly HTMLElement[] =>
    (['dialog', 'alertdialog'] as const).flatMap((role) => page.queryAllByRole(role, { name }));
  const row = (text: string): HTMLElement => {
    const [found, ...others] = bound.getAllByRole('row').filter((each) => within(each).queryByText(text) !== null);
    if (found === undefined || others.length > 0) throw new Error(`not exactly one row with "${text}"`);
    return found;
  };
  const button = (name: Name): HTMLElement => bound.getByRole('button', { name });
  return {
    ...bound,
    element,
    button,
    press: async (target) => {
      pressElement(isNotElement(target) ? button(target) : target);
      await settled();
    },
    type: async (target, text) => {
      typeInto(isNotElement(target) ? bound.getByLabelText(target) : target, text);
      await settled();
    },
    openMenu: async (target) => {
      if (isNotElement(target)) pressElement(button(target));
      else contextPress(target);
      const menu = await page.findByRole('menu');
      await settled();
      return pagePart(menu, settled);
    },
    part: (below) => pagePart(below, settled),
    row,
    selectRow: async (text) => {
      const found = row(text);
      pressElement(found.querySelector('[data-grab]') ?? found);
      await settled();
    },
    dialog: (name) =>
      waitFor(() => {
        const [dialog, ...others] = dialogs(name);
        if (dialog === undefined || others.length > 0)
          throw new Error(`${dialogs(name).length} dialogs "${String(name)}"`);
        return pagePart(dialog, settled);
      }),
    hasDialog: (name) => dialogs(name).length > 0,
  };
};
