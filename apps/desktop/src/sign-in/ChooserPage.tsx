import type { Drive } from '@boxwood/domain';
import { AppIcon, Button, VisuallyHidden } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { common } from '../app-kit/messages.ts';
import { BoxesToken, HintsToken, ServingBoxToken, SessionToken, SettingsToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useAction } from '../react/use-outcome.ts';
import { useStream } from '../react/use-stream.ts';
import { useText } from '../react/use-text.ts';
import { FailureNote } from './FailureNote.tsx';
import { Frame } from './Frame.tsx';
import { JoinDialog } from './JoinDialog.tsx';
import { join } from './join-messages.ts';
import { boxWords } from './box-messages.ts';
import styles from './sign-in.module.css';

const DriveCard = ({ drive, last }: { readonly drive: Drive; readonly last: boolean }) => {
  const t = useText(boxWords);
  const boxes = useService(BoxesToken);
  const online = drive.online === 'Y';
  const role = drive.role === 'owner' ? t('roleOwner') : drive.role === 'admin' ? t('roleAdmin') : t('roleUser');
  const name = drive.nick === '' ? drive.boxName : drive.nick;
  return (
    <button
      type="button"
      className={styles.drive}
      aria-disabled={!online}
      onClick={() => {
        if (online) boxes.choose(drive);
      }}
    >
      <AppIcon name="box-info" size={44} />
      <span className={styles.driveName}>
        <VisuallyHidden>{t('enter')} </VisuallyHidden>
        {name}
      </span>
      <span className={styles.driveFacts}>
        <span className={online ? styles.online : styles.away}>{online ? t('online') : t('offline')}</span>
        <span>{drive.model}</span>
        <span>{drive.edition === 'starlight' ? t('starlight') : t('standard')}</span>
        <span>{role}</span>
        {last ? <span>{t('lastUsed')}</span> : null}
      </span>
    </button>
  );
};

/** `/tobox`: the boxes of the account. Enters one automatically unless the user opened the list (ROUTE-02, G-08). */
export const ChooserPage = ({ auto }: { readonly auto: boolean }) => {
  const t = useText(boxWords);
  const c = useText(common);
  const session = useService(SessionToken);
  const boxes = useService(BoxesToken);
  const stage = useStream(session.stage$);
  const state = useStream(boxes.state$);
  const j = useText(join);
  const invite = useService(HintsToken).invite ?? '';
  const boxId = useService(ServingBoxToken).boxId;
  const [joining, setJoining] = useState(false);
  const action = useAction();
  const joinable = boxId !== null && !state.loading && state.drives.every((drive) => drive.boxId !== boxId);
  const removed = stage.at === 'choosing' && stage.removed === true;
  const boxNick = useService(SettingsToken).get('boxNick') ?? '';
  useEffect(() => {
    // A user who was removed from a box reads it here instead of entering another box.
    if (auto && !removed) boxes.enterAutomatically();
    else boxes.refresh();
  }, [boxes, auto, removed]);
  const name = stage.at === 'choosing' ? stage.username : '';
  return (
    <Frame wide title={t('chooseTitle')} lead={name === '' ? undefined : t('chooseLead', { name })}>
      {removed ? (
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
              <DriveCard drive={drive} last={drive.boxId === state.lastBoxId} />
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
        {joinable ? (
          <Button
            onClick={() => {
              setJoining(true);
            }}
          >
            {j('add')}
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
          open={joining}
          onClose={() => {
            setJoining(false);
          }}
        />
      )}
    </Frame>
  );
};
