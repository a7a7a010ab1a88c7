import { sortsIn } from '@boxwood/domain';
import type { MenuEntry } from '@boxwood/ui';
import { usePhone } from '../../../app-kit/use-phone.ts';
import { SettingsToken } from '../../../composition/tokens.ts';
import { fileWords } from '../../../file-kit/messages.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { COLUMNS, FilesLookToken } from '../look.ts';
import { messages } from '../all-messages.ts';
import type { Browser } from './use-browser.ts';

const PROP_WORDS = {
  name: 'byName',
  size: 'bySize',
  mtime: 'byModified',
  ctime: 'byCreated',
  decimal: 'byDecimal',
} as const;

const COLUMN_WORDS = { type: 'type', size: 'size', mtime: 'modified', ctime: 'created' } as const;

/** Menu entries for sort order, hidden files, density and columns (FILES-42, FILES-43). */
export const useSorting = (browser: Pick<Browser, 'state' | 'view'>): readonly MenuEntry[] => {
  const t = useText(messages);
  const w = useText(fileWords);
  const phone = usePhone();
  const look = useService(FilesLookToken);
  const { columns, dense } = useStream(look.look$);
  const { view } = useStream(useService(SettingsToken).value$('boxViews'));
  const { state } = browser;
  const { prop, order } = state.sort;
  const props = sortsIn(state.location.place);
  return [
    {
      kind: 'choice',
      id: 'prop',
      label: t('sortBy'),
      value: prop,
      options: props.map((value) => ({ value, label: t(PROP_WORDS[value]) })),
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
              look.change({ dense: on ? 1 : 0 });
            },
          },
          ...(view === 'list' ? ([{ kind: 'heading', id: 'columns', label: t('columns') }] as const) : []),
          ...(view === 'list' ? COLUMNS : []).map((id): MenuEntry => ({
            kind: 'check',
            id,
            label: w(COLUMN_WORDS[id]),
            checked: columns.includes(id),
            onChange: (shown) => {
              look.show(id, shown);
            },
          })),
        ] satisfies readonly MenuEntry[])),
  ];
};
