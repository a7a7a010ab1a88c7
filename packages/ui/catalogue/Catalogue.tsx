import { useEffect, useState, type ComponentType } from 'react';
import { Sidebar, Tabs, ToastRegion } from '../src/index.ts';
import styles from './catalogue.module.css';
import { Actions } from './sections/Actions.tsx';
import { Charts } from './sections/Charts.tsx';
import { Dialogs } from './sections/Dialogs.tsx';
import { Feedback } from './sections/Feedback.tsx';
import { Fields } from './sections/Fields.tsx';
import { Icons } from './sections/Icons.tsx';
import { Lists } from './sections/Lists.tsx';
import { Navigation } from './sections/Navigation.tsx';
import { Phone } from './sections/Phone.tsx';
import { Tokens } from './sections/Tokens.tsx';
import { Windows } from './sections/Windows.tsx';
import { toasts } from './toasts.ts';

const sections: readonly { readonly id: string; readonly label: string; readonly page: ComponentType }[] = [
  { id: 'tokens', label: 'Tokens', page: Tokens },
  { id: 'actions', label: 'Buttons and menus', page: Actions },
  { id: 'fields', label: 'Fields and choices', page: Fields },
  { id: 'dialogs', label: 'Dialogs', page: Dialogs },
  { id: 'feedback', label: 'Feedback and states', page: Feedback },
  { id: 'navigation', label: 'Navigation', page: Navigation },
  { id: 'lists', label: 'Lists and grids', page: Lists },
  { id: 'windows', label: 'Windows', page: Windows },
  { id: 'phone', label: 'Phone', page: Phone },
  { id: 'charts', label: 'Charts', page: Charts },
  { id: 'icons', label: 'Icons and wallpapers', page: Icons },
];

const themes = ['system', 'light', 'dark'] as const;
type CatalogueTheme = (typeof themes)[number];

const readUrlParameter = (name: string): string => new URLSearchParams(location.search).get(name) ?? '';

export function Catalogue() {
  const [current, setCurrent] = useState(
    () => sections.find((one) => one.id === readUrlParameter('section'))?.id ?? 'tokens',
  );
  const [theme, setTheme] = useState<CatalogueTheme>(
    () => themes.find((one) => one === readUrlParameter('theme')) ?? 'system',
  );
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  useEffect(() => {
    history.replaceState(null, '', `?section=${current}${theme === 'system' ? '' : `&theme=${theme}`}`);
  }, [current, theme]);
  const section = sections.find((one) => one.id === current);
  const Page = section?.page ?? Tokens;
  return (
    <>
      <div className={styles.page}>
        <Sidebar
          label="Sections"
          current={current}
          items={sections.map(({ id, label }) => ({ id, label }))}
          onSelect={setCurrent}
        />
        <main className={styles.main} tabIndex={0}>
          <header className={styles.head}>
            <h1 className={styles.title}>{section?.label}</h1>
            <Tabs
              label="Theme"
              variant="pills"
              value={theme}
              onValueChange={setTheme}
              items={themes.map((value) => ({ value, label: value, panel: null }))}
            />
          </header>
          <Page key={current} />
        </main>
      </div>
      <ToastRegion toasts={toasts} label="Notifications" closeLabel="Close" />
    </>
  );
}
