import { supportedSorts } from '@boxwood/domain';
import type { MenuEntry } from '@boxwood/ui';
import { useIsPhone } from '../../../../kit/app/use-is-phone.ts';
import { SettingsToken } from '../../../../composition/service-tokens.ts';
import { fileMessages } from '../../../../kit/files/messages.ts';
import { useService } from '../../../../platform/react/scope.tsx';
import { useStream } from '../../../../platform/react/use-stream.ts';
import { useText } from '../../../../platform/react/use-text.ts';
import { COLUMNS, FileListSettingsToken } from '../../file-list-settings.ts';
import { messages } from '../../all-messages.ts';
import type { FileBrowser } from './use-browser.ts';

const SORT_MESSAGES = {
  name: 'byName',
  size: 'bySize',
  mtime: 'byModified',
  ctime: 'byCreated',
  decimal: 'byDecimal',
} as const;

const COLUMN_MESSAGES = { type: 'type', size: 'size', mtime: 'modified', ctime: 'created' } as const;

/** Menu entries for sort order, hidden files, density and columns (FILES-42, FILES-43). */
export const useViewMenu = (browser: Pick<FileBrowser, 'state' | 'view'>): readonly MenuEntry[] => {
  const t = useText(messages);
  const w = useText(fileMessages);
  const phone = useIsPhone();
  const listSettings = useService(FileListSettingsToken);
  const { columns, dense } = useStream(listSettings.appearance$);
  const { view } = useStream(useService(SettingsToken).value$('boxViews'));
  const { state } = browser;
  const { prop, order } = state.sort;
  const props = supportedSorts(state.location.place);
  return [
    {
      kind: 'choice',
      id: 'prop',
      label: t('sortBy'),
      value: prop,
      options: props.map((value) => ({ value, label: t(SORT_MESSAGES[value]) })),
      onChange: (value) => {
        const next = props.find((one) => one === value);
        if (next !== undefined) browser.view.sortBy({ prop: next, order });
      },
    },
    { kind: 'separator', id: 'line' },
    {
      kind: 'choice',
      id: 'order',
      label: t('order'),
      value: order,
      options: [
        { value: 'aesc', label: t('ascending') },
        { value: 'desc', label: t('descending') },
      ],
      onChange: (value) => {
        browser.view.sortBy({ prop, order: value === 'desc' ? 'desc' : 'aesc' });
      },
    },
    { kind: 'separator', id: 'line2' },
    {
      kind: 'check',
      id: 'hidden',
      label: t('showHidden'),
      checked: state.filter.hidden === true,
      onChange: (hidden) => {
        browser.view.filterBy({ ...state.filter, hidden });
      },
    },
    ...(phone
      ? []
      : ([
          { kind: 'separator', id: 'line3' },
          {
            kind: 'check',
            id: 'dense',
            label: t('dense'),
            checked: dense === 1,
            onChange: (on) => {
              listSettings.change({ dense: on ? 1 : 0 });
            },
          },
          ...(view === 'list' ? ([{ kind: 'heading', id: 'columns', label: t('columns') }] as const) : []),
          ...(view === 'list' ? COLUMNS : []).map((id): MenuEntry => ({
            kind: 'check',
            id,
            label: w(COLUMN_MESSAGES[id]),
            checked: columns.includes(id),
            onChange: (shown) => {
              listSettings.setColumnShown(id, shown);
            },
          })),
        ] satisfies readonly MenuEntry[])),
  ];
};
