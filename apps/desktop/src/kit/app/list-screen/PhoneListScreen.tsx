import {
  FloatingButton,
  IconButton,
  IconMoreVertical,
  IconRefresh,
  ListLayout,
  Menu,
  type MenuEntry,
  PhoneHeader,
  PullToRefresh,
  SelectionBar,
} from '@boxwood/ui';
import { useBackSteps } from '../../../platform/react/use-back-steps.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { commonMessages } from '../messages.ts';
import type { PhonePage } from '../phone-page.ts';
import type { ListAction, ListScreenProps } from './list-action.ts';
import styles from './list-screen.module.css';

/** The list screen on a phone. Unavailable actions are hidden, except those for the selection. */
export const PhoneListScreen = (props: ListScreenProps & { readonly page: PhonePage }) => {
  const c = useText(commonMessages);
  const { actions = [], selection } = props;
  const isSelecting = selection !== undefined && selection.count > 0;
  const primaryAction = actions.find(({ appliesTo, primary }) => appliesTo === 'list' && primary === true);
  useBackSteps(isSelecting ? 1 : 0, () => selection?.clear());
  return (
    <div className={styles.screen}>
      {isSelecting ? (
        <PhoneHeader
          selecting
          title={c('chosen', { count: selection.count })}
          back={{ label: c('endSelection'), onPress: selection.clear }}
        />
      ) : (
        <ListHeader {...props} />
      )}
      <PullToRefresh label={c('refresh')} busy={props.busy} onRefresh={props.onRefresh}>
        <ListLayout notice={props.notice} footer={props.pager}>
          {props.children}
        </ListLayout>
      </PullToRefresh>
      {isSelecting ? (
        <SelectionBar
          label={props.label}
          actions={actions.filter(({ appliesTo }) => appliesTo === 'chosen').map(withIcon)}
        />
      ) : primaryAction === undefined ? null : (
        <FloatingButton icon={primaryAction.icon} onClick={primaryAction.onPress}>
          {primaryAction.label}
        </FloatingButton>
      )}
    </div>
  );
};

const withIcon = (action: ListAction) => ({ ...action, icon: action.icon ?? null });

const ListHeader = ({ page, actions = [], total, onRefresh }: ListScreenProps & { readonly page: PhonePage }) => {
  const c = useText(commonMessages);
  const { title, leave } = page;
  const entries: readonly MenuEntry[] = [
    ...actions
      .filter(({ appliesTo, primary }) => appliesTo === 'list' && primary !== true)
      .map(({ id, label, icon, danger = false, disabledReason, onPress }) => ({
        ...({ kind: 'action', id, label, icon, danger, disabledReason, onSelect: onPress } as const),
      })),
    { kind: 'action', id: 'refresh', label: c('refresh'), icon: <IconRefresh />, onSelect: onRefresh },
  ];
  return (
    <PhoneHeader title={title} note={total} {...(leave === null ? {} : { back: { label: c('back'), onPress: leave } })}>
      <Menu
        align="end"
        entries={entries}
        trigger={<IconButton size="lg" label={c('more')} tooltip={false} icon={<IconMoreVertical />} />}
      />
    </PhoneHeader>
  );
};
