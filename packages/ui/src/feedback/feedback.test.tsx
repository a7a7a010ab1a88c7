import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Avatar, Banner, Dot } from './Badge.tsx';
import { EmptyState, ErrorState } from './States.tsx';

describe('states', () => {
  it('an error is announced, can be retried, and keeps its code in the details', () => {
    const onRetry = vi.fn();
    render(
      <ErrorState
        title="The box does not answer"
        text="Check the cable."
        retryLabel="Try again"
        onRetry={onRetry}
        details="E42"
        detailsLabel="Details"
      />,
    );
    expect(screen.getByRole('alert').textContent).toContain('The box does not answer');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
    expect(screen.getByText('E42').closest('details')?.open).toBe(false);
  });

  it('an empty place offers the action that fills it', () => {
    render(<EmptyState title="No albums yet" actions={<button>Create album</button>} />);
    expect(screen.getByRole('button', { name: 'Create album' })).toBeDefined();
  });
});

describe('small things', () => {
  it('a dot says what it means, and is gone when there is nothing', () => {
    const { rerender } = render(
      <Dot show label="Tasks are running">
        <button>Tasks</button>
      </Dot>,
    );
    expect(screen.getByText('Tasks are running')).toBeDefined();
    rerender(
      <Dot show={false} label="Tasks are running">
        <button>Tasks</button>
      </Dot>,
    );
    expect(screen.queryByText('Tasks are running')).toBeNull();
  });

  it('an avatar without a picture, or with a broken one, shows the initial', () => {
    const { container, rerender } = render(<Avatar name="李四" />);
    expect(container.textContent).toBe('李');
    rerender(<Avatar name="ada" src="/broken.png" />);
    const picture = container.querySelector('img');
    if (picture === null) throw new Error('no picture');
    fireEvent.error(picture);
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toBe('A');
    rerender(<Avatar name="ada" src="/other.png" />);
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/other.png');
  });

  it('a dangerous banner is an alert, another a status', () => {
    render(
      <>
        <Banner tone="danger">Disk errors</Banner>
        <Banner>Firmware</Banner>
      </>,
    );
    expect(screen.getByRole('alert').textContent).toBe('Disk errors');
    expect(screen.getByRole('status').textContent).toBe('Firmware');
  });
});
