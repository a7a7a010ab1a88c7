import { AppLayout, IconKey, IconPerson, IconUsers, Sidebar } from '@boxwood/ui';
import type { AppProps } from '../../kit/app/apps/define-app.ts';
import type { NoParams } from '../../kit/app/apps/app-links.ts';
import { OfflineNotice } from '../../kit/app/window-states/OfflineNotice.tsx';
import { DesktopToken, SessionToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';
import { UsersPage } from './parts/UsersPage.tsx';
import { PersonalPage } from './parts/PersonalPage.tsx';
import { ScriptTokensPage } from './parts/ScriptTokensPage.tsx';

export { bind } from './services.ts';

/**
 * Account Management. 1: Personal Center, 2: users of the box (P-24); both need the account service (G-07). 3: tokens
 * for scripts, which the box issues itself.
 */
export const App = ({ window, pageIndex }: AppProps<NoParams>) => {
  const t = useText(messages);
  const desktop = useService(DesktopToken);
  const lanMode = useStream(useService(SessionToken).lanMode$);
  const isUsersPage = pageIndex === 2;
  const isTokensPage = pageIndex === 3;
  return (
    <AppLayout
      sidebar={
        <Sidebar
          label={t('pages')}
          current={isTokensPage ? '3' : isUsersPage ? '2' : '1'}
          onSelect={(id) => {
            desktop.update(window, { pageIndex: Number(id) });
          }}
          items={[
            { id: '1', label: t('personal'), icon: <IconPerson size={18} /> },
            { id: '2', label: t('people'), icon: <IconUsers size={18} /> },
            { id: '3', label: t('scripts'), icon: <IconKey size={18} /> },
          ]}
        />
      }
    >
      {isTokensPage ? (
        <ScriptTokensPage />
      ) : lanMode ? (
        <OfflineNotice name={isUsersPage ? t('people') : t('personal')} />
      ) : isUsersPage ? (
        <UsersPage />
      ) : (
        <PersonalPage />
      )}
    </AppLayout>
  );
};
