import { Dialog } from '@boxwood/ui';
import { commonMessages } from '../../kit/app/messages.ts';
import { ShellToken } from '../../composition/service-tokens.ts';
import type { TextKeyOf } from '../../platform/i18n/define-messages.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { shortcutMessages } from './shortcut-messages.ts';
import styles from './shortcuts.module.css';

type ShortcutTextKey = TextKeyOf<typeof shortcutMessages.table>;

const SHORTCUT_GROUPS: readonly (readonly [
  title: ShortcutTextKey,
  rows: readonly (readonly [what: ShortcutTextKey, keys: string])[],
])[] = [
  [
    'files',
    [
      ['look', 'Space'],
      ['open', 'Enter'],
      ['up', 'Backspace'],
      ['behind', 'Alt ← →'],
      ['rename', 'F2'],
      ['newFolder', 'Ctrl Shift N'],
      ['all', 'Ctrl A I'],
      ['clipboard', 'Ctrl C X V'],
      ['remove', 'Delete'],
      ['undo', 'Ctrl Z Y'],
      ['details', 'Alt Enter'],
      ['download', 'Ctrl D'],
      ['find', 'A … Z'],
    ],
  ],
  [
    'everywhere',
    [
      ['search', 'Ctrl K'],
      ['sheet', '?'],
    ],
  ],
  [
    'windows',
    [
      ['overview', 'Ctrl Alt A'],
      ['next', 'Alt `'],
      ['half', 'Ctrl Alt ← →'],
      ['whole', 'Ctrl Alt ↑'],
      ['back', 'Ctrl Alt ↓'],
      ['close', 'Alt F4'],
    ],
  ],
  [
    'pictures',
    [
      ['beside', '← →'],
      ['ends', 'Home End'],
      ['closer', '+ −'],
      ['slides', 'Space'],
      ['facts', 'I'],
      ['favour', 'F'],
      ['remove', 'Delete'],
    ],
  ],
  [
    'media',
    [
      ['play', 'Space'],
      ['seek', '← →'],
      ['volume', '↑ ↓ M'],
      ['speed', '< >'],
      ['song', 'N P'],
      ['screen', 'F C'],
    ],
  ],
];

/** All keyboard shortcuts of the desktop; `?` shows the sheet. */
export const ShortcutSheet = () => {
  const t = useText(shortcutMessages);
  const c = useText(commonMessages);
  const panels = useService(ShellToken);
  const open = useStream(panels.panel$) === 'shortcuts';
  return (
    <Dialog
      page
      open={open}
      width={820}
      title={t('title')}
      closeLabel={c('close')}
      onClose={() => {
        panels.close('shortcuts');
      }}
    >
      <div className={styles.groups}>
        {SHORTCUT_GROUPS.map(([title, rows]) => (
          <section key={title} className={styles.group}>
            <h3 className={styles.title}>{t(title)}</h3>
            <dl className={styles.rows}>
              {rows.map(([what, keys]) => (
                <div key={what} className={styles.row}>
                  <dt>{t(what)}</dt>
                  <dd className={styles.keys}>
                    {keys.split(' ').map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
};
