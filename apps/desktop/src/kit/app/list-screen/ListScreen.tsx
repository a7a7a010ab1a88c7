import { Button, IconButton, IconRefresh, ListLayout, Toolbar, ToolbarSpacer } from '@boxwood/ui';
import { useText } from '../../../platform/react/use-text.ts';
import { commonMessages } from '../messages.ts';
import { usePhonePage } from '../phone-page.ts';
import { PhoneListScreen } from './PhoneListScreen.tsx';
import type { ListAction, ListScreenProps } from './list-action.ts';

/**
 * A screen with a list and its actions. In a window a toolbar is above the list; on a phone there is a header, a bottom
 * bar for the selection, and one floating button for the primary action (phone.md).
 */
export const ListScreen = (props: ListScreenProps) => {
  const page = usePhonePage();
  return page === null ? <WindowListScreen {...props} /> : <PhoneListScreen {...props} page={page} />;
};

const isSecondaryListAction = ({ appliesTo, primary }: ListAction): boolean => appliesTo === 'list' && primary !== true;

const WindowListScreen = ({ label, actions = [], onRefresh, notice, total, pager, children }: ListScreenProps) => {
  const c = useText(commonMessages);
  return (
    <ListLayout
      toolbar={
        <Toolbar wrap label={label}>
          <ActionButtons actions={actions.filter((action) => !isSecondaryListAction(action))} />
          <ToolbarSpacer />
          <ActionButtons actions={actions.filter(isSecondaryListAction)} />
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

const ActionButtons = ({ actions }: { readonly actions: readonly ListAction[] }) =>
  actions.map(({ id, label, icon, primary, busy, disabledReason, onPress }) => (
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
