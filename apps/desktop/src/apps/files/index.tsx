import type { Location } from '@boxwood/domain';
import { PLACES } from '@boxwood/domain';
import { userRoot } from '@boxwood/box-sdk/rules';
import type { AppProps } from '../../kit/app/apps/define-app.ts';
import type { AppLinks, NoParams } from '../../kit/app/apps/app-links.ts';
import { SettingsToken, UserToken } from '../../composition/service-tokens.ts';
import type { ServiceScope } from '../../composition/service-scope.ts';
import { placeOf, rootsFor } from '../../kit/files/file-places.ts';
import { useService } from '../../platform/react/scope.tsx';
import { FileListSettings, FileListSettingsToken } from './file-list-settings.ts';
import { FilesWindow } from './parts/FilesWindow.tsx';

export const bind = (session: ServiceScope): void => {
  if (session.has(FileListSettingsToken)) return;
  session.bind(
    FileListSettingsToken,
    [SettingsToken, UserToken],
    (settings, user) => new FileListSettings(settings, user),
  );
};

/** The file browser. */
export const App = ({ window, params }: AppProps<AppLinks['files']>) => {
  const user = useService(UserToken);
  const path = params.path ?? userRoot(user);
  const place = Object.values(PLACES).find((one) => one === params.place) ?? placeOf(path, user) ?? PLACES.personal;
  const toLocations = (folders: readonly string[] = []): readonly Location[] =>
    folders.map((one) => ({ place, path: one }));
  return (
    <FilesWindow
      window={window}
      user={user}
      start={{ place, path }}
      backHistory={toLocations(params.behind)}
      forwardHistory={toLocations(params.ahead)}
      reveal={params.reveal ?? null}
    />
  );
};

/** Search over all places as its own app (P-14). */
export const SearchApp = ({ window, params }: AppProps<AppLinks['search']>) => {
  const user = useService(UserToken);
  const { text = '' } = params;
  const start: Location = { place: PLACES.personal, path: userRoot(user) };
  return <FilesWindow key={text} window={window} user={user} start={start} reveal={null} initialQuery={text} />;
};

const gatedApp =
  (place: typeof PLACES.safe | typeof PLACES.private) =>
  ({ window }: AppProps<NoParams>) => {
    const user = useService(UserToken);
    const root = rootsFor(user, []).find((one) => one.place === place);
    return root === undefined ? null : <FilesWindow window={window} user={user} start={root} reveal={null} />;
  };

/** The safe as its own app (P-10). */
export const SafeApp = gatedApp(PLACES.safe);
/** The private files as their own app (P-10). */
export const PrivateApp = gatedApp(PLACES.private);
