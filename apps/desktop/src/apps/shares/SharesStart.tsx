import { useMemo } from 'react';
import { PhonePageContext } from '../../kit/app/phone-page.ts';
import { useText } from '../../platform/react/use-text.ts';
import { App } from './index.tsx';
import { messages } from './messages.ts';

/** The user's links as a page of the phone layout. */
export const Start = () => {
  const t = useText(messages);
  const page = useMemo(() => ({ title: t('shared'), leave: null, headerElement: null }), [t]);
  return (
    <PhonePageContext value={page}>
      <App />
    </PhonePageContext>
  );
};
