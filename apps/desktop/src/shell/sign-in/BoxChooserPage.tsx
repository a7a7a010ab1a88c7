import type { Drive } from '@boxwood/domain';
import { AppIcon, Button, VisuallyHidden } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { commonMessages } from '../../kit/app/messages.ts';
import {
  BoxesToken,
  LinkHintsToken,
  ServingBoxToken,
  SessionToken,
  SettingsToken,
} from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useAction } from '../../platform/react/use-action.ts';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { FailureNote } from './FailureNote.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { JoinDialog } from './JoinDialog.tsx';
import { join } from './join-messages.ts';
import { boxMessages } from './box-messages.ts';
import styles from './sign-in.module.css';

const DriveCard = ({ drive, isLastUsed }: { readonly drive: Drive; readonly isLastUsed: boolean }) => {
  const t = useText(boxMessages);
  const boxes = useService(BoxesToken);
  const isOnline = drive.online === 'Y';
  const role = drive.role === 'owner' ? t('roleOwner') : drive.role === 'admin' ? t('roleAdmin') : t('roleUser');
  const name = drive.nick === '' ? drive.boxName : drive.nick;
  return (
    <button
      type="button"
      className={styles.drive}
      aria-disabled={!isOnline}
      onClick={() => {
        if (isOnline) boxes.choose(drive);
      }}
    >
      <AppIcon name="box-info" size={44} />
      <span className={styles.driveName}>
        <VisuallyHidden>{t('enter')} </VisuallyHidden>
        {name}
      </span>
      <span className={styles.driveFacts}>
        <span className={isOnline ? styles.online : styles.away}>{isOnline ? t('online') : t('offline')}</span>
        <span>{drive.model}</span>
        <span>{drive.edition === 'starlight' ? t('starlight') : t('standard')}</span>
        <span>{role}</span>
        {isLastUsed ? <span>{t('lastUsed')}</span> : null}
      </span>
    </button>
  );
};

/** `/tobox`: the boxes of the account. Enters one automatically unless the user opened the list (ROUTE-02, G-08). */
export const BoxChooserPage = ({ entersAutomatically }: { readonly entersAutomatically: boolean }) => {
  const t = useText(boxMessages);
  const c = useText(commonMessages);
  const session = useService(SessionToken);
  const boxes = useService(BoxesToken);
  const stage = useStream(session.stage$);
  const state = useStream(boxes.state$);
  const joinText = useText(join);
  const invite = useService(LinkHintsToken).invite ?? '';
  const boxId = useService(ServingBoxToken).boxId;
  const [isJoinOpen, setJoinOpen] = useState(false);
  const action = useAction();
  const canJoin = boxId !== null && !state.loading && state.drives.every((drive) => drive.boxId !== boxId);
  const wasRemoved = stage.at === 'choosing' && stage.removed === true;
  const boxNick = useService(SettingsToken).get('boxNick') ?? '';
  useEffect(() => {
    // A user who was removed from a box reads it here instead of entering another box.
    if (entersAutomatically && !wasRemoved) boxes.enterAutomatically();
    else boxes.refresh();
  }, [boxes, entersAutomatically, wasRemoved]);
  const name = stage.at === 'choosing' ? stage.username : '';
  return (
    <SignInFrame wide title={t('chooseTitle')} lead={name === '' ? undefined : t('chooseLead', { name })}>
      {wasRemoved ? (
        <p role="alert" className={`${styles.notice ?? ''} ${styles.warning ?? ''}`}>
          {t('removed', { name: boxNick })}
        </p>
      ) : null}
      {state.failure === null ? null : <FailureNote failure={state.failure} />}
      {state.loading && state.drives.length === 0 ? (
        <p role="status" className={styles.wait}>
          {c('loading')}
        </p>
      ) : state.drives.length === 0 && state.failure === null ? (
        <div className={styles.centre}>
          <h2>{t('noBoxes')}</h2>
          <p className={styles.lead}>{t('noBoxesText')}</p>
        </div>
      ) : (
        <ul className={styles.drives}>
          {state.drives.map((drive) => (
            <li key={drive.boxId}>
              <DriveCard drive={drive} isLastUsed={drive.boxId === state.lastBoxId} />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button
          busy={state.loading}
          onClick={() => {
            boxes.refresh();
          }}
        >
          {c('refresh')}
        </Button>
        {canJoin ? (
          <Button
            onClick={() => {
              setJoinOpen(true);
            }}
          >
            {joinText('add')}
          </Button>
        ) : null}
        <Button
          variant="quiet"
          busy={action.state.at === 'running'}
          onClick={() => {
            action.run(() => session.signOut());
          }}
        >
          {t('signOut')}
        </Button>
      </div>
      {boxId === null ? null : (
        <JoinDialog
          boxId={boxId}
          invite={invite}
          open={isJoinOpen}
          onClose={() => {
            setJoinOpen(false);
          }}
        />
      )}
    </SignInFrame>
  );
};
