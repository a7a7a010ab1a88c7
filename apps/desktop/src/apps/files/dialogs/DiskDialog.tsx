import type { Partition } from '@boxwood/domain';
import { Button, Dialog, Facts, FileIcon, IconContainer, IconEject, ProgressBar } from '@boxwood/ui';
import { common } from '../../../app-kit/messages.ts';
import { size } from '../../../app-kit/format.ts';
import { deviceWords } from '../../../file-kit/device/messages.ts';
import { useDevice } from '../../../file-kit/device/use-device.ts';
import type { Root } from '../../../file-kit/places.ts';
import { useText } from '../../../react/use-text.ts';
import styles from './dialogs.module.css';
import { dialogWords } from './messages.ts';

interface DiskDialogProps {
  readonly root: Root;
  readonly onEjected: () => void;
  readonly onClose: () => void;
}

/**
 * Usage of a device, and a button to eject it. For a container drive the button opens the Container Service instead
 * (DIALOG-17, SHELL-34, G-53).
 */
export const DiskDialog = ({ root, ...props }: DiskDialogProps) =>
  root.partition === null ? null : <Known {...props} root={root} partition={root.partition} />;

const Known = ({
  root,
  partition,
  onEjected,
  onClose,
}: DiskDialogProps & {
  readonly partition: Partition;
}) => {
  const t = useText(dialogWords);
  const d = useText(deviceWords);
  const c = useText(common);
  const device = useDevice(partition);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('disk', { name: root.volume ?? partition.mntdir })}
      width={480}
      closeLabel={c('close')}
      footer={
        <>
          <Button onClick={onClose}>{c('close')}</Button>
          {device.way === 'eject' ? (
            <Button
              variant="primary"
              icon={<IconEject />}
              busy={device.ejecting}
              onClick={() => {
                device.eject(() => {
                  onClose();
                  onEjected();
                });
              }}
            >
              {d('eject')}
            </Button>
          ) : device.way === 'containers' ? (
            <Button
              variant="primary"
              icon={<IconContainer />}
              onClick={() => {
                onClose();
                device.manage();
              }}
            >
              {d('manageContainer')}
            </Button>
          ) : null}
        </>
      }
    >
      <div className={styles.fields}>
        <div className={styles.picture}>
          <FileIcon kind={device.managed ? 'network' : partition.master === 1 ? 'volume' : 'usb'} size={56} />
        </div>
        <ProgressBar label={d('used')} value={device.percent} valueText={device.usedText} />
        <Facts
          facts={[
            { id: 'free', name: d('free'), value: size(device.free) },
            { id: 'used', name: d('used'), value: size(device.used) },
            { id: 'total', name: d('total'), value: size(device.total) },
          ]}
        />
        {device.problem === null ? null : <p role="alert">{device.problem}</p>}
      </div>
    </Dialog>
  );
};
