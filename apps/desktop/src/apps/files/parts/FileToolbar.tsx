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
import { SettingsToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { type FileAction, type ActionId, actionsFor, UPLOAD_ACTIONS } from '../file-actions.ts';
import styles from '../files.module.css';
import { messages } from '../all-messages.ts';
import { actionIcons, actionLabel, buildMenu } from './action-menu.tsx';
import type { FileBrowser } from './browser/use-browser.ts';
import { useViewMenu } from './browser/use-view-menu.ts';

/** Actions with their own button; the others are in the "more" menu. */
const PRIMARY_ACTIONS: readonly ActionId[] = [
  'download',
  'moveTo',
  'copyTo',
  'rename',
  'batchRename',
  'decrypt',
  'delete',
];

interface FileToolbarProps {
  readonly browser: FileBrowser;
  readonly pane: boolean;
  readonly onPane: (shown: boolean) => void;
}

/** Actions for the selection, and view settings of the folder (FILES-06). */
export const FileToolbar = ({ browser, pane, onPane }: FileToolbarProps) => {
  const t = useText(messages);
  const actions = actionsFor(browser.actionContext, 'toolbar');
  const find = (id: ActionId): FileAction | undefined => actions.find((action) => action.id === id);
  const newFolder = find('newFolder');
  const uploadActions = actions.filter(({ id }) => UPLOAD_ACTIONS.has(id));
  const primaryActions = PRIMARY_ACTIONS.flatMap((id) => find(id) ?? []);
  const overflowActions = actions.filter(
    ({ id }) => id !== 'newFolder' && !UPLOAD_ACTIONS.has(id) && !PRIMARY_ACTIONS.includes(id),
  );
  const reasonOf = (action: FileAction): string | undefined =>
    action.reason === null ? undefined : browser.reasonText(action.reason);
  return (
    <Toolbar label={t('toolbar')} className={styles.toolbar ?? ''}>
      {uploadActions.length === 0 ? null : (
        <Menu
          entries={buildMenu(uploadActions, browser, t)}
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
      {uploadActions.length === 0 && newFolder === undefined ? null : <ToolbarSeparator />}
      {primaryActions.map((action) => (
        <IconButton
          key={action.id}
          size="sm"
          label={actionLabel(action.id, t)}
          icon={actionIcons[action.id]}
          disabledReason={reasonOf(action)}
          onClick={() => {
            browser.perform(action.id);
          }}
        />
      ))}
      {overflowActions.length === 0 ? null : (
        <Menu
          entries={buildMenu(overflowActions, browser, t)}
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
  const sorting = useViewMenu(browser);
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
