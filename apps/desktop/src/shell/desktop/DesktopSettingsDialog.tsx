import { AppIcon, Dialog, IconButton, IconMinus, IconPlus } from '@boxwood/ui';
import { useRef } from 'react';
import type { AppId } from '../../kit/app/apps/app-links.ts';
import { commonMessages } from '../../kit/app/messages.ts';
import { DesktopToken, LauncherToken, ShellToken } from '../../composition/service-tokens.ts';
import { afterFocusReturn } from '../../platform/react/after-focus-return.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText, useLocalizedText } from '../../platform/react/use-text.ts';
import { type DesktopItem, desktopItems } from './desktop-items.ts';
import { desktopMessages } from './desktop-messages.ts';
import { panelMessages } from '../panels/panel-messages.ts';
import styles from './dialogs.module.css';

/**
 * Chooses the apps on the desktop: one group to remove from and one to add to (SHELL-14, SHELL-15). Below them, the
 * announced apps are listed.
 */
export const DesktopSettingsDialog = () => {
  const t = useText(desktopMessages);
  const p = useText(panelMessages);
  const c = useText(commonMessages);
  const localize = useLocalizedText();
  const panels = useService(ShellToken);
  const desktop = useService(DesktopToken);
  const launcher = useService(LauncherToken);
  const offeredApps = useStream(launcher.offeredApps$);
  const announcedApps = useStream(launcher.announcedApps$);
  const open = useStream(panels.panel$) === 'desktop-settings';
  const items = desktopItems(offeredApps, useStream(desktop.icons$));
  const shown = items.filter((item) => item.desktop);
  const others = items.filter((item) => !item.desktop);
  const titles = shown.map((item) => item.title);
  const chosen = useRef<AppId | null>(null);
  const close = (): void => {
    panels.close('desktop-settings');
  };
  const renderTile = (item: DesktopItem) => {
    const name = localize(item.app.title);
    return (
      <li key={item.title} className={styles.tile} data-title={item.title}>
        <button
          type="button"
          className={styles.tileOpen}
          aria-label={p('openApp', { name })}
          onClick={() => {
            chosen.current = item.app.id;
            close();
          }}
        >
          <AppIcon name={item.app.icon} size={44} />
          <span className={styles.tileName}>{name}</span>
        </button>
        <IconButton
          size="sm"
          variant="secondary"
          className={styles.tileAction ?? ''}
          tooltip={false}
          label={item.desktop ? p('removeApp', { name }) : p('addApp', { name })}
          icon={item.desktop ? <IconMinus /> : <IconPlus />}
          onClick={() => {
            desktop.setIcons(item.desktop ? titles.filter((title) => title !== item.title) : [...titles, item.title]);
          }}
        />
      </li>
    );
  };
  return (
    <Dialog
      page
      open={open}
      onClose={close}
      width={720}
      title={t('desktopSettings')}
      closeLabel={c('close')}
      onClosed={() => {
        const id = chosen.current;
        chosen.current = null;
        if (id !== null) afterFocusReturn(() => launcher.open(id));
      }}
    >
      <section aria-labelledby="shown-apps">
        <h3 id="shown-apps" className={styles.group}>
          {p('shownApps')}
        </h3>
        {shown.length === 0 ? (
          <p className={styles.empty}>{p('noneShown')}</p>
        ) : (
          <ul className={styles.tiles}>{shown.map(renderTile)}</ul>
        )}
      </section>
      <section aria-labelledby="other-apps">
        <h3 id="other-apps" className={styles.group}>
          {p('otherApps')}
        </h3>
        {others.length === 0 ? (
          <p className={styles.empty}>{p('allShown')}</p>
        ) : (
          <ul className={styles.tiles}>{others.map(renderTile)}</ul>
        )}
      </section>
      <section aria-labelledby="coming-apps">
        <h3 id="coming-apps" className={styles.group}>
          {p('comingApps')}
        </h3>
        <ul className={styles.coming}>
          {announcedApps.map((app) => (
            <li key={app.id}>
              <AppIcon name={app.icon} size={20} />
              {localize(app.title)}
            </li>
          ))}
        </ul>
      </section>
    </Dialog>
  );
};
