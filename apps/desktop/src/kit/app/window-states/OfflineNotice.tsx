import { useText } from '../../../platform/react/use-text.ts';
import { commonMessages } from '../messages.ts';
import { WindowNotice } from './WindowStates.tsx';

/** What an account page shows in LAN mode (G-07). */
export const OfflineNotice = ({ name }: { readonly name: string }) => {
  const t = useText(commonMessages);
  return <WindowNotice title={t('offlineTitle')}>{t('offlineText', { name })}</WindowNotice>;
};
