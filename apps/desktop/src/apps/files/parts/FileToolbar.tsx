import {
  Button,
  IconButton,
  IconChevronDown,
  IconList,
  IconMore,
  IconPanelRight,
  IconSort,
  IconTiles,
  IconUpload,
  Menu,
  Toolbar,
  ToolbarSeparator,
  ToolbarSpacer,
} from '@boxwood/ui';
import type { ViewSettings } from '@boxwood/domain';
import { SettingsToken } from '../../../composition/tokens.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { type Action, type ActionId, actionsFor, WAYS_IN } from '../actions.ts';
import styles from '../files.module.css';
import { messages } from '../all-messages.ts';
import { actionIcons, actionWord, menuOf } from './action-menu.tsx';
import type { Browser } from './use-browser.ts';
import { useSorting } from './use-sorting.ts';

/** Actions with their own button; the others are in the "more" menu. */
const FRONT: readonly ActionId[] = ['download', 'moveTo', 'copyTo', 'rename', 'batchRename', 'decrypt', 'delete'];

interface FileToolbarProps {
  readonly browser: Browser;
  readonly pane: boolean;
  readonly onPane: (shown: boolean) => void;
}

/** Actions for the selection, and view settings of the folder (FILES-06). */
export const FileToolbar = ({ browser, pane, onPane }: FileToolbarProps) => {
  const t = useText(messages);
  const actions = actionsFor(browser.situation, 'toolbar');
  const find = (id: ActionId): Action | undefined => actions.find((action) => action.id === id);
  const newFolder = find('newFolder');
  const ways = actions.filter(({ id }) => WAYS_IN.has(id));
  const front = FRONT.flatMap((id) => find(id) ?? []);
  const rest = actions.filter(({ id }) => id !== 'newFolder' && !WAYS_IN.has(id) && !FRONT.includes(id));
  const reasonOf = (action: Action): string | undefined =>
    action.reason === null ? undefined : browser.because(action.reason);
  return (
    <Toolbar label={t('toolbar')} className={styles.toolbar ?? ''}>
      {ways.length === 0 ? null : (
        <Menu
          entries={menuOf(ways, browser, t)}
          trigger={
            <Button variant="primary" size="sm" icon={<IconUpload />} iconAfter={<IconChevronDown />}>
              {t('upload')}
            </Button>
          }
        />
      )}
      {newFolder === undefined ? null : (
        <Button
          size="sm"
          icon={actionIcons.newFolder}
          disabledReason={reasonOf(newFolder)}
          onClick={() => {
            browser.perform('newFolder');
          }}
        >
          {t('newFolder')}
        </Button>
      )}
      {ways.length === 0 && newFolder === undefined ? null : <ToolbarSeparator />}
      {front.map((action) => (
        <IconButton
          key={action.id}
          size="sm"
          label={actionWord(action.id, t)}
          icon={actionIcons[action.id]}
          disabledReason={reasonOf(action)}
          onClick={() => {
            browser.perform(action.id);
          }}
        />
      ))}
      {rest.length === 0 ? null : (
        <Menu
          entries={menuOf(rest, browser, t)}
          trigger={<IconButton size="sm" label={t('more')} icon={<IconMore />} tooltip={false} />}
        />
      )}
      <ToolbarSpacer />
      <ViewControls browser={browser} pane={pane} onPane={onPane} />
    </Toolbar>
  );
};

const ViewControls = ({ browser, pane, onPane }: FileToolbarProps) => {
  const t = useText(messages);
  const settings = useService(SettingsToken);
  const { view } = useStream(settings.value$('boxViews'));
  const show = (next: ViewSettings['view']): void => {
    settings.set('boxViews', { ...settings.get('boxViews'), view: next });
  };
  const sorting = useSorting(browser);
  return (
    <>
      <Menu
        align="end"
        entries={sorting}
        trigger={<IconButton size="sm" label={t('sort')} icon={<IconSort />} tooltip={false} />}
      />
      <div role="group" aria-label={t('view')} className={styles.views}>
        <IconButton
          size="sm"
          label={t('list')}
          icon={<IconList />}
          pressed={view === 'list'}
          onClick={() => {
            show('list');
          }}
        />
        <IconButton
          size="sm"
          label={t('icons')}
          icon={<IconTiles />}
          pressed={view === 'icon'}
          onClick={() => {
            show('icon');
          }}
        />
      </div>
      <IconButton
        size="sm"
        className={styles.paneButton ?? ''}
        label={t('detailsPane')}
        icon={<IconPanelRight />}
        pressed={pane}
        onClick={() => {
          onPane(!pane);
        }}
      />
    </>
  );
};
