import {
  Button,
  FloatingButton,
  IconButton,
  IconMoreVertical,
  IconPhone,
  IconPlus,
  Menu,
  type MenuEntry,
  selectionAct,
  SelectionBar,
} from '@boxwood/ui';
import { type ChangeEvent, useRef } from 'react';
import { SettingsToken } from '../../../composition/tokens.ts';
import { treeOfInput } from '../../../file-kit/receive/tree.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { type ActionId, actionsFor, WAYS_IN, waysIn } from '../actions.ts';
import { messages } from '../all-messages.ts';
import { actionIcons, actionWord, menuOf } from './action-menu.tsx';
import type { Browser } from './use-browser.ts';
import { useSorting } from './use-sorting.ts';

export { UndoKeys } from '../../../file-kit/UndoKeys.tsx';
export { PasteKeys } from './PasteKeys.tsx';
export { SearchBar } from './SearchBar.tsx';

/* Toolbars and menus of the phone layout. Loaded after the list is rendered, or with the first press on one of their
   buttons. */

/** Actions with a button in the selection bar; the others are in the "more" menu. */
const FRONT: readonly ActionId[] = ['shareHttp', 'moveTo', 'download', 'delete'];

/** Actions on the folder instead of the selection, and actions for windows, which a phone does not have. */
const OF_THE_FOLDER: ReadonlySet<ActionId> = new Set([
  'selectAll',
  'refresh',
  'newFolder',
  'paste',
  'openWindow',
  ...WAYS_IN,
]);

type Bound = { readonly browser: Browser };

interface LateMenuProps extends Bound {
  /** The button was pressed before this code was loaded, so the menu opens at once. */
  readonly begun: boolean;
  /** Called when the menu closes. */
  readonly onEnd: () => void;
}

/** Menu with folder actions and view settings. */
export const ViewMenu = ({ browser, begun, onEnd }: LateMenuProps) => {
  const t = useText(messages);
  const settings = useService(SettingsToken);
  const { view } = useStream(settings.value$('boxViews'));
  const sorting = useSorting(browser);
  const here = actionsFor(browser.situationOf([]), 'blank').filter(
    ({ id }) => id !== 'newFolder' && id !== 'open' && !WAYS_IN.has(id),
  );
  const entries: readonly MenuEntry[] = [
    ...menuOf(here, browser, t),
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
      begun={begun}
      onOpenChange={(open) => {
        if (!open) onEnd();
      }}
      entries={entries}
      trigger={<IconButton size="lg" label={t('more')} tooltip={false} icon={<IconMoreVertical />} />}
    />
  );
};

/** Actions on the selection, in a bar at the bottom. */
export const Selected = ({ browser }: Bound) => {
  const t = useText(messages);
  const actions = actionsFor(browser.situation, 'item');
  const front = FRONT.flatMap((id) => actions.find((action) => action.id === id) ?? []);
  // Disabled actions are omitted to save space.
  const rest = actions.filter(({ id, reason }) => reason === null && !FRONT.includes(id) && !OF_THE_FOLDER.has(id));
  return (
    <SelectionBar
      label={t('toolbar')}
      acts={front.map(({ id, reason }) => ({
        id,
        label: id === 'shareHttp' ? t('share') : id === 'moveTo' ? t('move') : actionWord(id, t),
        icon: actionIcons[id],
        disabledReason: reason === null ? undefined : browser.because(reason),
        onPress: () => {
          browser.perform(id);
        },
      }))}
    >
      <Menu
        align="end"
        entries={menuOf(rest, browser, t)}
        trigger={
          <Button variant="quiet" className={selectionAct} icon={<IconMoreVertical />}>
            {t('moreShort')}
          </Button>
        }
      />
    </SelectionBar>
  );
};

/** Add button with a menu of all upload actions, with the camera first. */
export const Add = ({ browser, begun, onEnd }: LateMenuProps) => {
  const t = useText(messages);
  const camera = useRef<HTMLInputElement>(null);
  const ways = waysIn(browser);
  const upload = ways.find(({ id }) => id === 'uploadFiles');
  const photo: readonly MenuEntry[] =
    upload === undefined
      ? []
      : [
          {
            kind: 'action',
            id: 'camera',
            label: t('takePhoto'),
            icon: <IconPhone />,
            ...(upload.reason === null ? {} : { disabledReason: browser.because(upload.reason) }),
            onSelect: () => camera.current?.click(),
          },
        ];
  const taken = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>): void => {
    if (input.files !== null && input.files.length > 0)
      browser.transfers.upload(browser.state.location, treeOfInput(input.files));
    // Allows choosing the same file again.
    input.value = '';
  };
  return (
    <>
      <Menu
        align="end"
        begun={begun}
        onOpenChange={(open) => {
          if (!open) onEnd();
        }}
        entries={[...photo, ...menuOf(ways, browser, t)]}
        trigger={<FloatingButton icon={<IconPlus />}>{t('add')}</FloatingButton>}
      />
      <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={taken} />
    </>
  );
};
