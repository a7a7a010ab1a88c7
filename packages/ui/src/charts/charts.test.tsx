import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Gauge } from './Gauge.tsx';
import { Sparkline, sparklinePath } from './Sparkline.tsx';

describe('Sparkline', () => {
  it('draws values from left to right, upside up, within its field', () => {
    expect(sparklinePath([0, 5, 10], 10, 20)).toBe('M0.00 20.00L50.00 10.00L100.00 0.00');
    expect(sparklinePath([20, -3], 10, 20)).toBe('M0.00 0.00L100.00 20.00');
    expect(sparklinePath([], 10, 20)).toBe('');
    expect(sparklinePath([0, 0], 0, 20)).toBe('M0.00 20.00L100.00 20.00');
  });

  it('says what it shows', () => {
    render(<Sparkline summary="Rising" values={[1, 2]} />);
    expect(screen.getByRole('img', { name: 'Rising' })).toBeDefined();
  });
});

describe('Gauge', () => {
  it('is a meter with a value in words, kept within its ends', () => {
    const { rerender } = render(<Gauge label="Memory" value={43.4} valueText="43 %" />);
    const meter = screen.getByRole('meter', { name: 'Memory' });
    expect(meter.getAttribute('aria-valuenow')).toBe('43');
    expect(meter.getAttribute('aria-valuetext')).toBe('43 %');
    rerender(<Gauge label="Memory" value={400} valueText="full" />);
    expect(meter.getAttribute('aria-valuenow')).toBe('100');
  });

  it.each([
    [50, 'accent'],
    [85, 'paused'],
    [95, 'failed'],
  ])('%d %% is %s', (value, tone) => {
    const { container } = render(<Gauge label="Disk" value={value} valueText="" />);
    expect(container.firstElementChild?.getAttribute('style')).toContain(tone);
  });
});
