import 'reflect-metadata';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);

// As patient as the tests themselves: what is fetched late comes late on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

// A page without a mouse, a wish, or a width, as far as it can be asked for: jsdom has no media.
if (typeof Reflect.get(window, 'matchMedia') !== 'function')
  Reflect.set(window, 'matchMedia', (media: string): MediaQueryList =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  );
