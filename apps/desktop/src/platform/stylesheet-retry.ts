/**
 * Style sheets that failed to load. The bundler requests the style sheets of a lazy chunk once: on a second try it
 * loads the script without them.
 */
const failedStyles = new Set<HTMLLinkElement>();

const isStylesheetLink = (target: EventTarget | null): target is HTMLLinkElement =>
  target instanceof HTMLLinkElement && target.rel === 'stylesheet';

/** Records style sheets that fail to load. */
export const watchFailedStyles = (page: Window): void => {
  page.addEventListener(
    'error',
    ({ target }) => {
      if (isStylesheetLink(target)) failedStyles.add(target);
    },
    true,
  );
};

const reloadStyle = (old: HTMLLinkElement): Promise<void> =>
  new Promise((resolve) => {
    const link = old.cloneNode();
    for (const end of ['load', 'error'])
      link.addEventListener(end, () => {
        resolve();
      });
    failedStyles.delete(old);
    old.replaceWith(link);
  });

let pendingReload: Promise<unknown> | null = null;

/**
 * Reloads the style sheets that failed. One that fails again is retried on the next call: a page without a style is
 * better than none.
 */
export const reloadFailedStyles = async (): Promise<void> => {
  pendingReload ??= Promise.all([...failedStyles].map(reloadStyle)).finally(() => {
    pendingReload = null;
  });
  await pendingReload;
};
