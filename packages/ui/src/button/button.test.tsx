import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { SplitButton } from './SplitButton.tsx';

describe('Button', () => {
  it('presses, and does not submit a form by accident', () => {
    const onClick = vi.fn();
    render(<Button onClick={onClick}>Rename</Button>);
    const button = screen.getByRole('button', { name: 'Rename' });
    fireEvent.click(button);
    expect(onClick).toHaveBeenCalledTimes(1);
    expect(button.getAttribute('type')).toBe('button');
  });

  it('ignores presses while busy but keeps its place in the tab order', () => {
    const onClick = vi.fn();
    render(
      <Button busy onClick={onClick}>
        Sign in
      </Button>,
    );
    const button = screen.getByRole('button');
    fireEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(button.hasAttribute('disabled')).toBe(false);
  });

  it('a busy submit button does not submit twice', () => {
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => {
      event.preventDefault();
    });
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" busy>
          Save
        </Button>
      </form>,
    );
    fireEvent.click(screen.getByRole('button'));
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('says why it cannot be used', () => {
    const onClick = vi.fn();
    render(
      <Button disabledReason="Nothing is selected" onClick={onClick}>
        Delete
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Delete' });
    expect(button.getAttribute('aria-description')).toBe('Nothing is selected');
    fireEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('IconButton', () => {
  it('has a name and a pressed state', () => {
    render(<IconButton label="As icons" icon={<svg />} pressed />);
    expect(screen.getByRole('button', { name: 'As icons', pressed: true })).toBeDefined();
  });
});

describe('SplitButton', () => {
  it('does the usual thing, and offers the others', async () => {
    const usual = vi.fn();
    const other = vi.fn();
    render(
      <SplitButton
        menuLabel="More"
        onClick={usual}
        entries={[{ kind: 'action', id: 'folder', label: 'A whole folder', onSelect: other }]}
      >
        Upload
      </SplitButton>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Upload' }));
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'A whole folder' }));
    expect(usual).toHaveBeenCalledTimes(1);
    expect(other).toHaveBeenCalledTimes(1);
  });
});
