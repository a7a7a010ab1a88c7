import { isRaidBusy, raidStateOf } from '@boxwood/box-sdk/rules';
import { type DiskArray, PLACES } from '@boxwood/domain';
import { Button, IconFolderOpen } from '@boxwood/ui';
import { LauncherToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useAction } from '../../../platform/react/use-action.ts';
import { useText } from '../../../platform/react/use-text.ts';
import styles from '../disks.module.css';
import { messages } from '../messages.ts';
import { DiskAdminToken } from '../services.ts';

/** Offers to mount an unused array unchanged; another system may have created it. */
export const AdoptArray = ({
  array,
  name,
  reload,
}: {
  readonly array: DiskArray;
  readonly name: string;
  readonly reload: () => void;
}) => {
  const t = useText(messages);
  const admin = useService(DiskAdminToken);
  const launcher = useService(LauncherToken);
  const { state, run } = useAction();
  const open = (path: string): void => {
    launcher.open('files', { params: { place: PLACES.device, path } });
  };
  if (array.mntdir.startsWith('/mnt/extdev/'))
    return (
      <>
        <p className={styles.muted}>{t('adopted')}</p>
        <div className={styles.buttons}>
          <Button
            size="sm"
            icon={<IconFolderOpen />}
            onClick={() => {
              open(array.mntdir);
            }}
          >
            {t('showFiles')}
          </Button>
        </div>
      </>
    );
  if (array.mntdir !== '' || isRaidBusy(raidStateOf(array.state))) return null;
  return (
    <>
      <p className={styles.muted}>{t('adoptable')}</p>
      <div className={styles.buttons}>
        <Button
          size="sm"
          busy={state.at === 'running'}
          aria-label={t('adoptOf', { name })}
          onClick={() => {
            run(
              () => admin.mountExistingArray(array.dev),
              (path) => {
                reload();
                open(path);
              },
            );
          }}
        >
          {t('adopt')}
        </Button>
      </div>
      {state.at === 'failed' ? (
        <p role="alert" className={styles.wrong}>
          {t('adoptFailed')}
        </p>
      ) : null}
    </>
  );
};
