import { isContainerDrive } from '@boxwood/box-sdk/rules';
import { Button, Dialog, Facts, FileIcon, IconContainer, IconEject, ProgressBar } from '@boxwood/ui';
import { common } from '../../../app-kit/messages.ts';
import { size } from '../../../app-kit/format.ts';
import { LauncherToken } from '../../../composition/tokens.ts';
import type { Root } from '../../../file-kit/places.ts';
import { afterFocusReturn } from '../../../react/after-focus-return.ts';
import { useAction } from '../../../react/use-outcome.ts';
import { useService } from '../../../react/scope.tsx';
import { useFailureText, useText } from '../../../react/use-text.ts';
import { FileFactsToken } from '../services.ts';
import styles from './dialogs.module.css';
import { dialogWords } from './messages.ts';

/** Page of the Container Service that lists the containers (G-09). */
const CONTAINERS_PAGE = 2;

/** A device: how full it is, and letting it go; a container drive leads to the Container Service instead (DIALOG-17, SHELL-34, G-53). */
export const DiskDialog = ({
  root,
  onEjected,
  onClose,
}: {
  readonly root: Root;
  readonly onEjected: () => void;
  readonly onClose: () => void;
}) => {
  const t = useText(dialogWords);
  const c = useText(common);
  const failureText = useFailureText();
  const facts = useService(FileFactsToken);
  const launcher = useService(LauncherToken);
  const { state, run } = useAction();
  const { partition } = root;
  if (partition === null) return null;
  const managed = isContainerDrive(partition);
  const containers = launcher.find('containers');
  // Who may not open the Container Service is not sent there.
  const mayManage = containers !== undefined && launcher.obstacle(containers) === null;
  const way = managed ? (mayManage ? 'containers' : 'none') : partition.master === 1 ? 'none' : 'eject';
  const total = partition.f_blocks * partition.f_bsize;
  const free = partition.f_bavail * partition.f_bsize;
  const used = Math.max(0, total - free);
  const name = root.volume ?? partition.mntdir;
  const text = t('usedOf', { used: size(used), total: size(total) });
  const info =
    state.at !== 'failed'
      ? null
      : state.failure._tag === 'Refused' && state.failure.info !== undefined
        ? state.failure.info
        : failureText(state.failure).text;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('disk', { name })}
      width={480}
      closeLabel={c('close')}
      footer={
        <>
          <Button onClick={onClose}>{c('close')}</Button>
          {way === 'eject' ? (
            <Button
              variant="primary"
              icon={<IconEject />}
              busy={state.at === 'running'}
              onClick={() => {
                run(
                  () => facts.eject(partition.mntdir),
                  () => {
                    onClose();
                    onEjected();
                  },
                );
              }}
            >
              {t('eject')}
            </Button>
          ) : way === 'containers' ? (
            <Button
              variant="primary"
              icon={<IconContainer />}
              onClick={() => {
                onClose();
                afterFocusReturn(() => launcher.open('containers', { pageIndex: CONTAINERS_PAGE }));
              }}
            >
              {t('manageContainer')}
            </Button>
          ) : null}
        </>
      }
    >
      <div className={styles.fields}>
        <div className={styles.picture}>
          <FileIcon kind={managed ? 'network' : partition.master === 1 ? 'volume' : 'usb'} size={56} />
        </div>
        <div className={styles.usage}>
          <ProgressBar label={t('used')} value={total === 0 ? 0 : (used / total) * 100} valueText={text} />
          <p className={styles.muted}>{text}</p>
        </div>
        <Facts
          facts={[
            { id: 'free', name: t('free'), value: size(free) },
            { id: 'used', name: t('used'), value: size(used) },
            { id: 'total', name: t('total'), value: size(total) },
          ]}
        />
        {info === null ? null : <p role="alert">{t('ejectFailed', { info })}</p>}
      </div>
    </Dialog>
  );
};
