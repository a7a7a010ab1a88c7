import { AppLayout, IconTasks, IconUpload, Sidebar } from '@boxwood/ui';
import type { AppProps } from '../../kit/app/apps/define-app.ts';
import type { NoParams } from '../../kit/app/apps/app-links.ts';
import { DesktopToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';
import { BoxTasks } from './parts/BoxTasks.tsx';
import { UploadTasks } from './parts/UploadTasks.tsx';

export { bind } from './services.ts';

/** Task Centre: page 1 tasks of the box, page 2 uploads of this browser (SHELL-29, P-06). */
export const App = ({ window, pageIndex }: AppProps<NoParams>) => {
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
