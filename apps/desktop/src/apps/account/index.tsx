import { AppLayout, IconKey, IconPerson, IconUsers, Sidebar } from '@boxwood/ui';
import type { AppProps } from '../../app-kit/define-app.ts';
import type { Nothing } from '../../app-kit/links.ts';
import { OfflineNotice } from '../../app-kit/OfflineNotice.tsx';
import { DesktopToken, SessionToken } from '../../composition/tokens.ts';
import { useService } from '../../react/scope.tsx';
import { useStream } from '../../react/use-stream.ts';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import { People } from './parts/People.tsx';
import { Personal } from './parts/Personal.tsx';
import { Scripts } from './parts/Scripts.tsx';

export { bind } from './services.ts';

/**
 * Account Management. 1: Personal Center, 2: users of the box (P-24); both need the account service (G-07). 3: tokens
 * for scripts, which the box issues itself.
 */
export const App = ({ window, pageIndex }: AppProps<Nothing>) => {
  const t = useText(messages);
  const desktop = useService(DesktopToken);
  const lanMode = useStream(useService(SessionToken).lanMode$);
  const people = pageIndex === 2;
  const scripts = pageIndex === 3;
  return (
    <AppLayout
      sidebar={
        <Sidebar
          label={t('pages')}
          current={scripts ? '3' : people ? '2' : '1'}
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
      {scripts ? (
        <Scripts />
      ) : lanMode ? (
        <OfflineNotice name={people ? t('people') : t('personal')} />
      ) : people ? (
        <People />
      ) : (
        <Personal />
      )}
    </AppLayout>
  );
};
