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
import { useBackSteps } from '../../react/use-back-steps.ts';
import { useText } from '../../react/use-text.ts';
import { common } from '../messages.ts';
import type { PhonePage } from '../phone-page.ts';
import type { ListAct, ListScreenParts } from './list-act.ts';
import styles from './list-screen.module.css';

/** The list screen on a phone. Unavailable actions are hidden, except those for the selection. */
export const HandListScreen = (parts: ListScreenParts & { readonly page: PhonePage }) => {
  const c = useText(common);
  const { acts = [], chosen } = parts;
  const selecting = chosen !== undefined && chosen.count > 0;
  const first = acts.find(({ of, primary }) => of === 'list' && primary === true);
  useBackSteps(selecting ? 1 : 0, () => chosen?.clear());
  return (
    <div className={styles.screen}>
      {selecting ? (
        <PhoneHeader
          selecting
          title={c('chosen', { count: chosen.count })}
          back={{ label: c('endSelection'), onPress: chosen.clear }}
        />
      ) : (
        <Head {...parts} />
      )}
      <PullToRefresh label={c('refresh')} busy={parts.busy} onRefresh={parts.onRefresh}>
        <ListLayout notice={parts.notice} footer={parts.pager}>
          {parts.children}
        </ListLayout>
      </PullToRefresh>
      {selecting ? (
        <SelectionBar label={parts.label} acts={acts.filter(({ of }) => of === 'chosen').map(withIcon)} />
      ) : first === undefined ? null : (
        <FloatingButton icon={first.icon} onClick={first.onPress}>
          {first.label}
        </FloatingButton>
      )}
    </div>
  );
};

const withIcon = (act: ListAct) => ({ ...act, icon: act.icon ?? null });

const Head = ({ page, acts = [], total, onRefresh }: ListScreenParts & { readonly page: PhonePage }) => {
  const c = useText(common);
  const { title, leave } = page;
  const entries: readonly MenuEntry[] = [
    ...acts
      .filter(({ of, primary }) => of === 'list' && primary !== true)
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
