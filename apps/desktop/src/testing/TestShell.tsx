import type { DesktopWindow } from '@boxwood/domain';
import { BackContext, type PushBackHandler, SheetsContext } from '@boxwood/ui';
import { type ReactNode, useMemo, useState } from 'react';
import { BackStepsToken, DesktopToken, SessionScopeToken } from '../composition/service-tokens.ts';
import { AppContent } from '../kit/app/apps/AppContent.tsx';
import type { AnyApp } from '../kit/app/apps/define-app.ts';
import { PhonePageContext } from '../kit/app/phone-page.ts';
import { useIsPhone } from '../kit/app/use-is-phone.ts';
import { ScopeProvider, useService } from '../platform/react/scope.tsx';
import { useStream } from '../platform/react/use-stream.ts';
import { Toasts } from '../shell/notices/Toasts.tsx';
import { RefusedAppDialog } from '../shell/panels/RefusedAppDialog.tsx';
import { ShellWindow } from '../shell/windows/ShellWindow.tsx';
import { useWindowTitle } from '../shell/windows/use-window-title.ts';

/** The shell of a test while the user is signed in; nothing afterwards, as the page then shows the sign-in form. */
export const TestHome = ({ app }: { readonly app: AnyApp }) => {
  const scope = useStream(useService(SessionScopeToken).scope$);
  if (scope === null) return null;
  return (
    <ScopeProvider scope={scope}>
      <TestShell app={app} />
    </ScopeProvider>
  );
};

/** The parts of the shell that an app needs: its own windows or phone pages, toasts, and the notice of a refused app. */
const TestShell = ({ app }: { readonly app: AnyApp }) => {
  const desktop = useService(DesktopToken);
  const windows = useStream(desktop.windows$).filter(({ component }) => component === app.id);
  const active = useStream(desktop.active$);
  const isPhone = useIsPhone();
  return (
    <>
      {isPhone ? (
        <PhonePages>
          {windows.map((window) => (
            <PhonePage key={window.id} window={window} app={app} />
          ))}
        </PhonePages>
      ) : (
        windows.map((window) => <ShellWindow key={window.id} window={window} app={app} active={window.id === active} />)
      )}
      <Toasts />
      <RefusedAppDialog />
    </>
  );
};

const PhonePages = ({ children }: { readonly children: ReactNode }) => {
  const steps = useService(BackStepsToken);
  const [push] = useState<PushBackHandler>(() => (close: () => void) => steps.push(close));
  return (
    <SheetsContext value>
      <BackContext value={push}>{children}</BackContext>
    </SheetsContext>
  );
};

const PhonePage = ({ window, app }: { readonly window: DesktopWindow; readonly app: AnyApp }) => {
  const desktop = useService(DesktopToken);
  const titleOf = useWindowTitle();
  const title = titleOf(window, app);
  const [headerElement, setHeaderElement] = useState<HTMLElement | null>(null);
  const page = useMemo(
    () => ({ title, headerElement, leave: () => desktop.close(window.id) }),
    [title, headerElement, desktop, window.id],
  );
  return (
    <section aria-label={title}>
      <span ref={setHeaderElement} />
      <PhonePageContext value={page}>
        <AppContent app={app} window={window.id} params={window.params} pageIndex={window.pageIndex} />
      </PhonePageContext>
    </section>
  );
};
