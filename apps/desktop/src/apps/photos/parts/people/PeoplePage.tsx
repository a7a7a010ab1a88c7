import type { PeopleOverview, PersonLabel } from '@boxwood/domain';
import {
  Button,
  Checkbox,
  ConfirmDialog,
  EmptyState,
  IconButton,
  IconEye,
  IconEyeOff,
  IconPower,
  IconMore,
  IconSettings,
  IconUndo,
  IconUsers,
  ListLayout,
  Menu,
  Toolbar,
  ToolbarSpacer,
  VisuallyHidden,
} from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { LoadedContent } from '../../../../kit/app/window-states/LoadState.tsx';
import { useIsPhone } from '../../../../kit/app/use-is-phone.ts';
import { SessionToken } from '../../../../composition/service-tokens.ts';
import { useService } from '../../../../platform/react/scope.tsx';
import { useQuery } from '../../../../platform/react/use-query.ts';
import { useStream } from '../../../../platform/react/use-stream.ts';
import { useText } from '../../../../platform/react/use-text.ts';
import { messages } from '../../messages.ts';
import { peopleMessages } from '../../people-messages.ts';
import styles from '../../people.module.css';
import { FaceImage } from '../../../../kit/files/pictures/FaceImage.tsx';
import { PersonNameField } from './PersonNameField.tsx';
import { usePeople } from '../../../../kit/files/pictures/people-service.ts';
import { RecognitionDialog } from './RecognitionDialog.tsx';

export interface PeoplePageProps {
  readonly onOpen: (person: PersonLabel) => void;
}

/** All recognised people with their names; also turns recognition on and shows its progress. */
export const PeoplePage = ({ onOpen }: PeoplePageProps) => {
  const people = usePeople();
  const [shown, reload] = useQuery(
    useCallback(() => people.overview(), [people]),
    { about: 'photos' },
  );
  return (
    <LoadedContent request={shown} reload={reload}>
      {(value) =>
        value.config.enable === 1 ? (
          <PeopleGrid shown={value} reload={reload} onOpen={onOpen} />
        ) : (
          <RecognitionOff config={value.config} onDone={reload} />
        )
      }
    </LoadedContent>
  );
};

const RecognitionOff = ({
  config,
  onDone,
}: {
  readonly config: PeopleOverview['config'];
  readonly onDone: () => void;
}) => {
  const p = useText(peopleMessages);
  const admin = useStream(useService(SessionToken).admin$);
  const people = usePeople();
  return (
    <EmptyState
      icon={<IconUsers />}
      title={p('off')}
      text={admin ? p('offText') : `${p('offText')} ${p('offMember')}`}
      actions={
        admin ? (
          <Button
            variant="primary"
            onClick={() => {
              people.configure({ ...config, enable: 1 }).subscribe(onDone);
            }}
          >
            {p('turnOn')}
          </Button>
        ) : null
      }
    />
  );
};

