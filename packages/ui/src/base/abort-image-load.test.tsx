import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { abortImageLoad } from './abort-image-load.ts';

it('a picture that leaves the page asks for nothing any more', () => {
  const { container, rerender } = render(<img ref={abortImageLoad} src="/one.jpg" alt="" loading="lazy" />);
  const image = container.querySelector('img');
  rerender(<img ref={abortImageLoad} src="/two.jpg" alt="" loading="lazy" />);
  expect(image?.getAttribute('src')).toBe('/two.jpg');
  rerender(<p />);
  expect(image?.hasAttribute('src')).toBe(false);
});
