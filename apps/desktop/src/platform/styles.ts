/** Style sheets that did not arrive. A bundler asks once for those of a lazily loaded part: on its second try the script comes without them. */
const broken = new Set<HTMLLinkElement>();

const isStyle = (target: EventTarget | null): target is HTMLLinkElement =>
  target instanceof HTMLLinkElement && target.rel === 'stylesheet';

/** Takes note of style sheets that do not arrive. */
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

/** Fetches again the style sheets that did not arrive. What is still missing then is fetched the next time: a page without a style is better than none. */
export const mendStyles = async (): Promise<void> => {
  mending ??= Promise.all([...broken].map(fetchAgain)).finally(() => {
    mending = null;
  });
  await mending;
};
