import {
  Button,
  FloatingButton,
  IconButton,
  IconMoreVertical,
  IconPhone,
  IconPlus,
  Menu,
  type MenuEntry,
  selectionActionClass,
  SelectionBar,
} from '@boxwood/ui';
import { type ChangeEvent, useRef } from 'react';
import { SettingsToken } from '../../../composition/service-tokens.ts';
import { treeOfInput } from '../../../kit/files/receive/upload-tree.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { type ActionId, actionsFor, UPLOAD_ACTIONS, addActions } from '../file-actions.ts';
import { messages } from '../all-messages.ts';
import { actionIcons, actionLabel, buildMenu } from './action-menu.tsx';
import type { FileBrowser } from './browser/use-browser.ts';
import { useViewMenu } from './browser/use-view-menu.ts';

export { UndoKeys } from '../../../kit/files/UndoKeys.tsx';
export { PasteKeys } from './PasteKeys.tsx';
export { SearchBar } from './SearchBar.tsx';

/* Toolbars and menus of the phone layout. Loaded after the list is rendered, or with the first press on one of their
   buttons. */

/** Actions with a button in the selection bar; the others are in the "more" menu. */
const BAR_ACTIONS: readonly ActionId[] = ['shareHttp', 'moveTo', 'download', 'delete'];

/** Actions on the folder instead of the selection, and actions for windows, which a phone does not have. */
const NOT_FOR_SELECTION: ReadonlySet<ActionId> = new Set([
  'selectAll',
  'refresh',
  'newFolder',
  'paste',
  'openWindow',
  ...UPLOAD_ACTIONS,
]);

type PhoneToolProps = { readonly browser: FileBrowser };

interface LazyMenuProps extends PhoneToolProps {
  /** The button was pressed before this code was loaded, so the menu opens at once. */
  readonly startsOpen: boolean;
  /** Called when the menu closes. */
  readonly onClose: () => void;
}

/** Menu with folder actions and view settings. */
export const PhoneViewMenu = ({ browser, startsOpen, onClose }: LazyMenuProps) => {
  const t = useText(messages);
  const settings = useService(SettingsToken);
  const { view } = useStream(settings.value$('boxViews'));
  const sorting = useViewMenu(browser);
  const folderActions = actionsFor(browser.actionContextOf([]), 'blank').filter(
    ({ id }) => id !== 'newFolder' && id !== 'open' && !UPLOAD_ACTIONS.has(id),
  );
  const entries: readonly MenuEntry[] = [
    ...buildMenu(folderActions, browser, t),
    { kind: 'separator', id: 'line-view' },
    {
      kind: 'choice',
      id: 'view',
      label: t('view'),
      value: view,
      options: [
        { value: 'list', label: t('list') },
        { value: 'icon', label: t('icons') },
      ],
      onChange: (value) => {
        settings.set('boxViews', { ...settings.get('boxViews'), view: value === 'icon' ? 'icon' : 'list' });
      },
    },
    ...sorting,
  ];
  return (
    <Menu
      align="end"
      startsOpen={startsOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      entries={entries}
      trigger={<IconButton size="lg" label={t('more')} tooltip={false} icon={<IconMoreVertical />} />}
    />
  );
};

/** Actions on the selection, in a bar at the bottom. */
export const PhoneSelectionBar = ({ browser }: PhoneToolProps) => {
  const t = useText(messages);
  const actions = actionsFor(browser.actionContext, 'item');
  const barActions = BAR_ACTIONS.flatMap((id) => actions.find((action) => action.id === id) ?? []);
  // Disabled actions are omitted to save space.
  const overflowActions = actions.filter(
    ({ id, reason }) => reason === null && !BAR_ACTIONS.includes(id) && !NOT_FOR_SELECTION.has(id),
  );
  return (
    <SelectionBar
      label={t('toolbar')}
      actions={barActions.map(({ id, reason }) => ({
        id,
        label: id === 'shareHttp' ? t('share') : id === 'moveTo' ? t('move') : actionLabel(id, t),
        icon: actionIcons[id],
        disabledReason: reason === null ? undefined : browser.reasonText(reason),
        onPress: () => {
          browser.perform(id);
        },
      }))}
    >
      <Menu
        align="end"
        entries={buildMenu(overflowActions, browser, t)}
        trigger={
          <Button variant="quiet" className={selectionActionClass} icon={<IconMoreVertical />}>
            {t('moreShort')}
          </Button>
        }
      />
    </SelectionBar>
  );
};

/** Add button with a menu of all upload actions, with the camera first. */
export const PhoneAddMenu = ({ browser, startsOpen, onClose }: LazyMenuProps) => {
  const t = useText(messages);
  const camera = useRef<HTMLInputElement>(null);
  const addEntries = addActions(browser);
  const upload = addEntries.find(({ id }) => id === 'uploadFiles');
  const photo: readonly MenuEntry[] =
    upload === undefined
      ? []
      : [
          {
            kind: 'action',
            id: 'camera',
            label: t('takePhoto'),
            icon: <IconPhone />,
            ...(upload.reason === null ? {} : { disabledReason: browser.reasonText(upload.reason) }),
            onSelect: () => camera.current?.click(),
          },
        ];
  const onPhotoTaken = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>): void => {
    if (input.files !== null && input.files.length > 0)
      browser.transfers.upload(browser.state.location, treeOfInput(input.files));
    // Allows choosing the same file again.
    input.value = '';
  };
  return (
    <>
      <Menu
        align="end"
        startsOpen={startsOpen}
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
        entries={[...photo, ...buildMenu(addEntries, browser, t)]}
        trigger={<FloatingButton icon={<IconPlus />}>{t('add')}</FloatingButton>}
      />
      <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={onPhotoTaken} />
    </>
  );
};
