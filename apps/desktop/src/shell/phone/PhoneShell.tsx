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
  type PushBack,
  SheetsContext,
  useScrolled,
} from '@boxwood/ui';
import type { DesktopWindow, SessionStage } from '@boxwood/domain';
import { type ReactNode, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { AppContent } from '../../app-kit/AppContent.tsx';
import { AppStart } from '../../app-kit/AppStart.tsx';
import { ErrorBoundary } from '../../app-kit/ErrorBoundary.tsx';
import { common } from '../../app-kit/messages.ts';
import { part } from '../../app-kit/part.tsx';
import { PhonePageContext } from '../../app-kit/phone-page.ts';
import { Notice } from '../../app-kit/WindowStates.tsx';
import { BackStepsToken, DesktopToken, LauncherToken, MessagesToken, SessionToken } from '../../composition/tokens.ts';
import { whenCalm, whenLookedAt } from '../../platform/idle.ts';
import { tabMemory } from '../../platform/tab-memory.ts';
import { useBackSteps } from '../../react/use-back-steps.ts';
import { useService } from '../../react/scope.tsx';
import { useStream } from '../../react/use-stream.ts';
import { useText } from '../../react/use-text.ts';
import { LatePanels } from '../LatePanels.tsx';
import { LineBanner } from '../LineBanner.tsx';
import { PlayingBar } from '../PlayingBar.tsx';
import { useTitle } from '../use-title.ts';
import { Welcome } from '../Welcome.tsx';
import { InstallOffer } from './InstallOffer.tsx';
import { phoneWords } from './messages.ts';
import { APP_OF, FILLS, PLACE_IDS, type PhonePlace } from './place.ts';
import styles from './phone-shell.module.css';

const fetchMore = () => import('./More.tsx');
const More = part(async () => (await fetchMore()).More);

const PLACE = 'boxwood_place';
const remembered = (): PhonePlace => PLACE_IDS.find((id) => id === tabMemory.read(PLACE)) ?? 'files';

const icons: Readonly<Record<PhonePlace, ReactNode>> = {
  files: <IconFolder />,
  photos: <IconImages />,
  shared: <IconShare />,
  more: <IconTiles />,
};

/**
 * The height below the pages in px, also while the tab bar is hidden by scrolling: notices stay above the place of the
 * bar, so that they do not move with it under a finger.
 */
const floorBelow = (area: HTMLElement): number => {
  const bottom = innerHeight - area.getBoundingClientRect().bottom;
  const places = area.parentElement?.querySelector(':scope > nav');
  const isShown = places instanceof HTMLElement && places.offsetHeight > 0;
  const drawnOut = isShown ? Number.parseFloat(getComputedStyle(places).marginBottom) : 0;
  return Math.round(bottom - Math.min(0, drawnOut));
};

/** The phone shell: four tabs at the bottom, and opened apps above them, each a step of the browser's Back. */
export const PhoneShell = ({ stage }: { readonly stage: Extract<SessionStage, { readonly at: 'in' }> }) => {
  const steps = useService(BackStepsToken);
  const [push] = useState<PushBack>(() => (close: () => void) => steps.push(close));
  const launcher = useService(LauncherToken);
  // A user usually opens a folder or a menu first, so these chunks load before everything else.
  const first = useCallback(async () => {
    await launcher.find('files')?.load();
    await whenLookedAt();
    await loadSheets();
    await fetchMore();
    await whenCalm();
  }, [launcher]);
  return (
    <SheetsContext value>
      <BackContext value={push}>
        <Pages stage={stage} />
        <LatePanels first={first} />
      </BackContext>
    </SheetsContext>
  );
};

const Pages = ({ stage }: { readonly stage: Extract<SessionStage, { readonly at: 'in' }> }) => {
  const t = useText(phoneWords);
  const desktop = useService(DesktopToken);
  const launcher = useService(LauncherToken);
  const session = useService(SessionToken);
  const windows = useStream(desktop.windows$);
  const active = useStream(desktop.active$);
  const [place, setPlace] = useState(remembered);
  // The tab bar updates first; the page is rendered after that.
  const [page, setPage] = useState(place);
  useEffect(
    () =>
      page === place
        ? undefined
        : afterPaint(() => {
            startTransition(() => {
              setPage(place);
            });
          }),
    [page, place],
  );
  const [area, setArea] = useState<HTMLElement | null>(null);
  const [scrolled, rest] = useScrolled(area);
  const front = windows.find(({ id }) => id === active);
  const shown = front === undefined || launcher.find(front.component) === undefined ? null : front;
  const where = `${place} ${shown?.id ?? ''}`;
  const [seen, setSeen] = useState(where);
  if (seen !== where) {
    setSeen(where);
    rest();
  }

  useEffect(
    () => () => {
      // The next user who signs in starts at the first tab.
      if (session.stage$.value.at !== 'in') tabMemory.write(PLACE, 'files');
    },
    [session],
  );

  useEffect(() => {
    if (area === null) return undefined;
    const { style } = document.documentElement;
    let floor = -1;
    const watching = new ResizeObserver(() => {
      const now = floorBelow(area);
      if (now === floor) return;
      floor = now;
      style.setProperty('--bw-floor', `${floor}px`);
    });
    watching.observe(area);
    return () => {
      watching.disconnect();
      style.removeProperty('--bw-floor');
    };
  }, [area]);

  function go(to: PhonePlace): void {
    tabMemory.write(PLACE, to);
    setPlace(to);
  }

  return (
    <main
      className={styles.hand}
      data-open={shown === null ? undefined : ''}
      data-fills={shown !== null && FILLS.has(shown.component) ? '' : undefined}
    >
      <Steps place={place} onGo={go} />
      <div ref={setArea} className={styles.area} data-scrolled={scrolled.away ? '' : undefined}>
        {windows.map((window) => (
          <Page key={window.id} window={window} shown={window.id === shown?.id} />
        ))}
        <section className={styles.start} aria-label={t(page)} data-start={page}>
          {page === 'more' ? (
            <ErrorBoundary>
              <More stage={stage} />
            </ErrorBoundary>
          ) : (
            <AppStart key={page} app={launcher.find(APP_OF[page])} lead={page === 'files' ? <Lead /> : null} />
          )}
        </section>
        <div className={styles.beside}>
          <Notice title={t('choose')}>{t('chooseText')}</Notice>
        </div>
      </div>
      <PlayingBar />
      <LineBanner strip />
      <Places
        place={place}
        hidden={scrolled.down}
        onSelect={(to) => {
          for (const { id } of windows.toReversed()) desktop.close(id);
          go(to);
        }}
      />
    </main>
  );
};

interface StepsProps {
  readonly place: PhonePlace;
  readonly onGo: (to: PhonePlace) => void;
}

/**
 * Registers the opened apps as steps of Back, below the steps of the pages themselves and before them, also after a
 * reload.
 */
const Steps = ({ place, onGo }: StepsProps) => {
  const desktop = useService(DesktopToken);
  const launcher = useService(LauncherToken);
  /** Windows that Back has closed, the last one last; Forward opens them again as after a reload. */
  const closed = useRef<DesktopWindow[]>([]);
  useBackSteps(place === 'files' ? 0 : 1, () => {
    onGo('files');
  });
  useBackSteps(
    useStream(desktop.windows$).length,
    () => {
      const front = desktop.windows$.value.find(({ id }) => id === desktop.active$.value);
      if (front === undefined) return;
      desktop.close(front.id);
      if (desktop.window(front.id).value === null) closed.current.push(front);
    },
    undefined,
    {
      what: 'page',
      redo: () => {
        const last = closed.current.pop();
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
          another,
          ...(document === null ? {} : { document }),
        });
        return true;
      },
    },
  );
  return null;
};

