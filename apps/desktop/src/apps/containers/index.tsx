import { AppIcon, AppLayout, IconContainer, IconInfo, IconLayers, IconPackage, IconServer, Sidebar } from '@boxwood/ui';
import type { AppProps } from '../../kit/app/apps/define-app.ts';
import type { NoParams } from '../../kit/app/apps/app-links.ts';
import { plannedAppMessages } from '../../kit/app/apps/planned-app-messages.ts';
import { WindowNotice } from '../../kit/app/window-states/WindowStates.tsx';
import { DesktopToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';

/** Container Service: 1 overview, 2 containers, 3 images, 4 registry and mirrors, 5 built-in containers (SHELL-33, G-09). */
export const App = ({ window, pageIndex }: AppProps<NoParams>) => {
  const t = useText(messages);
  const plannedText = useText(plannedAppMessages);
  const desktop = useService(DesktopToken);
  const first = { id: '1', label: t('overview'), text: t('overviewText'), icon: <IconInfo size={18} /> };
  const pages = [
    first,
    { id: '2', label: t('containers'), text: t('containersText'), icon: <IconContainer size={18} /> },
    { id: '3', label: t('images'), text: t('imagesText'), icon: <IconLayers size={18} /> },
    { id: '4', label: t('registry'), text: t('registryText'), icon: <IconServer size={18} /> },
    { id: '5', label: t('builtIn'), text: t('builtInText'), icon: <IconPackage size={18} /> },
  ];
  const page = pages.find(({ id }) => id === String(pageIndex)) ?? first;
  return (
    <AppLayout
      sidebar={
        <Sidebar
          label={t('pages')}
          current={page.id}
          items={pages}
          onSelect={(id) => {
            desktop.update(window, { pageIndex: Number(id) });
          }}
        />
      }
    >
      <WindowNotice icon={<AppIcon name="containers" size={64} />} title={plannedText('title', { name: page.label })}>
        {t('later', { text: page.text })}
      </WindowNotice>
    </AppLayout>
  );
};
