import { AppLayout, IconPerson, IconUsers, Sidebar } from '@boxwood/ui';
import type { AppProps } from '../../app-kit/define-app.ts';
import type { Nothing } from '../../app-kit/links.ts';
import { OfflineNotice } from '../../app-kit/OfflineNotice.tsx';
import type { ServiceScope } from '../../composition/service-scope.ts';
import { DesktopToken, FileAddressesToken, SessionToken } from '../../composition/tokens.ts';
import { fileReading, FileReadingToken } from '../../file-kit/file-reading.ts';
import { useService } from '../../react/scope.tsx';
import { useStream } from '../../react/use-stream.ts';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import { People } from './parts/People.tsx';
import { Personal } from './parts/Personal.tsx';

export const bind = (session: ServiceScope): void => {
  if (!session.has(FileReadingToken)) session.bind(FileReadingToken, [FileAddressesToken], fileReading);
};

/** Account Management: 1 Personal Center, 2 the people of the box (P-24). Both need the account service (G-07). */
export const App = ({ window, pageIndex }: AppProps<Nothing>) => {
  const t = useText(messages);
  const desktop = useService(DesktopToken);
  const lanMode = useStream(useService(SessionToken).lanMode$);
  const people = pageIndex === 2;
  return (
    <AppLayout
      sidebar={
        <Sidebar
          label={t('pages')}
          current={people ? '2' : '1'}
          onSelect={(id) => {
            desktop.update(window, { pageIndex: Number(id) });
          }}
          items={[
            { id: '1', label: t('personal'), icon: <IconPerson size={18} /> },
            { id: '2', label: t('people'), icon: <IconUsers size={18} /> },
          ]}
        />
      }
    >
      {lanMode ? <OfflineNotice name={people ? t('people') : t('personal')} /> : people ? <People /> : <Personal />}
    </AppLayout>
  );
};
