import 'reflect-metadata';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);

// The timeout of the tests: lazy code loads slowly on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

// jsdom has no media queries: none of them matches.
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
