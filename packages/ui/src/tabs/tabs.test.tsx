import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Tabs } from './Tabs.tsx';

function Pages() {
  const [value, setValue] = useState<'all' | 'done' | 'none'>('all');
  return (
    <Tabs
      label="Tasks"
      value={value}
      onValueChange={setValue}
      items={[
        { value: 'all', label: 'All', panel: 'everything' },
        { value: 'done', label: 'Done', panel: 'what is done' },
        { value: 'none', label: 'None', disabled: true, panel: 'never' },
      ]}
    />
  );
}

describe('Tabs', () => {
  it('shows the panel of the chosen tab, by press and by arrow key', async () => {
    render(<Pages />);
    expect(screen.getByRole('tablist', { name: 'Tasks' })).toBeDefined();
    expect(screen.getByRole('tabpanel').textContent).toBe('everything');
    fireEvent.click(screen.getByRole('tab', { name: 'Done' }));
    expect(screen.getByRole('tabpanel').textContent).toBe('what is done');
    const tab = screen.getByRole('tab', { name: 'Done' });
    act(() => {
      tab.focus();
    });
    fireEvent.keyDown(tab, { key: 'ArrowLeft' });
    await waitFor(() => {
      expect(screen.getByRole('tab', { name: 'All' }).getAttribute('aria-selected')).toBe('true');
    });
  });

  it('Home, End and the arrows go round past what is disabled, and one tab stop serves the row', () => {
    render(<Pages />);
    const tab = (name: string) => screen.getByRole('tab', { name });
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    act(() => {
      tab('All').focus();
    });
    for (const [key, name] of [
      ['End', 'Done'],
      ['ArrowRight', 'All'],
      ['ArrowLeft', 'Done'],
      ['Home', 'All'],
    ] as const) {
      press(key);
      expect(document.activeElement).toBe(tab(name));
      expect(tab(name).getAttribute('aria-selected')).toBe('true');
    }
    expect(screen.getAllByRole('tab').map((one) => one.tabIndex)).toEqual([0, -1, -1]);
    expect(screen.getByRole('tabpanel', { name: 'All' }).id).toBe(tab('All').getAttribute('aria-controls'));
  });

  it('a disabled tab stays closed', () => {
    render(<Pages />);
    fireEvent.click(screen.getByRole('tab', { name: 'None' }));
    expect(screen.getByRole('tabpanel').textContent).toBe('everything');
  });
});
