import { Button, IconButton, IconRefresh, ListLayout, Toolbar, ToolbarSpacer } from '@boxwood/ui';
import { useText } from '../../react/use-text.ts';
import { common } from '../messages.ts';
import { usePhonePage } from '../phone-page.ts';
import { HandListScreen } from './HandListScreen.tsx';
import type { ListAct, ListScreenParts } from './list-act.ts';

/**
 * A screen with a list and its actions. In a window a toolbar is above the list; on a phone there is a header, a bottom
 * bar for the selection, and one floating button for the primary action (phone.md).
 */
export const ListScreen = (parts: ListScreenParts) => {
  const page = usePhonePage();
  return page === null ? <WindowListScreen {...parts} /> : <HandListScreen {...parts} page={page} />;
};

const ofTheWhole = ({ of, primary }: ListAct): boolean => of === 'list' && primary !== true;

const WindowListScreen = ({ label, acts = [], onRefresh, notice, total, pager, children }: ListScreenParts) => {
  const c = useText(common);
  return (
    <ListLayout
      toolbar={
        <Toolbar wrap label={label}>
          <Buttons acts={acts.filter((act) => !ofTheWhole(act))} />
          <ToolbarSpacer />
          <Buttons acts={acts.filter(ofTheWhole)} />
          <IconButton size="sm" label={c('refresh')} icon={<IconRefresh />} onClick={onRefresh} />
        </Toolbar>
      }
      notice={notice}
      footer={pager ?? <span aria-live="polite">{total}</span>}
    >
      {children}
    </ListLayout>
  );
};

const Buttons = ({ acts }: { readonly acts: readonly ListAct[] }) =>
  acts.map(({ id, label, icon, primary, busy, disabledReason, onPress }) => (
    <Button
      key={id}
      size="sm"
      variant={primary === true ? 'primary' : 'secondary'}
      icon={icon}
      busy={busy ?? false}
      disabledReason={disabledReason}
      onClick={onPress}
    >
      {label}
    </Button>
  ));
