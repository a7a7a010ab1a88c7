import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ToastRegion } from './ToastRegion.tsx';
import { createToasts } from './toasts.ts';

const region = () => {
  const toasts = createToasts();
  render(<ToastRegion toasts={toasts} label="Notifications" closeLabel="Close" />);
  return toasts;
};

describe('toasts', () => {
  it('are filled from outside React and shown in a named region', async () => {
    const toasts = region();
    act(() => {
      toasts.show({ kind: 'success', title: 'Renamed', description: 'Beach.jpg', timeout: 0 });
    });
    expect(await screen.findByText('Renamed')).toBeDefined();
    expect(screen.getByText('Beach.jpg')).toBeDefined();
    expect(screen.getByRole('region', { name: 'Notifications' })).toBeDefined();
  });

  it('undo runs once and closes the toast', async () => {
    const toasts = region();
    const onPress = vi.fn();
    act(() => {
      toasts.show({ title: 'Moved to trash', action: { label: 'Undo', onPress } });
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(onPress).toHaveBeenCalledTimes(1);
    await waitFor(() => {
      expect(screen.queryByText('Moved to trash')).toBeNull();
    });
  });

  it('the same id replaces, close() removes', async () => {
    const toasts = region();
    act(() => {
      toasts.show({ id: 'net', title: 'Trying again', timeout: 0 });
      toasts.show({ id: 'net', title: 'Connected', timeout: 0 });
    });
    expect(await screen.findByText('Connected')).toBeDefined();
    expect(screen.queryByText('Trying again')).toBeNull();
    act(() => {
      toasts.close('net');
    });
    await waitFor(() => {
      expect(screen.queryByText('Connected')).toBeNull();
    });
  });

  it.each(['info', 'error'] as const)(
    'everything of one (%s) is found without the focus, and it is read once',
    async (kind) => {
      const toasts = region();
      act(() => {
        toasts.show({ kind, title: 'Not renamed', action: { label: 'Try again', onPress: vi.fn() }, timeout: 0 });
      });
      expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
      const close = screen.getByRole('button', { name: 'Close' });
      expect(screen.queryAllByRole('alert', { hidden: true })).toHaveLength(kind === 'error' ? 1 : 0);
      expect(close.closest('[aria-live]')?.getAttribute('aria-live')).toBe(kind === 'error' ? 'off' : 'polite');
      fireEvent.click(close);
      await waitFor(() => {
        expect(screen.queryByText('Not renamed')).toBeNull();
      });
    },
  );
});
