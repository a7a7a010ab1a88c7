import { Button, IconButton, IconX, QrCode } from '@boxwood/ui';
import type { ReactNode } from 'react';
import { LauncherToken, SessionToken } from '../composition/tokens.ts';
import { useAddPictures } from '../file-kit/pictures/use-add-pictures.tsx';
import { useService } from '../react/scope.tsx';
import { useText } from '../react/use-text.ts';
import { houseAddress } from '../app-kit/house-address.ts';
import { usePhone } from '../app-kit/use-phone.ts';
import { welcome } from './welcome-messages.ts';
import styles from './welcome.module.css';

/** Page 2 of Account Management: the users of the box. */
const PEOPLE = 2;

/** The first steps with a new box, one click each (finding 28). */
export const WelcomeCard = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText(welcome);
  const launcher = useService(LauncherToken);
  const stage = useService(SessionToken).stage$.value;
  const phone = usePhone();
  if (stage.at !== 'in') return null;
  const address = houseAddress(globalThis.location, stage.link.ip);
  const { admin } = stage.link;
  return (
    <section className={styles.card} aria-labelledby="welcome-title">
      <header className={styles.head}>
        <h2 id="welcome-title">{t('title', { name: stage.username })}</h2>
        <IconButton size="sm" label={t('close')} icon={<IconX />} onClick={onClose} />
      </header>
      <ol className={styles.steps}>
        <Step title={t('photos')} text={t('photosText')}>
          <ChoosePhotos />
        </Step>
        {admin ? (
          <Step title={t('family')} text={t('familyText')}>
            <Button onClick={() => launcher.open('account', { pageIndex: PEOPLE })}>{t('invite')}</Button>
          </Step>
        ) : null}
        {phone || address === null ? null : (
          <Step title={t('phone')} text={t('phoneText', { address })}>
            <div className={styles.qr}>
              <QrCode value={address} label={t('phoneQr', { address })} />
            </div>
          </Step>
        )}
      </ol>
    </section>
  );
};

const Step = ({
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
  const t = useText(welcome);
  const [choose, parts] = useAddPictures();
  return (
    <>
      <Button variant="primary" onClick={choose}>
        {t('choose')}
      </Button>
      {parts}
    </>
  );
};
