import type { Partition } from '@boxwood/domain';
import { Button, Dialog, Facts, FileIcon, IconContainer, IconEject, ProgressBar } from '@boxwood/ui';
import { commonMessages } from '../../../kit/app/messages.ts';
import { formatSizeText } from '../../../kit/app/format-units.ts';
import { deviceMessages } from '../../../kit/files/device/messages.ts';
import { useDrive } from '../../../kit/files/device/use-drive.ts';
import type { FileRoot } from '../../../kit/files/file-places.ts';
import { useText } from '../../../platform/react/use-text.ts';
import styles from './dialogs.module.css';
import { dialogMessages } from './messages.ts';

interface DiskDialogProps {
  readonly root: FileRoot;
  readonly onEjected: () => void;
  readonly onClose: () => void;
}

/**
 * Usage of a device, and a button to eject it. For a container drive the button opens the Container Service instead
 * (DIALOG-17, SHELL-34, G-53).
 */
export const DiskDialog = ({ root, ...props }: DiskDialogProps) =>
  root.partition === null ? null : <DiskDetails {...props} root={root} partition={root.partition} />;

const DiskDetails = ({
  root,
  partition,
  onEjected,
  onClose,
}: DiskDialogProps & {
  readonly partition: Partition;
}) => {
  const t = useText(dialogMessages);
  const d = useText(deviceMessages);
  const c = useText(commonMessages);
  const device = useDrive(partition);
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
          {device.removalMethod === 'eject' ? (
            <Button
              variant="primary"
              icon={<IconEject />}
              busy={device.isEjecting}
              onClick={() => {
                device.eject(() => {
                  onClose();
                  onEjected();
                });
              }}
            >
              {d('eject')}
            </Button>
          ) : device.removalMethod === 'containers' ? (
            <Button
              variant="primary"
              icon={<IconContainer />}
              onClick={() => {
                onClose();
                device.openContainers();
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
          <FileIcon kind={device.isInContainer ? 'network' : partition.master === 1 ? 'volume' : 'usb'} size={56} />
        </div>
        <ProgressBar label={d('used')} value={device.percent} valueText={device.usedText} />
        <Facts
          facts={[
            { id: 'free', name: d('free'), value: formatSizeText(device.free) },
            { id: 'used', name: d('used'), value: formatSizeText(device.used) },
            { id: 'total', name: d('total'), value: formatSizeText(device.total) },
          ]}
        />
        {device.problem === null ? null : <p role="alert">{device.problem}</p>}
      </div>
    </Dialog>
  );
};
