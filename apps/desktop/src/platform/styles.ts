/**
 * Style sheets that failed to load. The bundler requests the style sheets of a lazy chunk once: on a second try it
 * loads the script without them.
 */
const broken = new Set<HTMLLinkElement>();

const isStyle = (target: EventTarget | null): target is HTMLLinkElement =>
  target instanceof HTMLLinkElement && target.rel === 'stylesheet';

/** Records style sheets that fail to load. */
export const watchStyles = (page: Window): void => {
  page.addEventListener(
    'error',
    ({ target }) => {
      if (isStyle(target)) broken.add(target);
    },
    true,
  );
};

const fetchAgain = (old: HTMLLinkElement): Promise<void> =>
  new Promise((resolve) => {
    const link = old.cloneNode();
    for (const end of ['load', 'error'])
      link.addEventListener(end, () => {
        resolve();
      });
    broken.delete(old);
    old.replaceWith(link);
  });

let mending: Promise<unknown> | null = null;

/**
 * Reloads the style sheets that failed. One that fails again is retried on the next call: a page without a style is
 * better than none.
 */
export const mendStyles = async (): Promise<void> => {
  mending ??= Promise.all([...broken].map(fetchAgain)).finally(() => {
    mending = null;
  });
  await mending;
};
