import type { ProtectedArea } from '@boxwood/domain';
import { Button, IconKey, IconLock } from '@boxwood/ui';
import { useState } from 'react';
import { SafeGatesToken } from '../../../composition/service-tokens.ts';
import { ChangePasswordDialog } from '../dialogs/ChangePasswordDialog.tsx';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useText } from '../../../platform/react/use-text.ts';
import styles from '../files.module.css';
import { gateMessages } from '../../../kit/files/gate/messages.ts';

/** Buttons to lock an unlocked area and to change its password (P-10). */
export const GatedAreaBar = ({ area }: { readonly area: ProtectedArea }) => {
  const t = useText(gateMessages);
  const gate = useService(SafeGatesToken)[area];
  const open = useStream(gate.open$);
  const [isChangingPassword, setIsChangingPassword] = useState(false);
  if (!open) return null;
  return (
    <div className={styles.areaBar}>
      <Button
        size="sm"
        icon={<IconKey />}
        onClick={() => {
          setIsChangingPassword(true);
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
      {isChangingPassword ? (
        <ChangePasswordDialog
          gate={gate}
          onClose={() => {
            setIsChangingPassword(false);
          }}
        />
      ) : null}
    </div>
  );
};
