import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Checkbox } from './Checkbox.tsx';
import { RadioGroup } from './RadioGroup.tsx';
import { Slider } from './Slider.tsx';
import { Switch } from './Switch.tsx';

describe('choices', () => {
  it('a checkbox toggles, a mixed one says so', () => {
    const onChange = vi.fn();
    const { rerender } = render(<Checkbox label="Remember" checked={false} onCheckedChange={onChange} />);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Remember' }));
    expect(onChange).toHaveBeenCalledWith(true);
    rerender(<Checkbox label="Remember" checked={false} mixed onCheckedChange={onChange} />);
    expect(screen.getByRole('checkbox').getAttribute('aria-checked')).toBe('mixed');
  });

  it('a radio group reports the value', () => {
    const onChange = vi.fn();
    render(
      <RadioGroup
        label="Format"
        value="zip"
        onValueChange={onChange}
        options={[
          { value: 'zip', label: 'zip' },
          { value: 'tar', label: 'tar' },
        ]}
      />,
    );
    expect(screen.getByRole('radiogroup', { name: 'Format' })).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: 'tar' }));
    expect(onChange).toHaveBeenCalledWith('tar');
    expect(screen.getByRole('radio', { name: 'zip' }).getAttribute('aria-checked')).toBe('true');
  });

  it('a switch is on or off', () => {
    const onChange = vi.fn();
    render(<Switch label="Sharing" checked onCheckedChange={onChange} />);
    fireEvent.click(screen.getByRole('switch', { name: 'Sharing', checked: true }));
    expect(onChange).toHaveBeenCalledWith(false);
  });

  it('a slider moves by keys and says its value in words', () => {
    const onChange = vi.fn();
    render(<Slider label="Zoom" value={110} min={80} max={200} step={10} valueText="110 %" onValueChange={onChange} />);
    const slider = screen.getByRole('slider', { name: 'Zoom' });
    expect(slider.getAttribute('aria-valuetext')).toBe('110 %');
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    expect(onChange).toHaveBeenCalledWith(120);
  });
});
