import { useText } from '../react/use-text.ts';
import { common } from './messages.ts';
import { Notice } from './WindowStates.tsx';

/** What an account page shows in LAN mode (G-07). */
export const OfflineNotice = ({ name }: { readonly name: string }) => {
  const t = useText(common);
  return <Notice title={t('offlineTitle')}>{t('offlineText', { name })}</Notice>;
};
