import type { PeopleShown, PersonLabel } from '@boxwood/domain';
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
import { Shown } from '../../../app-kit/LoadState.tsx';
import { usePhone } from '../../../app-kit/use-phone.ts';
import { SessionToken } from '../../../composition/tokens.ts';
import { useService } from '../../../react/scope.tsx';
import { useQuery } from '../../../react/use-query.ts';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import { peopleWords } from '../people-words.ts';
import styles from '../people.module.css';
import { FaceImage } from '../../../file-kit/pictures/FaceImage.tsx';
import { PersonName } from './PersonName.tsx';
import { usePeople } from '../../../file-kit/pictures/people-service.ts';
import { RecognitionDialog } from './RecognitionDialog.tsx';

export interface PeoplePageProps {
  readonly onOpen: (person: PersonLabel) => void;
}

/** All recognised people with their names; also turns recognition on and shows its progress. */
export const PeoplePage = ({ onOpen }: PeoplePageProps) => {
  const people = usePeople();
  const [shown, reload] = useQuery(
    useCallback(() => people.shown(), [people]),
    { about: 'photos' },
  );
  return (
    <Shown of={shown} reload={reload}>
      {(value) =>
        value.config.enable === 1 ? (
          <Faces shown={value} reload={reload} onOpen={onOpen} />
        ) : (
          <Off config={value.config} onDone={reload} />
        )
      }
    </Shown>
  );
};

const Off = ({ config, onDone }: { readonly config: PeopleShown['config']; readonly onDone: () => void }) => {
  const p = useText(peopleWords);
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

const Faces = ({
  shown: { config, own, recognising, people: visible, hidden },
  reload,
  onOpen,
}: PeoplePageProps & { readonly shown: PeopleShown; readonly reload: () => void }) => {
  const t = useText(messages);
  const p = useText(peopleWords);
  const people = usePeople();
  const admin = useStream(useService(SessionToken).admin$);
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [showsHidden, showHidden] = useState(false);
  const [asks, ask] = useState<'off' | 'thresholds' | null>(null);
  const list = showsHidden ? hidden : visible;
  const picked = list.filter(({ id }) => chosen.has(id));
  // Phones have no space for disabled actions.
  const isBare = usePhone() && picked.length === 0;
  const done = (): void => {
    choose(new Set());
    reload();
  };
  const { running, trouble } = recognising;
  const word = trouble === 'memory' ? 'memory' : trouble === 'text' ? 'noText' : 'engine';
  const note = running
    ? p('looking', { done: recognising.done, total: recognising.total })
    : trouble === ''
      ? ''
      : p(word);
  return (
    <ListLayout
      toolbar={
        <Toolbar wrap label={p('tools')}>
          {isBare ? null : (
            <>
              <Button
                size="sm"
                variant="primary"
                icon={<IconUsers />}
                disabledReason={picked.length < 2 ? p('mergeFirst') : undefined}
                onClick={() => {
                  // The box keeps the named person; if both or neither have a name, the one in more pictures.
                  people.merge(picked).subscribe(done);
                }}
              >
                {p('merge')}
              </Button>
              <Button
                size="sm"
                icon={showsHidden ? <IconEye /> : <IconEyeOff />}
                disabledReason={picked.length === 0 ? p('chooseFirst') : undefined}
                onClick={() => {
                  people.hide(picked, !showsHidden).subscribe(done);
                }}
              >
                {p(showsHidden ? 'show' : 'hide')}
              </Button>
            </>
          )}
          <ToolbarSpacer />
          {hidden.length > 0 || showsHidden ? (
            <IconButton
              size="sm"
              label={p('hiddenPeople')}
              pressed={showsHidden}
              icon={<IconEyeOff />}
              onClick={() => {
                showHidden(!showsHidden);
                choose(new Set());
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
                  people.undoLatest().subscribe(done);
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
                        ask('thresholds');
                      },
                    },
                    {
                      kind: 'action' as const,
                      id: 'off',
                      label: p('turnOff'),
                      icon: <IconPower />,
                      danger: true,
                      onSelect: () => {
                        ask('off');
                      },
                    },
                  ]
                : []),
            ]}
          />
        </Toolbar>
      }
      notice={
        note === '' ? null : (
          <p className={styles.note} role="status">
            {note}
          </p>
        )
      }
      footer={
        <span aria-live="polite">
          {picked.length > 0 ? p('chosen', { count: picked.length }) : p('count', { count: list.length })}
        </span>
      }
    >
      {list.length === 0 ? (
        <EmptyState icon={<IconUsers />} title={p('none')} text={p('noneText')} />
      ) : (
        <ul className={styles.grid} aria-label={p(showsHidden ? 'hiddenPeople' : 'people')}>
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
                    checked={chosen.has(person.id)}
                    onCheckedChange={(isChosen) => {
                      const next = new Set(chosen);
                      if (isChosen) next.add(person.id);
                      else next.delete(person.id);
                      choose(next);
                    }}
                  />
                </span>
                <PersonName person={person} onDone={reload} />
                <span className={styles.count}>{t('count', { count: person.cnt })}</span>
              </li>
            );
          })}
        </ul>
      )}
      {asks === 'thresholds' ? (
        <RecognitionDialog
          config={config}
          own={own}
          onDone={() => {
            ask(null);
            done();
          }}
          onClose={() => {
            ask(null);
          }}
        />
      ) : null}
      <ConfirmDialog
        danger
        open={asks === 'off'}
        title={p('turnOffTitle')}
        message={p('turnOffText')}
        confirmLabel={p('turnOffYes')}
        cancelLabel={p('cancel')}
        closeLabel={p('close')}
        onConfirm={() => {
          ask(null);
          people.configure({ ...config, enable: 0 }).subscribe(done);
        }}
        onClose={() => {
          ask(null);
        }}
      />
    </ListLayout>
  );
};
