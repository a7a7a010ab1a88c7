import type { GatedArea } from '@boxwood/domain';
import { Button, IconKey, IconLock } from '@boxwood/ui';
import { useState } from 'react';
import { SafeGatesToken } from '../../../composition/tokens.ts';
import { ChangePasswordDialog } from '../dialogs/ChangePasswordDialog.tsx';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import styles from '../files.module.css';
import { gateWords } from '../../../file-kit/gate/messages.ts';

/** Buttons to lock an unlocked area and to change its password (P-10). */
export const AreaBar = ({ area }: { readonly area: GatedArea }) => {
  const t = useText(gateWords);
  const gate = useService(SafeGatesToken)[area];
  const open = useStream(gate.open$);
  const [changing, setChanging] = useState(false);
  if (!open) return null;
  return (
    <div className={styles.areaBar}>
      <Button
        size="sm"
        icon={<IconKey />}
        onClick={() => {
          setChanging(true);
        }}
      >
        {t('change')}
      </Button>
      <Button
        size="sm"
        icon={<IconLock />}
        onClick={() => {
          gate.lock();
        }}
      >
        {t('lock')}
      </Button>
      {changing ? (
        <ChangePasswordDialog
          gate={gate}
          onClose={() => {
            setChanging(false);
          }}
        />
      ) : null}
    </div>
  );
};
