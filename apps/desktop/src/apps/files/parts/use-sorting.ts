import { sortsIn } from '@boxwood/domain';
import type { MenuEntry } from '@boxwood/ui';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import type { Browser } from './use-browser.ts';

const PROP_WORDS = {
  name: 'byName',
  size: 'bySize',
  mtime: 'byModified',
  ctime: 'byCreated',
  decimal: 'byDecimal',
} as const;

/** In which order a folder is shown, and whether with what is hidden, as lines of a menu (FILES-42, FILES-43). */
export const useSorting = (browser: Pick<Browser, 'state' | 'view'>): readonly MenuEntry[] => {
  const t = useText(messages);
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
  ];
};