const PeopleGrid = ({
  shown: { config, own, recognising, people: visible, hidden },
  reload,
  onOpen,
}: PeoplePageProps & { readonly shown: PeopleOverview; readonly reload: () => void }) => {
  const t = useText(messages);
  const p = useText(peopleMessages);
  const people = usePeople();
  const admin = useStream(useService(SessionToken).admin$);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [isShowingHidden, setShowingHidden] = useState(false);
  const [openDialog, setOpenDialog] = useState<'off' | 'thresholds' | null>(null);
  const list = isShowingHidden ? hidden : visible;
  const selectedPeople = list.filter(({ id }) => selectedIds.has(id));
  // Phones have no space for disabled actions.
  const hidesActions = useIsPhone() && selectedPeople.length === 0;
  const resetAndReload = (): void => {
    setSelectedIds(new Set());
    reload();
  };
  const { running, trouble } = recognising;
  const problemKey = trouble === 'memory' ? 'memory' : trouble === 'text' ? 'noText' : 'engine';
  const statusText = running
    ? p('looking', { done: recognising.done, total: recognising.total })
    : trouble === ''
      ? ''
      : p(problemKey);
  return (
    <ListLayout
      toolbar={
        <Toolbar wrap label={p('tools')}>
          {hidesActions ? null : (
            <>
              <Button
                size="sm"
                variant="primary"
                icon={<IconUsers />}
                disabledReason={selectedPeople.length < 2 ? p('mergeFirst') : undefined}
                onClick={() => {
                  // The box keeps the named person; if both or neither have a name, the one in more pictures.
                  people.merge(selectedPeople).subscribe(resetAndReload);
                }}
              >
                {p('merge')}
              </Button>
              <Button
                size="sm"
                icon={isShowingHidden ? <IconEye /> : <IconEyeOff />}
                disabledReason={selectedPeople.length === 0 ? p('chooseFirst') : undefined}
                onClick={() => {
                  people.hide(selectedPeople, !isShowingHidden).subscribe(resetAndReload);
                }}
              >
                {p(isShowingHidden ? 'show' : 'hide')}
              </Button>
            </>
          )}
          <ToolbarSpacer />
          {hidden.length > 0 || isShowingHidden ? (
            <IconButton
              size="sm"
              label={p('hiddenPeople')}
              pressed={isShowingHidden}
              icon={<IconEyeOff />}
              onClick={() => {
                setShowingHidden(!isShowingHidden);
                setSelectedIds(new Set());
              }}
            />
          ) : null}
          <Menu
            trigger={<IconButton size="sm" label={p('more_acts')} icon={<IconMore />} />}
            entries={[
              {
                kind: 'action',
                id: 'undo',
                label: p('undo'),
                icon: <IconUndo />,
                onSelect: () => {
                  people.undoLatest().subscribe(resetAndReload);
                },
              },
              ...(admin
                ? [
                    {
                      kind: 'action' as const,
                      id: 'thresholds',
                      label: p('thresholds'),
                      icon: <IconSettings />,
                      onSelect: () => {
                        // The box sends no event for changes in the model folder, so reload.
                        reload();
                        setOpenDialog('thresholds');
                      },
                    },
                    {
                      kind: 'action' as const,
                      id: 'off',
                      label: p('turnOff'),
                      icon: <IconPower />,
                      danger: true,
                      onSelect: () => {
                        setOpenDialog('off');
                      },
                    },
                  ]
                : []),
            ]}
          />
        </Toolbar>
      }
      notice={
        statusText === '' ? null : (
          <p className={styles.note} role="status">
            {statusText}
          </p>
        )
      }
      footer={
        <span aria-live="polite">
          {selectedPeople.length > 0
            ? p('chosen', { count: selectedPeople.length })
            : p('count', { count: list.length })}
        </span>
      }
    >
      {list.length === 0 ? (
        <EmptyState icon={<IconUsers />} title={p('none')} text={p('noneText')} />
      ) : (
        <ul className={styles.grid} aria-label={p(isShowingHidden ? 'hiddenPeople' : 'people')}>
          {list.map((person) => {
            const name = person.name === '' ? p('somebody') : person.name;
            return (
              <li key={person.id}>
                <button
                  type="button"
                  className={styles.open}
                  aria-label={p('open', { name })}
                  onClick={() => {
                    onOpen(person);
                  }}
                >
                  <FaceImage face={person.face} />
                </button>
                <span className={styles.mark}>
                  <Checkbox
                    label={<VisuallyHidden>{p('select', { name })}</VisuallyHidden>}
                    checked={selectedIds.has(person.id)}
                    onCheckedChange={(isChosen) => {
                      const next = new Set(selectedIds);
                      if (isChosen) next.add(person.id);
                      else next.delete(person.id);
                      setSelectedIds(next);
                    }}
                  />
                </span>
                <PersonNameField person={person} onDone={reload} />
                <span className={styles.count}>{t('count', { count: person.cnt })}</span>
              </li>
            );
          })}
        </ul>
      )}
      {openDialog === 'thresholds' ? (
        <RecognitionDialog
          config={config}
          own={own}
          onDone={() => {
            setOpenDialog(null);
            resetAndReload();
          }}
          onClose={() => {
            setOpenDialog(null);
          }}
        />
      ) : null}
      <ConfirmDialog
        danger
        open={openDialog === 'off'}
        title={p('turnOffTitle')}
        message={p('turnOffText')}
        confirmLabel={p('turnOffYes')}
        cancelLabel={p('cancel')}
        closeLabel={p('close')}
        onConfirm={() => {
          setOpenDialog(null);
          people.configure({ ...config, enable: 0 }).subscribe(resetAndReload);
        }}
        onClose={() => {
          setOpenDialog(null);
        }}
      />
    </ListLayout>
  );
};
