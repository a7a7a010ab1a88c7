import { MIN_FIRMWARE } from '@boxwood/box-sdk/rules';
import type { Standing } from '@boxwood/domain';
import { AppIcon, Button, Dialog, Facts } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { common } from '../../../app-kit/messages.ts';
import { Notice } from '../../../app-kit/WindowStates.tsx';
import { LauncherToken, OffersToken, SessionToken } from '../../../composition/tokens.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { indexWords } from '../index-words.ts';

/** The oldest firmware of each model that runs the photo index, as text. */
const LEAST = Object.entries(MIN_FIRMWARE.photos)
  .map(([model, third]) => `${model}\u00a01.0.${third}`)
  .join(', ');

export interface NoIndexProps {
  readonly missing: Extract<Standing, { readonly state: 'absent' }>['missing'];
  /** Closes the page; undefined if there is nothing to close, then the notice stays. */
  readonly onClose: (() => void) | undefined;
}

/** Explains why this box has no photo page and where to get the plugin (PHOTO-17, DIALOG-21). */
export const NoIndex = ({ missing, onClose }: NoIndexProps) => {
  const t = useText(indexWords);
  const c = useText(common);
  const offers = useService(OffersToken);
  const launcher = useService(LauncherToken);
  const stage = useStream(useService(SessionToken).stage$);
  const [open, setOpen] = useState(true);
  // The plugin may have been installed since sign-in; this page closes when it is available.
  useEffect(() => {
    offers.look();
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
  const why = missing.some(({ what }) => what === 'firmware') ? t('firmware') : t('plugin');
  return (
    <>
      <Notice icon={<AppIcon name="photos" size={64} />} title={t('title')} actions={open ? undefined : market}>
        {why}
      </Notice>
      <Dialog
        open={open}
        title={t('title')}
        description={why}
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
            { id: 'least', name: t('least'), value: LEAST },
            ...(stage.at === 'in'
              ? [{ id: 'here', name: t('here'), value: `${stage.link.model} ${stage.link.version}` }]
              : []),
          ]}
        />
      </Dialog>
    </>
  );
};
