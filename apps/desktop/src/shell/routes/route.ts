/**
 * Every page of the product (section 2, G-08). `setup` is the code of a new box's one-time link; `join` opens the page
 * for users who cannot sign in: with an invitation, or with `forgot` for a lost password.
 */
export type Route =
  | { readonly page: 'sign-in'; readonly auto: boolean; readonly setup: string | null; readonly join: string | null }
  | { readonly page: 'chooser'; readonly auto: boolean }
  | { readonly page: 'connection'; readonly mode: 'toloc' | 'tolan' | 'towan' }
  | { readonly page: 'home' }
  | { readonly page: 'document'; readonly path: string };

/** Parses an address; an unknown path is the sign-in page (ROUTE-09). */
export const parseRoute = (pathname: string, search: string): Route => {
  const query = new URLSearchParams(search);
  const auto = query.get('auto') !== 'N';
  switch (pathname) {
    case '/tobox':
      return { page: 'chooser', auto };
    case '/toloc':
    case '/tolan':
    case '/towan':
      return { page: 'connection', mode: pathname === '/toloc' ? 'toloc' : pathname === '/tolan' ? 'tolan' : 'towan' };
    case '/home':
      return { page: 'home' };
    case '/wpsoffice':
      return { page: 'document', path: query.get('path') ?? '' };
    default:
      return pathname === '/'
        ? { page: 'sign-in', auto, setup: query.get('setup'), join: query.get('join') }
        : { page: 'sign-in', auto, setup: null, join: null };
  }
};

const withQuery = (path: string, values: Readonly<Record<string, string | null>>): string => {
  const query = new URLSearchParams(
    Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
  );
  return query.size === 0 ? path : `${path}?${query.toString()}`;
};

/** The address of a page. */
export const pathOf = (route: Route): string => {
  switch (route.page) {
    case 'sign-in':
      return withQuery('/', { auto: route.auto ? null : 'N', setup: route.setup, join: route.join });
    case 'chooser':
      return withQuery('/tobox', { auto: route.auto ? null : 'N' });
    case 'connection':
      return `/${route.mode}`;
    case 'home':
      return '/home';
    case 'document':
      return withQuery('/wpsoffice', { path: route.path });
  }
};

/** Short names of the pages that other parts navigate to. */
export const ROUTES = Object.freeze({
  signIn: { page: 'sign-in', auto: true, setup: null, join: null },
  signInForm: { page: 'sign-in', auto: false, setup: null, join: null },
  join: { page: 'sign-in', auto: true, setup: null, join: '' },
  forgot: { page: 'sign-in', auto: true, setup: null, join: 'forgot' },
  chooser: { page: 'chooser', auto: true },
  chooserList: { page: 'chooser', auto: false },
  home: { page: 'home' },
} as const satisfies Record<string, Route>);
