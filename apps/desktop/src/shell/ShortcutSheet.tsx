import { Dialog } from '@boxwood/ui';
import { common } from '../app-kit/messages.ts';
import { ShellToken } from '../composition/tokens.ts';
import type { KeyOf } from '../i18n/define-messages.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { useText } from '../react/use-text.ts';
import { messages } from './shortcut-messages.ts';
import styles from './shortcuts.module.css';

type Word = KeyOf<typeof messages.table>;

const GROUPS: readonly (readonly [title: Word, rows: readonly (readonly [what: Word, keys: string])[]])[] = [
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
  const t = useText(messages);
  const c = useText(common);
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
        {GROUPS.map(([title, rows]) => (
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
