import {
  AppLayout,
  IconClock,
  IconHistory,
  IconInfo,
  IconMessage,
  IconPalette,
  IconShieldCheck,
  Sidebar,
} from '@boxwood/ui';
import type { AppProps } from '../../kit/app/apps/define-app.ts';
import type { NoParams } from '../../kit/app/apps/app-links.ts';
import { DesktopToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';
import { safeMessages } from './safe-messages.ts';
import { AboutPage } from './parts/AboutPage.tsx';
import { AppearancePage } from './parts/AppearancePage.tsx';
import { FeedbackPage } from './parts/FeedbackPage.tsx';
import { SafeKitPage } from './parts/SafeKitPage.tsx';
import { TimePage } from './parts/TimePage.tsx';
import { timeMessages } from './parts/time-messages.ts';
import { UpdateLogPage } from './parts/UpdateLogPage.tsx';

const SettingsPage = ({ at }: { readonly at: number }) => {
  switch (at) {
    case 2:
      return <AppearancePage />;
    case 3:
      return <FeedbackPage />;
    case 4:
      return <UpdateLogPage />;
    case 5:
      return <SafeKitPage />;
    case 6:
      return <TimePage />;
    default:
      return <AboutPage />;
  }
};

/**
 * Settings. 1: About, 2: appearance, 3: feedback, 4: update log (SHELL-30, G-09), 5: recovery kit of the safe, 6: clock
 * of the box.
 */
export const App = ({ window, pageIndex }: AppProps<NoParams>) => {
  const t = useText(messages);
  const safeText = useText(safeMessages);
  const timeText = useText(timeMessages);
  const desktop = useService(DesktopToken);
  return (
    <AppLayout
      sidebar={
        <Sidebar
          label={t('pages')}
          current={String(pageIndex)}
          onSelect={(id) => {
            desktop.update(window, { pageIndex: Number(id) });
          }}
          items={[
            { id: '1', label: t('about'), icon: <IconInfo size={18} /> },
            { id: '2', label: t('appearance'), icon: <IconPalette size={18} /> },
            { id: '3', label: t('feedback'), icon: <IconMessage size={18} /> },
            { id: '4', label: t('updateLog'), icon: <IconHistory size={18} /> },
            { id: '5', label: safeText('title'), icon: <IconShieldCheck size={18} /> },
            { id: '6', label: timeText('title'), icon: <IconClock size={18} /> },
          ]}
        />
      }
    >
      <SettingsPage at={pageIndex} />
    </AppLayout>
  );
};
