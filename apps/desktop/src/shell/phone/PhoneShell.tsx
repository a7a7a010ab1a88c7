import {
  afterPaint,
  BackContext,
  BottomBar,
  type BottomBarItem,
  IconFolder,
  IconImages,
  IconShare,
  IconTiles,
  loadSheets,
  PhoneHeader,
  type PushBackHandler,
  SheetsContext,
  useScrollState,
} from '@boxwood/ui';
import type { DesktopWindow, SessionStage } from '@boxwood/domain';
import { type ReactNode, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { AppContent } from '../../kit/app/apps/AppContent.tsx';
import { AppStartPage } from '../../kit/app/apps/AppStartPage.tsx';
import { ErrorBoundary } from '../../kit/app/window-states/ErrorBoundary.tsx';
import { commonMessages } from '../../kit/app/messages.ts';
import { lazyComponent } from '../../kit/app/lazy-parts/lazy-component.tsx';
import { PhonePageContext } from '../../kit/app/phone-page.ts';
import { WindowNotice } from '../../kit/app/window-states/WindowStates.tsx';
import {
  BackStepsToken,
  DesktopToken,
  LauncherToken,
  MessagesToken,
  SessionToken,
} from '../../composition/service-tokens.ts';
import { afterFirstPaint, afterFirstPress } from '../../platform/idle.ts';
import { tabStorage } from '../../platform/tab-storage.ts';
import { useBackSteps } from '../../platform/react/use-back-steps.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { LazyPanels } from '../panels/LazyPanels.tsx';
import { ConnectionBanner } from '../notices/ConnectionBanner.tsx';
import { LazyMiniPlayer } from '../player/LazyMiniPlayer.tsx';
import { useWindowTitle } from '../windows/use-window-title.ts';
import { Welcome } from '../welcome/Welcome.tsx';
import { InstallOffer } from './InstallOffer.tsx';
import { phoneMessages } from './messages.ts';
import { APP_BY_TAB, FULL_SCREEN_APPS, PHONE_TAB_IDS, type PhoneTab } from './phone-tabs.ts';
import styles from './phone-shell.module.css';

const loadMore = () => import('./MorePage.tsx');
const More = lazyComponent(async () => (await loadMore()).MorePage);

const TAB_KEY = 'boxwood_place';
const storedTab = (): PhoneTab => PHONE_TAB_IDS.find((id) => id === tabStorage.read(TAB_KEY)) ?? 'files';

const icons: Readonly<Record<PhoneTab, ReactNode>> = {
  files: <IconFolder />,
  photos: <IconImages />,
  shared: <IconShare />,
  more: <IconTiles />,
};

/**
 * The height below the pages in px, also while the tab bar is hidden by scrolling: notices stay above the place of the
 * bar, so that they do not move with it under a finger.
 */
const heightBelow = (area: HTMLElement): number => {
  const bottom = innerHeight - area.getBoundingClientRect().bottom;
  const tabBar = area.parentElement?.querySelector(':scope > nav');
  const isShown = tabBar instanceof HTMLElement && tabBar.offsetHeight > 0;
  const hiddenHeight = isShown ? Number.parseFloat(getComputedStyle(tabBar).marginBottom) : 0;
  return Math.round(bottom - Math.min(0, hiddenHeight));
};

/** The phone shell: four tabs at the bottom, and opened apps above them, each a step of the browser's Back. */
export const PhoneShell = ({ stage }: { readonly stage: Extract<SessionStage, { readonly at: 'in' }> }) => {
  const steps = useService(BackStepsToken);
  const [push] = useState<PushBackHandler>(() => (close: () => void) => steps.push(close));
  const launcher = useService(LauncherToken);
  // A user usually opens a folder or a menu first, so these chunks load before everything else.
  const prefetchFirst = useCallback(async () => {
    await launcher.find('files')?.load();
    await afterFirstPress();
    await loadSheets();
    await loadMore();
    await afterFirstPaint();
  }, [launcher]);
  return (
    <SheetsContext value>
      <BackContext value={push}>
        <PhonePages stage={stage} />
        <LazyPanels prefetchFirst={prefetchFirst} />
      </BackContext>
    </SheetsContext>
  );
};

const PhonePages = ({ stage }: { readonly stage: Extract<SessionStage, { readonly at: 'in' }> }) => {
  const t = useText(phoneMessages);
  const desktop = useService(DesktopToken);
  const launcher = useService(LauncherToken);
  const session = useService(SessionToken);
  const windows = useStream(desktop.windows$);
  const active = useStream(desktop.active$);
  const [tab, setTab] = useState(storedTab);
  // The tab bar updates first; the page is rendered after that.
  const [shownTab, setShownTab] = useState(tab);
  useEffect(
    () =>
      shownTab === tab
        ? undefined
        : afterPaint(() => {
            startTransition(() => {
              setShownTab(tab);
            });
          }),
    [shownTab, tab],
  );
  const [area, setArea] = useState<HTMLElement | null>(null);
  const [scrolled, resetScrolled] = useScrollState(area);
  const front = windows.find(({ id }) => id === active);
  const shown = front === undefined || launcher.find(front.component) === undefined ? null : front;
  const viewKey = `${tab} ${shown?.id ?? ''}`;
  const [lastViewKey, setLastViewKey] = useState(viewKey);
  if (lastViewKey !== viewKey) {
    setLastViewKey(viewKey);
    resetScrolled();
  }

  useEffect(
    () => () => {
      // The next user who signs in starts at the first tab.
      if (session.stage$.value.at !== 'in') tabStorage.write(TAB_KEY, 'files');
    },
    [session],
  );

  useEffect(() => {
    if (area === null) return undefined;
    const { style } = document.documentElement;
    let lastHeight = -1;
    const observer = new ResizeObserver(() => {
      const height = heightBelow(area);
      if (height === lastHeight) return;
      lastHeight = height;
      style.setProperty('--bw-floor', `${lastHeight}px`);
    });
    observer.observe(area);
    return () => {
      observer.disconnect();
      style.removeProperty('--bw-floor');
    };
  }, [area]);

  function openTab(to: PhoneTab): void {
    tabStorage.write(TAB_KEY, to);
    setTab(to);
  }

  return (
    <main
      className={styles.hand}
      data-open={shown === null ? undefined : ''}
      data-fills={shown !== null && FULL_SCREEN_APPS.has(shown.component) ? '' : undefined}
    >
      <PhoneBackSteps tab={tab} onOpenTab={openTab} />
      <div ref={setArea} className={styles.area} data-scrolled={scrolled.isScrolled ? '' : undefined}>
        {windows.map((window) => (
          <PhoneAppPage key={window.id} window={window} shown={window.id === shown?.id} />
        ))}
        <section className={styles.start} aria-label={t(shownTab)} data-start={shownTab}>
          {shownTab === 'more' ? (
            <ErrorBoundary>
              <More stage={stage} />
            </ErrorBoundary>
          ) : (
            <AppStartPage
              key={shownTab}
              app={launcher.find(APP_BY_TAB[shownTab])}
              header={shownTab === 'files' ? <StartPageHeader /> : null}
            />
          )}
        </section>
        <div className={styles.beside}>
          <WindowNotice title={t('choose')}>{t('chooseText')}</WindowNotice>
        </div>
      </div>
      <LazyMiniPlayer />
      <ConnectionBanner strip />
      <PhoneTabBar
        tab={tab}
        hidden={scrolled.isScrollingDown}
        onSelect={(to) => {
          for (const { id } of windows.toReversed()) desktop.close(id);
          openTab(to);
        }}
      />
    </main>
  );
};

interface PhoneBackStepsProps {
  readonly tab: PhoneTab;
  readonly onOpenTab: (to: PhoneTab) => void;
}

/**
 * Registers the opened apps as steps of Back, below the steps of the pages themselves and before them, also after a
 * reload.
 */
const PhoneBackSteps = ({ tab, onOpenTab }: PhoneBackStepsProps) => {
  const desktop = useService(DesktopToken);
  const launcher = useService(LauncherToken);
  /** Windows that Back has closed, the last one last; Forward opens them again as after a reload. */
  const closedWindows = useRef<DesktopWindow[]>([]);
  useBackSteps(tab === 'files' ? 0 : 1, () => {
    onOpenTab('files');
  });
  useBackSteps(
    useStream(desktop.windows$).length,
    () => {
      const front = desktop.windows$.value.find(({ id }) => id === desktop.active$.value);
      if (front === undefined) return;
      desktop.close(front.id);
      if (desktop.window(front.id).value === null) closedWindows.current.push(front);
    },
    undefined,
    {
      kind: 'page',
      redo: () => {
        const last = closedWindows.current.pop();
        if (last === undefined) return false;
        const { component, title, icon, color, pageIndex, params, document } = last;
        const another = document === null && launcher.find(component)?.single === false;
        desktop.open({
          component,
          title,
          icon,
          color,
          pageIndex,
          params,
          allowSeveral: another,
          ...(document === null ? {} : { document }),
        });
        return true;
      },
    },
  );
  return null;
};

/** What the first page shows above everything else. */
const StartPageHeader = () => (
  <>
    <Welcome />
    <InstallOffer />
  </>
);

interface PhoneTabBarProps {
  readonly tab: PhoneTab;
  readonly hidden: boolean;
  readonly onSelect: (tab: PhoneTab) => void;
}

const PhoneTabBar = ({ tab, hidden, onSelect }: PhoneTabBarProps) => {
  const t = useText(phoneMessages);
  const { unread } = useStream(useService(MessagesToken).state$);
  const items: readonly BottomBarItem<PhoneTab>[] = PHONE_TAB_IDS.map((id) => ({
    id,
    label: t(id),
    icon: icons[id],
    newsLabel: id === 'more' && unread > 0 ? t('unread', { count: unread }) : undefined,
  }));
  return <BottomBar label={t('places')} items={items} current={tab} hidden={hidden} onSelect={onSelect} />;
};

interface PhoneAppPageProps {
  readonly window: DesktopWindow;
  readonly shown: boolean;
}

/** One opened app. Apps below the front one keep their state. */
const PhoneAppPage = ({ window, shown }: PhoneAppPageProps) => {
  const c = useText(commonMessages);
  const desktop = useService(DesktopToken);
  const launcher = useService(LauncherToken);
  const titleOf = useWindowTitle();
  const app = launcher.find(window.component);
  const title = app === undefined ? '' : titleOf(window, app);
  const [headerElement, setHeaderElement] = useState<HTMLElement | null>(null);
  const page = useMemo(
    () => ({ title, headerElement, leave: () => desktop.close(window.id) }),
    [title, headerElement, desktop, window.id],
  );
  if (app === undefined) return null;
  return (
    <section className={styles.page} aria-label={title} hidden={!shown}>
      {app.ownHeader === true ? null : (
        <PhoneHeader title={title} back={{ label: c('back'), onPress: page.leave }}>
          <span ref={setHeaderElement} className={styles.acts} />
        </PhoneHeader>
      )}
      <div className={styles.body}>
        <PhonePageContext value={page}>
          <AppContent app={app} window={window.id} params={window.params} pageIndex={window.pageIndex} />
        </PhonePageContext>
      </div>
    </section>
  );
};
