import { MIN_FIRMWARE } from '@boxwood/box-sdk/rules';
import type { OfferStatus } from '@boxwood/domain';
import { AppIcon, Button, Dialog, Facts } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { commonMessages } from '../../../kit/app/messages.ts';
import { WindowNotice } from '../../../kit/app/window-states/WindowStates.tsx';
import { LauncherToken, OffersToken, SessionToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { photoIndexMessages } from '../photo-index-messages.ts';

/** The oldest firmware of each model that runs the photo index, as text. */
const MIN_FIRMWARE_LABEL = Object.entries(MIN_FIRMWARE.photos)
  .map(([model, patch]) => `${model}\u00a01.0.${patch}`)
  .join(', ');

export interface PhotoIndexMissingProps {
  readonly missing: Extract<OfferStatus, { readonly state: 'absent' }>['missing'];
  /** Closes the page; undefined if there is nothing to close, then the notice stays. */
  readonly onClose: (() => void) | undefined;
}

/** Explains why this box has no photo page and where to get the plugin (PHOTO-17, DIALOG-21). */
export const PhotoIndexMissing = ({ missing, onClose }: PhotoIndexMissingProps) => {
  const t = useText(photoIndexMessages);
  const c = useText(commonMessages);
  const offers = useService(OffersToken);
  const launcher = useService(LauncherToken);
  const stage = useStream(useService(SessionToken).stage$);
  const [open, setOpen] = useState(true);
  // The plugin may have been installed since sign-in; this page closes when it is available.
  useEffect(() => {
    offers.refresh();
  }, [offers]);
  const close = (): void => {
    setOpen(false);
    onClose?.();
  };
  const market = (
    <Button
      variant="primary"
      onClick={() => {
        launcher.open('app-market');
        close();
      }}
    >
      {t('market')}
    </Button>
  );
  const reason = missing.some(({ what }) => what === 'firmware') ? t('firmware') : t('plugin');
  return (
    <>
      <WindowNotice icon={<AppIcon name="photos" size={64} />} title={t('title')} actions={open ? undefined : market}>
        {reason}
      </WindowNotice>
      <Dialog
        open={open}
        title={t('title')}
        description={reason}
        width={440}
        closeLabel={c('close')}
        onClose={close}
        footer={
          <>
            <Button onClick={close}>{c('close')}</Button>
            {market}
          </>
        }
      >
        <Facts
          facts={[
            { id: 'least', name: t('least'), value: MIN_FIRMWARE_LABEL },
            ...(stage.at === 'in'
              ? [{ id: 'here', name: t('here'), value: `${stage.link.model} ${stage.link.version}` }]
              : []),
          ]}
        />
      </Dialog>
    </>
  );
};
