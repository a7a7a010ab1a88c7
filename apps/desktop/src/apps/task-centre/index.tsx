import { AppLayout, IconTasks, IconUpload, Sidebar } from '@boxwood/ui';
import type { AppProps } from '../../app-kit/define-app.ts';
import type { Nothing } from '../../app-kit/links.ts';
import { DesktopToken } from '../../composition/tokens.ts';
import { useService } from '../../react/scope.tsx';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import { BoxTasks } from './parts/BoxTasks.tsx';
import { UploadTasks } from './parts/UploadTasks.tsx';

/** Task Centre: page 1 tasks of the box, page 2 uploads of this browser (SHELL-29, P-06). */
export const App = ({ window, pageIndex }: AppProps<Nothing>) => {
  const t = useText(messages);
  const desktop = useService(DesktopToken);
  return (
    <AppLayout
      sidebar={
        <Sidebar
          label={t('pages')}
          current={pageIndex === 2 ? '2' : '1'}
          onSelect={(id) => {
            desktop.update(window, { pageIndex: Number(id) });
          }}
          items={[
            { id: '1', label: t('basic'), icon: <IconTasks size={18} /> },
            { id: '2', label: t('uploads'), icon: <IconUpload size={18} /> },
          ]}
        />
      }
    >
      {pageIndex === 2 ? <UploadTasks /> : <BoxTasks />}
    </AppLayout>
  );
};
