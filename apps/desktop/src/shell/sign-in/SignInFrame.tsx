import { Button, IconLanguage } from '@boxwood/ui';
import type { ReactNode } from 'react';
import { AppearanceToken, LanguagesToken } from '../../composition/service-tokens.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../platform/i18n/language.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import styles from './sign-in.module.css';

/** Layout of every page before the desktop: the logo, one card and a button for the other language. */
export const SignInFrame = ({
  title,
  lead,
  wide = false,
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly wide?: boolean;
  readonly children: ReactNode;
}) => {
  const appearance = useService(AppearanceToken);
  const language = useStream(useService(LanguagesToken).language$);
  const otherLanguage = LANGUAGES.find((one) => one !== language) ?? 'en';
  return (
    <div className={styles.ground}>
      <main className={wide ? styles.cardWide : styles.card}>
        <header className={styles.head}>
          <img className={styles.mark} src="/boxwood.svg" width={56} height={56} alt="" />
          <h1 className={styles.title}>{title}</h1>
          {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
        </header>
        {children}
      </main>
      <footer className={styles.foot}>
        <Button
          size="sm"
          variant="quiet"
          icon={<IconLanguage size={16} />}
          lang={otherLanguage}
          onClick={() => {
            appearance.useLanguage(otherLanguage);
          }}
        >
          {LANGUAGE_NAMES[otherLanguage]}
        </Button>
      </footer>
    </div>
  );
};
