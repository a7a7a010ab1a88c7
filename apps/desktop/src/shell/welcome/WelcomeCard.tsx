import { Button, IconButton, IconX, QrCode } from '@boxwood/ui';
import type { ReactNode } from 'react';
import { LauncherToken, SessionToken } from '../../composition/service-tokens.ts';
import { useAddPictures } from '../../kit/files/pictures/use-add-pictures.tsx';
import { useService } from '../../platform/react/scope.tsx';
import { useText } from '../../platform/react/use-text.ts';
import { homeNetworkUrl } from '../../kit/app/home-network-url.ts';
import { useIsPhone } from '../../kit/app/use-is-phone.ts';
import { welcomeMessages } from './welcome-messages.ts';
import styles from './welcome.module.css';

/** Page 2 of Account Management: the users of the box. */
const PEOPLE_PAGE_INDEX = 2;

/** The first steps with a new box, one click each (finding 28). */
export const WelcomeCard = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText(welcomeMessages);
  const launcher = useService(LauncherToken);
  const stage = useService(SessionToken).stage$.value;
  const isPhone = useIsPhone();
  if (stage.at !== 'in') return null;
  const address = homeNetworkUrl(globalThis.location, stage.link.ip);
  const { admin } = stage.link;
  return (
    <section className={styles.card} aria-labelledby="welcome-title">
      <header className={styles.head}>
        <h2 id="welcome-title">{t('title', { name: stage.username })}</h2>
        <IconButton size="sm" label={t('close')} icon={<IconX />} onClick={onClose} />
      </header>
      <ol className={styles.steps}>
        <WelcomeStep title={t('photos')} text={t('photosText')}>
          <ChoosePhotos />
        </WelcomeStep>
        {admin ? (
          <WelcomeStep title={t('family')} text={t('familyText')}>
            <Button onClick={() => launcher.open('account', { pageIndex: PEOPLE_PAGE_INDEX })}>{t('invite')}</Button>
          </WelcomeStep>
        ) : null}
        {isPhone || address === null ? null : (
          <WelcomeStep title={t('phone')} text={t('phoneText', { address })}>
            <div className={styles.qr}>
              <QrCode value={address} label={t('phoneQr', { address })} />
            </div>
          </WelcomeStep>
        )}
      </ol>
    </section>
  );
};

const WelcomeStep = ({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) => (
  <li className={styles.step}>
    <div className={styles.words}>
      <h3>{title}</h3>
      <p>{text}</p>
    </div>
    {children}
  </li>
);

const ChoosePhotos = () => {
  const t = useText(welcomeMessages);
  const [choose, dialogs] = useAddPictures();
  return (
    <>
      <Button variant="primary" onClick={choose}>
        {t('choose')}
      </Button>
      {dialogs}
    </>
  );
};