/** What the first page shows above everything else. */
const Lead = () => (
  <>
    <Welcome />
    <InstallOffer />
  </>
);

interface PlacesProps {
  readonly place: PhonePlace;
  readonly hidden: boolean;
  readonly onSelect: (place: PhonePlace) => void;
}

const Places = ({ place, hidden, onSelect }: PlacesProps) => {
  const t = useText(phoneWords);
  const { unread } = useStream(useService(MessagesToken).state$);
  const items: readonly BottomBarItem<PhonePlace>[] = PLACE_IDS.map((id) => ({
    id,
    label: t(id),
    icon: icons[id],
    news: id === 'more' && unread > 0 ? t('unread', { count: unread }) : undefined,
  }));
  return <BottomBar label={t('places')} items={items} current={place} hidden={hidden} onSelect={onSelect} />;
};

interface PageProps {
  readonly window: DesktopWindow;
  readonly shown: boolean;
}

/** One opened app. Apps below the front one keep their state. */
const Page = ({ window, shown }: PageProps) => {
  const c = useText(common);
  const desktop = useService(DesktopToken);
  const launcher = useService(LauncherToken);
  const titleOf = useTitle();
  const app = launcher.find(window.component);
  const title = app === undefined ? '' : titleOf(window, app);
  const [head, setHead] = useState<HTMLElement | null>(null);
  const page = useMemo(
    () => ({ title, head, leave: () => desktop.close(window.id) }),
    [title, head, desktop, window.id],
  );
  if (app === undefined) return null;
  return (
    <section className={styles.page} aria-label={title} hidden={!shown}>
      {app.ownHeader === true ? null : (
        <PhoneHeader title={title} back={{ label: c('back'), onPress: page.leave }}>
          <span ref={setHead} className={styles.acts} />
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
