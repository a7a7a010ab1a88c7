import { Button, ProgressBar } from '@boxwood/ui';
import { commonMessages } from '../../kit/app/messages.ts';
import { RouterToken, SessionToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useAction } from '../../platform/react/use-action.ts';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { ROUTES } from '../routes/route.ts';
import { FailureNote } from './FailureNote.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { boxMessages } from './box-messages.ts';
import styles from './sign-in.module.css';

/**
 * `/toloc`, `/tolan`, `/towan`: connects to a box. A failure shows its reason, a retry and a way back (ROUTE-03 to
 * ROUTE-05).
 */
export const ConnectionPage = ({ mode }: { readonly mode: 'toloc' | 'tolan' | 'towan' }) => {
  const t = useText(boxMessages);
  const c = useText(commonMessages);
  const session = useService(SessionToken);
  const router = useService(RouterToken);
  const stage = useStream(session.stage$);
  const retry = useAction();
  const name = stage.at === 'connecting' || stage.at === 'unreachable' ? stage.target : '';
  const via = { toloc: t('viaLoc'), tolan: t('viaLan'), towan: t('viaWan') }[mode];
  if (stage.at !== 'unreachable') {
    return (
      <SignInFrame title={t('connecting', { name })} lead={via}>
        <div className={styles.wait} role="status">
          <div className={styles.waitBar}>
            <ProgressBar label={t('connecting', { name })} value={null} />
          </div>
        </div>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t('unreachable', { name })} lead={via}>
      <FailureNote failure={stage.failure} />
      <div className={styles.actions}>
        <Button
          variant="primary"
          busy={retry.state.at === 'running'}
          onClick={() => {
            retry.run(() => session.retry());
          }}
        >
          {c('retry')}
        </Button>
        <Button
          onClick={() => {
            if (mode === 'toloc') session.signOut();
            else {
              session.leaveBox();
              router.go(ROUTES.chooserList);
            }
          }}
        >
          {mode === 'toloc' ? t('backToSignIn') : t('backToBoxes')}
        </Button>
      </div>
    </SignInFrame>
  );
};
