import { AppIcon, AppLayout, IconContainer, IconInfo, IconLayers, IconPackage, IconServer, Sidebar } from '@boxwood/ui';
import type { AppProps } from '../../app-kit/define-app.ts';
import type { Nothing } from '../../app-kit/links.ts';
import { laterWords } from '../../app-kit/later-messages.ts';
import { Notice } from '../../app-kit/WindowStates.tsx';
import { DesktopToken } from '../../composition/tokens.ts';
import { useService } from '../../react/scope.tsx';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';

/** Container Service: 1 overview, 2 containers, 3 images, 4 registry and mirrors, 5 built-in containers (SHELL-33, G-09). */
export const App = ({ window, pageIndex }: AppProps<Nothing>) => {
  const t = useText(messages);
  const later = useText(laterWords);
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
      <Notice icon={<AppIcon name="containers" size={64} />} title={later('title', { name: page.label })}>
        {t('later', { text: page.text })}
      </Notice>
    </AppLayout>
  );
};
