import { useMemo } from 'react';
import { PhonePageContext } from '../../app-kit/phone-page.ts';
import { useText } from '../../react/use-text.ts';
import { App } from './index.tsx';
import { messages } from './messages.ts';

/** The links that a person gave away, as a place of the phone. */
export const Start = () => {
  const t = useText(messages);
  const page = useMemo(() => ({ title: t('shared'), leave: null, head: null }), [t]);
  return (
    <PhonePageContext value={page}>
      <App />
    </PhonePageContext>
  );
};
