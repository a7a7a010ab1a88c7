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
import type { AppProps } from '../../app-kit/define-app.ts';
import type { Nothing } from '../../app-kit/links.ts';
import { DesktopToken } from '../../composition/tokens.ts';
import { useService } from '../../react/scope.tsx';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import { safeWords } from './safe-messages.ts';
import { About } from './parts/About.tsx';
import { Appearance } from './parts/Appearance.tsx';
import { Feedback } from './parts/Feedback.tsx';
import { Safe } from './parts/Safe.tsx';
import { Time } from './parts/Time.tsx';
import { timeWords } from './parts/time-messages.ts';
import { UpdateLog } from './parts/UpdateLog.tsx';

const SettingsPage = ({ at }: { readonly at: number }) => {
  switch (at) {
    case 2:
      return <Appearance />;
    case 3:
      return <Feedback />;
    case 4:
      return <UpdateLog />;
    case 5:
      return <Safe />;
    case 6:
      return <Time />;
    default:
      return <About />;
  }
};

/**
 * Settings. 1: About, 2: appearance, 3: feedback, 4: update log (SHELL-30, G-09), 5: recovery kit of the safe, 6: clock
 * of the box.
 */
export const App = ({ window, pageIndex }: AppProps<Nothing>) => {
  const t = useText(messages);
  const safe = useText(safeWords);
  const time = useText(timeWords);
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
            { id: '5', label: safe('title'), icon: <IconShieldCheck size={18} /> },
            { id: '6', label: time('title'), icon: <IconClock size={18} /> },
          ]}
        />
      }
    >
      <SettingsPage at={pageIndex} />
    </AppLayout>
  );
};
