/**
 * The menu in its own module registry, where its code is not loaded yet. Discarding the registry affects no other test
 * file.
 */
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { MenuEntry } from './menu-entry.ts';
import type { Menu } from './Menu.tsx';

const entries: readonly MenuEntry[] = [{ kind: 'action', id: 'open', label: 'Open', onSelect: () => undefined }];

describe('Menu before its code has arrived', () => {
  const fresh = async (): Promise<typeof Menu> => {
    vi.resetModules();
    return (await import('./Menu.tsx')).Menu;
  };

  it('says that it is a menu, and one press fetches and opens it', async () => {
    const Fresh = await fresh();
    const opened = vi.fn();
    render(<Fresh trigger={<button>File</button>} entries={entries} onOpenChange={opened} />);
    const trigger = screen.getByRole('button', { name: 'File' });
    expect(trigger.getAttribute('aria-haspopup')).toBe('menu');
    expect(trigger.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(trigger, { detail: 1 });
    expect(await screen.findByRole('menuitem', { name: 'Open' })).toBeDefined();
    expect(opened).toHaveBeenCalledExactlyOnceWith(true);
  });

  it('a key that fetches it puts the focus on its first entry, as a key does when it is here', async () => {
    const Fresh = await fresh();
    const opened = vi.fn();
    render(<Fresh trigger={<button>File</button>} entries={entries} onOpenChange={opened} />);
    const trigger = screen.getByRole('button', { name: 'File' });
    act(() => {
      trigger.focus();
    });
    fireEvent.click(trigger, { detail: 0 });
    const first = await screen.findByRole('menuitem', { name: 'Open' });
    await waitFor(() => {
      expect(document.activeElement).toBe(first);
    });
    expect(opened).toHaveBeenCalledExactlyOnceWith(true);
  });

  it('leaves a trigger that has the focus as it is until the focus goes', async () => {
    const Fresh = await fresh();
    const { loadMenus } = await import('./lazy-menu.ts');
    render(<Fresh trigger={<button>File</button>} entries={entries} />);
    const trigger = screen.getByRole('button', { name: 'File' });
    act(() => {
      trigger.focus();
    });
    await act(loadMenus);
    expect(screen.getByRole('button', { name: 'File' })).toBe(trigger);
    expect(document.activeElement).toBe(trigger);
    act(() => {
      trigger.blur();
    });
    expect(screen.getByRole('button', { name: 'File' })).not.toBe(trigger);
  });
});
