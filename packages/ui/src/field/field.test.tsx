import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { NumberField } from './NumberField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { SearchBox } from './SearchBox.tsx';
import { Select } from './Select.tsx';
import { TextArea, TextField } from './TextField.tsx';

describe('TextField', () => {
  it('is found by its label and described by its hint and its error', () => {
    render(<TextField label="Name" hint="Up to 128 bytes" error="This name is taken" required />);
    const input = screen.getByRole('textbox', { name: /^Name/, description: 'Up to 128 bytes This name is taken' });
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.getAttribute('aria-required')).toBe('true');
  });

  it('is not invalid without an error', () => {
    render(<TextField label="Name" error="" />);
    expect(screen.getByRole('textbox').hasAttribute('aria-invalid')).toBe(false);
  });

  it('reports what was typed, to both kinds of handler', () => {
    const onValueChange = vi.fn();
    const onChange = vi.fn();
    render(<TextField label="Name" onValueChange={onValueChange} onChange={onChange} />);
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '家庭' } });
    expect(onValueChange).toHaveBeenCalledWith('家庭');
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('a text area is labelled as well', () => {
    render(<TextArea label="Feedback" hideLabel />);
    expect(screen.getByRole('textbox', { name: 'Feedback' }).tagName).toBe('TEXTAREA');
  });
});

describe('PasswordField', () => {
  it('hides the secret until asked', () => {
    render(<PasswordField label="Password" showPasswordLabel="Show" hidePasswordLabel="Hide" defaultValue="s" />);
    const input = screen.getByLabelText('Password');
    expect(input.getAttribute('type')).toBe('password');
    fireEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(input.getAttribute('type')).toBe('text');
    fireEvent.click(screen.getByRole('button', { name: 'Hide' }));
    expect(input.getAttribute('type')).toBe('password');
  });
});

function Days() {
  const [value, setValue] = useState<number | null>(364);
  return (
    <NumberField
      label="Days"
      value={value}
      onValueChange={setValue}
      min={1}
      max={365}
      decreaseLabel="Less"
      increaseLabel="More"
    />
  );
}

describe('NumberField', () => {
  it('steps and stops at its limit', () => {
    render(<Days />);
    const input = screen.getByRole('textbox', { name: 'Days' });
    const more = screen.getByRole('button', { name: 'More' });
    fireEvent.click(more);
    expect(input).toHaveProperty('value', '365');
    expect(input.hasAttribute('aria-roledescription')).toBe(false);
    fireEvent.click(more);
    expect(input).toHaveProperty('value', '365');
  });
});

describe('Select', () => {
  it('shows the label of the value and reports the chosen one', async () => {
    const onValueChange = vi.fn();
    render(
      <Select
        label="Format"
        value="zip"
        onValueChange={onValueChange}
        options={[
          { value: 'zip', label: 'Zip archive' },
          { value: 'tar', label: 'Tar archive' },
        ]}
      />,
    );
    const box = screen.getByRole('combobox', { name: 'Format' });
    expect(box.textContent).toContain('Zip archive');
    fireEvent.click(box);
    const option = await screen.findByRole('option', { name: 'Tar archive' });
    fireEvent.pointerDown(option);
    fireEvent.mouseMove(option);
    fireEvent.click(option);
    expect(onValueChange).toHaveBeenCalledWith('tar');
  });
});

function Search({ onSearch }: { readonly onSearch: (value: string) => void }) {
  const [value, setValue] = useState('beach');
  return <SearchBox label="Search" clearLabel="Clear" value={value} onValueChange={setValue} onSearch={onSearch} />;
}

describe('SearchBox', () => {
  it('Enter searches; Esc clears first, and only then reaches what is around it', () => {
    const onSearch = vi.fn();
    const around = vi.fn();
    render(
      <div onKeyDown={around}>
        <Search onSearch={onSearch} />
      </div>,
    );
    const box = screen.getByRole('searchbox', { name: 'Search' });
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(onSearch).toHaveBeenCalledWith('beach');
    around.mockClear();
    fireEvent.keyDown(box, { key: 'Escape' });
    expect(box).toHaveProperty('value', '');
    expect(around).not.toHaveBeenCalled();
    fireEvent.keyDown(box, { key: 'Escape' });
    expect(around).toHaveBeenCalledTimes(1);
  });

  it('the clear button gives the focus back', () => {
    render(<Search onSearch={() => undefined} />);
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  });
});
