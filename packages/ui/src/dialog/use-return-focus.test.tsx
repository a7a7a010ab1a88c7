import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Dialog } from './Dialog.tsx';
import { DialogOpener, FakeWindow } from './testing/dialog-test-helpers.tsx';

describe('the focus, when a dialog closes', () => {
  it('one that lay over another gives the focus back to it, not to what lies under both', async () => {
    const Nested = () => {
      const [open, setOpen] = useState<readonly string[]>([]);
      const ask = (name: string) => (
        <Dialog
          key={name}
          open={open.includes(name)}
          title={name}
          closeLabel="Close"
          onClose={() => {
            setOpen(open.filter((one) => one !== name));
          }}
        >
          <input aria-label={`answer ${name}`} />
          {name === 'below' ? ask('above') : null}
        </Dialog>
      );
      return (
        <>
          <button
            onClick={() => {
              setOpen(['below', 'above']);
            }}
          >
            ask both
          </button>
          {ask('below')}
        </>
      );
    };
    render(
      <FakeWindow name="a">
        <Nested />
      </FakeWindow>,
    );
    act(() => {
      screen.getByText('ask both').focus();
    });
    fireEvent.click(screen.getByText('ask both'));
    await waitFor(() => {
      expect(document.activeElement).toBe(screen.getByLabelText('answer above'));
    });
    fireEvent.keyDown(screen.getByLabelText('answer above'), { key: 'Escape' });
    await waitFor(() => {
      expect(screen.queryByRole('dialog', { name: 'above' })).toBeNull();
    });
    await waitFor(() => {
      expect(screen.getByRole('dialog', { name: 'below' }).contains(document.activeElement)).toBe(true);
    });
  });

  it('one that takes the place of another gives the focus back to what opened that one', async () => {
    const Steps = () => {
      const [step, setStep] = useState(0);
      const next = (): void => setStep((step + 1) % 3);
      return (
        <>
          <button>another</button>
          <button onClick={next}>begin</button>
          {step === 0 ? null : (
            <Dialog key={step} open title={`Step ${step}`} closeLabel="Close" onClose={() => setStep(0)}>
              <button onClick={next}>next</button>
            </Dialog>
          )}
        </>
      );
    };
    render(
      <FakeWindow name="left">
        <Steps />
      </FakeWindow>,
    );
    const opener = screen.getByRole('button', { name: 'begin' });
    opener.focus();
    fireEvent.click(opener);
    const holdsFocus = async (name: string): Promise<HTMLElement> => {
      const dialog = await screen.findByRole('dialog', { name });
      await waitFor(() => {
        expect(dialog.contains(document.activeElement)).toBe(true);
      });
      return dialog;
    };
    fireEvent.click(within(await holdsFocus('Step 1')).getByRole('button', { name: 'next' }));
    const second = await holdsFocus('Step 2');
    fireEvent.click(within(second).getByRole('button', { name: 'Close' }));
    await waitFor(() => {
      expect(document.activeElement).toBe(opener);
    });
  });

  it('gives the focus back to what opened it, although a field inside took it at once', async () => {
    render(
      <FakeWindow name="a">
        <DialogOpener name="a" />
      </FakeWindow>,
    );
    const opener = screen.getByText('ask a');
    opener.focus();
    fireEvent.click(opener);
    const field = await screen.findByLabelText('answer a');
    fireEvent.keyDown(field, { key: 'Escape' });
    await waitFor(() => {
      expect(document.activeElement).toBe(opener);
    });
  });
});
