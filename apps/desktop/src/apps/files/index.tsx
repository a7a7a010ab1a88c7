import type { Location } from '@boxwood/domain';
import { PLACES } from '@boxwood/domain';
import { userRoot } from '@boxwood/box-sdk/rules';
import type { AppProps } from '../../app-kit/define-app.ts';
import type { AppLinks, Nothing } from '../../app-kit/links.ts';
import { SettingsToken, UserToken } from '../../composition/tokens.ts';
import type { ServiceScope } from '../../composition/service-scope.ts';
import { placeOf, rootsFor } from '../../file-kit/places.ts';
import { useService } from '../../react/scope.tsx';
import { FilesLook, FilesLookToken } from './look.ts';
import { FilesWindow } from './parts/FilesWindow.tsx';

export const bind = (session: ServiceScope): void => {
  if (session.has(FilesLookToken)) return;
  session.bind(FilesLookToken, [SettingsToken, UserToken], (settings, user) => new FilesLook(settings, user));
};

/** The file browser. */
export const App = ({ window, params }: AppProps<AppLinks['files']>) => {
  const user = useService(UserToken);
  const path = params.path ?? userRoot(user);
  const place = Object.values(PLACES).find((one) => one === params.place) ?? placeOf(path, user) ?? PLACES.personal;
  const around = (folders: readonly string[] = []): readonly Location[] => folders.map((one) => ({ place, path: one }));
  return (
    <FilesWindow
      window={window}
      user={user}
      start={{ place, path }}
      behind={around(params.behind)}
      ahead={around(params.ahead)}
      reveal={params.reveal ?? null}
    />
  );
};

/** Search over all places as its own app (P-14). */
export const SearchApp = ({ window, params }: AppProps<AppLinks['search']>) => {
  const user = useService(UserToken);
  const { text = '' } = params;
  const start: Location = { place: PLACES.personal, path: userRoot(user) };
  return <FilesWindow key={text} window={window} user={user} start={start} reveal={null} searching={text} />;
};

const gated =
  (place: typeof PLACES.safe | typeof PLACES.private) =>
  ({ window }: AppProps<Nothing>) => {
    const user = useService(UserToken);
    const root = rootsFor(user, []).find((one) => one.place === place);
    return root === undefined ? null : <FilesWindow window={window} user={user} start={root} reveal={null} />;
  };

/** The safe as its own app (P-10). */
export const SafeApp = gated(PLACES.safe);
/** The private files as their own app (P-10). */
export const PrivateApp = gated(PLACES.private);
