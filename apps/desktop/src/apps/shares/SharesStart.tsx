import { useMemo } from 'react';
import { PhonePageContext } from '../../app-kit/phone-page.ts';
import { useText } from '../../react/use-text.ts';
import { App } from './index.tsx';
import { messages } from './messages.ts';

/** The user's links as a page of the phone layout. */
export const Start = () => {
  const t = useText(messages);
  const page = useMemo(() => ({ title: t('shared'), leave: null, head: null }), [t]);
  return (
    <PhonePageContext value={page}>
      <App />
    </PhonePageContext>
  );
};
