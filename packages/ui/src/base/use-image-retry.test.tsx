import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useImageRetry } from './use-image-retry.ts';

function Picture({ src }: { readonly src: string }) {
  const [isBroken, onError] = useImageRetry(src);
  return isBroken ? <span>none</span> : <img src={src} alt="it" onError={onError} />;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const fails = (): void => {
  fireEvent.error(screen.getByRole('img'));
};
const pass = (ms: number): void => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

it('a picture that did not come is asked for three times more, and then no more', () => {
  render(<Picture src="/a" />);
  for (const pause of [2_000, 10_000, 60_000]) {
    fails();
    pass(pause - 1);
    expect(screen.queryByRole('img')).toBeNull();
    pass(1);
    expect(screen.getByRole('img')).toBeDefined();
  }
  fails();
  pass(3_600_000);
  expect(screen.queryByRole('img')).toBeNull();
});

it('another address is asked for at once, as often', () => {
  const { rerender } = render(<Picture src="/a" />);
  fails();
  rerender(<Picture src="/b" />);
  fails();
  expect(screen.queryByRole('img')).toBeNull();
  pass(2_000);
  expect(screen.getByRole('img')).toBeDefined();
});
