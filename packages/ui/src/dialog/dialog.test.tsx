import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';
import { inertLock } from './dialog-scope.ts';
import { SheetsContext } from '../phone/lazy-sheets.ts';
import { Drawer } from './Drawer.tsx';
import { DialogOpener, FakeWindow } from './testing/dialog-test-helpers.tsx';

const inert = (id: string): boolean => screen.getByTestId(id).hasAttribute('inert');

describe('Dialog in a window', () => {
  it.each([
    ['what it asks for first', false, <button key="one">one</button>, 'one'],
    ['its main button where it asks for nothing', false, <p key="text">text</p>, 'Do it'],
    ['itself in a hand, where a field would bring up the keys', true, <input key="field" />, 'Question'],
  ])('begins with %s, not with the button that closes it', async (_, byHand, asked, name) => {
    render(
      <SheetsContext value={byHand}>
        <Dialog
          open
          title="Question"
          closeLabel="Close"
          onClose={() => undefined}
          footer={
            <>
              <button>Cancel</button>
              <button>Do it</button>
            </>
          }
        >
          {asked}
        </Dialog>
      </SheetsContext>,
    );
    await waitFor(() => {
      expect(document.activeElement).toBe(screen.getByRole(byHand ? 'dialog' : 'button', { name }));
    });
  });

  it('hears Escape before it has the focus, and what is below does not', () => {
    const [below, onClose, other] = [vi.fn(), vi.fn(), vi.fn()];
    render(
      <>
        <FakeWindow name="a">
          <button onKeyDown={below}>list</button>
          <Dialog open title="Details" closeLabel="Close" onClose={onClose} />
        </FakeWindow>
        <button onKeyDown={other}>elsewhere</button>
      </>,
    );
    // Escape pressed in another window belongs to that window.
    fireEvent.keyDown(screen.getByText('elsewhere'), { key: 'Escape' });
    expect(other).toHaveBeenCalledOnce();
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.keyDown(screen.getByText('list'), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledOnce();
    expect(below).not.toHaveBeenCalled();
    // Once focused, the dialog handles Escape itself, exactly once.
    act(() => screen.getByRole('button', { name: 'Close' }).focus());
    fireEvent.keyDown(screen.getByRole('button', { name: 'Close' }), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('lives in its window, blocks the content of that window and of no other', async () => {
    render(
      <>
        <FakeWindow name="a">
          <DialogOpener name="a" />
        </FakeWindow>
        <FakeWindow name="b">
          <DialogOpener name="b" />
        </FakeWindow>
      </>,
    );
    fireEvent.click(screen.getByText('ask a'));
    const dialog = await screen.findByRole('dialog', { name: 'Question a' });
    expect(screen.getByLabelText('a').contains(dialog)).toBe(true);
    expect(inert('a-body')).toBe(true);
    expect(inert('b-body')).toBe(false);
    for (const hidden of document.querySelectorAll('[aria-hidden="true"]'))
      expect(hidden.contains(screen.getByText('ask b'))).toBe(false);
  });

  it('two windows may each have one; Esc closes the one with the focus only', async () => {
    render(
      <>
        <FakeWindow name="a">
          <DialogOpener name="a" />
        </FakeWindow>
        <FakeWindow name="b">
          <DialogOpener name="b" />
        </FakeWindow>
      </>,
    );
    fireEvent.click(screen.getByText('ask a'));
    await screen.findByRole('dialog', { name: 'Question a' });
    fireEvent.click(screen.getByText('ask b'));
    const field = await screen.findByLabelText('answer b');
    act(() => {
      field.focus();
    });
    fireEvent.keyDown(field, { key: 'Escape' });
    await waitFor(() => {
      expect(screen.queryByRole('dialog', { name: 'Question b' })).toBeNull();
    });
    expect(screen.getByRole('dialog', { name: 'Question a' })).toBeDefined();
    expect(inert('a-body')).toBe(true);
    expect(inert('b-body')).toBe(false);
  });

  it('Esc in another window is not for it', async () => {
    render(
      <>
        <FakeWindow name="a">
          <DialogOpener name="a" />
        </FakeWindow>
        <FakeWindow name="b">
          <button>work</button>
        </FakeWindow>
      </>,
    );
    fireEvent.click(screen.getByText('ask a'));
    await screen.findByRole('dialog', { name: 'Question a' });
    const work = screen.getByText('work');
    act(() => {
      work.focus();
    });
    fireEvent.keyDown(work, { key: 'Escape' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.getByRole('dialog', { name: 'Question a' })).toBeDefined();
    fireEvent.keyDown(screen.getByLabelText('answer a'), { key: 'Escape' });
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  });

  it('one over another dims that one as well, on the page as in a window', async () => {
    render(
      <Dialog open title="Form" closeLabel="Close" onClose={() => undefined}>
        <Dialog open title="Question" closeLabel="Close" onClose={() => undefined} />
      </Dialog>,
    );
    await screen.findByRole('dialog', { name: 'Question' });
    expect(document.querySelectorAll('[class*="backdrop"]')).toHaveLength(2);
  });

  it('a press outside does not close it', async () => {
    render(
      <FakeWindow name="a">
        <DialogOpener name="a" />
      </FakeWindow>,
    );
    fireEvent.click(screen.getByText('ask a'));
    await screen.findByRole('dialog');
    fireEvent.pointerDown(document.body);
    fireEvent.mouseDown(document.body);
    fireEvent.click(document.body);
    expect(screen.getByRole('dialog')).toBeDefined();
  });
});

describe('Dialog on the page', () => {
  it('is modal and closes with its button', async () => {
    const onClose = vi.fn();
    render(<DialogOpener name="page" onClose={onClose} />);
    fireEvent.click(screen.getByText('ask page'));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.getAttribute('aria-modal')).toBe('true');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('stays while it may not be interrupted', async () => {
    const onClose = vi.fn();
    render(<Dialog open title="Working" closeLabel="Close" dismissible={false} onClose={onClose} />);
    const dialog = await screen.findByRole('dialog');
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(onClose).not.toHaveBeenCalled();
    expect(within(dialog).queryByRole('button', { name: 'Close' })).toBeNull();
  });

  it('DIALOG-31: takes any of the widths in use', async () => {
    const { rerender } = render(<Dialog open title="W" closeLabel="Close" width={400} onClose={() => undefined} />);
    for (const width of [400, 480, 550, 600, 625, 630, 720, 725, 750, 880]) {
      rerender(<Dialog open title="W" closeLabel="Close" width={width} onClose={() => undefined} />);
      const dialog = await screen.findByRole('dialog');
      expect(dialog.style.getPropertyValue('--width')).toBe(`${width}px`);
    }
  });

  it('Enter in a field submits, once, and no form around it', async () => {
    const onSubmit = vi.fn();
    const outer = vi.fn();
    render(
      <form onSubmit={outer}>
        <Dialog open title="Rename" closeLabel="Close" onClose={() => undefined} onSubmit={onSubmit}>
          <input aria-label="name" />
        </Dialog>
      </form>,
    );
    const form = (await screen.findByLabelText('name')).closest('form');
    if (form === null) throw new Error('no form');
    fireEvent.submit(form);
    expect(onSubmit).toHaveBeenCalledTimes(1);
    expect(outer).not.toHaveBeenCalled();
  });
});

describe('ConfirmDialog', () => {
  const noop = (): void => undefined;

  it('DIALOG-18: one button, or a choice of two, with labels of its own', async () => {
    const onConfirm = vi.fn();
    const { rerender } = render(
      <ConfirmDialog
        open
        title="Notice"
        confirmLabel="Understood"
        closeLabel="Close"
        onConfirm={onConfirm}
        onClose={noop}
      />,
    );
    const dialog = await screen.findByRole('alertdialog', { name: 'Notice' });
    expect(
      within(dialog)
        .getAllByRole('button')
        .map((one) => one.textContent),
    ).toEqual(['', 'Understood']);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Understood' }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
    rerender(
      <ConfirmDialog
        open
        title="Delete?"
        message="For ever."
        confirmLabel="Delete"
        cancelLabel="Keep"
        closeLabel="Close"
        onConfirm={noop}
        onClose={noop}
      />,
    );
    expect(await screen.findByRole('alertdialog', { name: 'Delete?', description: 'For ever.' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Keep' })).toBeDefined();
  });

  it('the safe answer has the focus when the other one destroys', async () => {
    render(
      <ConfirmDialog
        open
        danger
        title="Delete?"
        confirmLabel="Delete"
        cancelLabel="Keep"
        closeLabel="Close"
        onConfirm={noop}
        onClose={noop}
      />,
    );
    await waitFor(() => {
      expect(document.activeElement?.textContent).toBe('Keep');
    });
  });
});

describe('inertLock', () => {
  it('holds until the last one lets go, and no release counts twice', () => {
    const element = document.createElement('div');
    const lock = inertLock(element);
    const [first, second] = [lock(), lock()];
    first();
    first();
    expect(element.hasAttribute('inert')).toBe(true);
    second();
    expect(element.hasAttribute('inert')).toBe(false);
  });
});

describe('Drawer', () => {
  it('closes with its button and leaves the page alive', async () => {
    const onClose = vi.fn();
    render(
      <>
        <button>outside</button>
        <Drawer open title="Messages" closeLabel="Close" onClose={onClose}>
          text
        </Drawer>
      </>,
    );
    const drawer = await screen.findByRole('dialog', { name: 'Messages' });
    expect(screen.getByRole('button', { name: 'outside' })).toBeDefined();
    fireEvent.click(within(drawer).getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalled();
  });
});
