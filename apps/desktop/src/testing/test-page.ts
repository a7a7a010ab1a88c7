import { stubLayout } from '@boxwood/ui/layout-stubs';
import type { CommandSpec } from '@boxwood/command-bus';
import { act } from '@testing-library/react';
import { filter, firstValueFrom } from 'rxjs';
import { onTestFinished, vi } from 'vitest';
import { bindPage } from '../composition/page-services.ts';
import { ServiceScope } from '../composition/service-scope.ts';
import { AppearanceToken, LanguagesToken, SessionScopeToken, SessionToken } from '../composition/service-tokens.ts';
import type { Language } from '../platform/i18n/language.ts';
import { type AccountReplies, replyDrive } from './account-replies.ts';
import { type BoxReplies, type BoxRequest, createReplyBox, REPLY_BOX_ID } from './box-replies.ts';
import { type PagePart, pagePart } from './page-part.ts';
import type { ServedFiles } from './served-files.ts';
import { resetScreen, type ScreenKind, setScreen } from './test-screen.ts';

const DESKTOP_SIZE = { width: 1000, height: 600 };
const PHONE_SIZE = { width: 390, height: 780 };

/** A rendered page. As a {@link PagePart} it is the whole page, with dialogs, menus and toasts. */
export interface RenderedPage extends PagePart {
  /** Every request in order, also those of the session in the background. */
  readonly requests: readonly BoxRequest[];
  /** The parameters of every request with this command. */
  sent(command: CommandSpec): readonly unknown[];
  /** Waits until lazy code is loaded, no request is pending and none was sent for two turns of the event loop. */
  settled(): Promise<void>;
  /**
   * Reports changed areas, or folders by their path, to the page, as a box does, and waits until the page is settled. A
   * second report waits up to 0.5 s.
   */
  reportChange(...changed: readonly string[]): Promise<void>;
  /** Makes the box unreachable, or reachable again. */
  setReachable(isReachable: boolean): void;
  /** Changes the width of the page, as turning a tablet does. */
  resizeTo(kind: ScreenKind): Promise<void>;
  /** Ends the page and its session. Happens by itself at the end of a test. */
  unmount(): Promise<void>;
}

/** Options of every page of a test. */
export interface PageOptions {
  /** What the box answers; everything else is refused as not offered. */
  readonly replies?: BoxReplies;
  /**
   * What the account service answers. With it, also empty, a session is one of the account service; without it, one of
   * the local network.
   */
  readonly account?: AccountReplies;
  readonly user?: string;
  /** Whether the user is an administrator of the box; by default a member. */
  readonly admin?: boolean;
  readonly language?: Language;
  /** Renders the page of a phone. */
  readonly phone?: boolean;
}

/** Options of {@link bindTestPage}. */
export interface TestPageOptions extends PageOptions {
  /** Files that the box serves and stores. */
  readonly files?: ServedFiles | undefined;
  /** Reaches the box of the account through the relay. */
  readonly relayed?: boolean;
  /** Texts in the local storage of the browser before the page is opened. */
  readonly stored?: Readonly<Record<string, string>>;
}

/** The services of a page over a box in this process, before anything is rendered. */
export interface TestPage {
  readonly root: ServiceScope;
  readonly page: RenderedPage;
  /** Registers what takes the rendered elements out of the page. */
  readonly mount: (unmount: () => void) => void;
  /** Signs in and enters the box. Throws when the box does not let the session begin. */
  readonly enter: () => Promise<ServiceScope>;
}

const NOT_BEGUN =
  'the box of this test did not begin the session: system.product must answer with the id REPLY_BOX_ID, and an account needs session.signIn and box.address';

/** Binds the real services of a page to a box that answers with `replies`, in an empty browser. */
export const bindTestPage = (options: TestPageOptions): TestPage => {
  const { replies = {}, account, files, user = 'ann', admin = false, language = 'en', phone = false } = options;
  const { relayed = false, stored = {} } = options;
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, text] of Object.entries(stored)) localStorage.setItem(key, text);
  const resize = (kind: ScreenKind): void => {
    const { width, height } = kind === 'phone' ? PHONE_SIZE : DESKTOP_SIZE;
    stubLayout(width, height);
    setScreen(kind);
  };
  resize(phone ? 'phone' : 'desktop');

  const reached = { isAdmin: admin, isRelayed: relayed };
  const box = createReplyBox(replies, { name: user, ...reached }, { account, files });
  const root = bindPage(ServiceScope.root(), window, { calls: box.transport, transfers: box.transport });
  root.get(AppearanceToken);
  root.get(LanguagesToken).use(language);

  const settled = async (): Promise<void> => {
    await act(async () => {
      let started = -1;
      for (let quietTurns = 0; quietTurns < 2;) {
        // Lazy code that an action loads may take longer than two turns on a busy machine.
        await vi.dynamicImportSettled();
        await new Promise((resolve) => setTimeout(resolve));
        const now = box.activity();
        quietTurns = now.pending === 0 && now.started === started ? quietTurns + 1 : 0;
        ({ started } = now);
      }
    });
  };
  let unmountPage = (): void => undefined;
  let isMounted = true;
  const end = async (): Promise<void> => {
    if (!isMounted) return;
    isMounted = false;
    unmountPage();
    await act(() => root.dispose());
    resetScreen();
    if (box.faults.length > 0) throw new AggregateError(box.faults, 'a reply of this test failed');
  };
  onTestFinished(end);

  const session = root.get(SessionToken);
  const begin = async (): Promise<{ readonly _tag: 'Left' | 'Right' }> => {
    if (account === undefined)
      return firstValueFrom(
        session.adoptTransfer({
          username: user,
          token: 'T'.repeat(32),
          boxId: REPLY_BOX_ID,
          boxApi: location.origin,
          relayAuth: '',
          admin,
        }),
      );
    const signedIn = await firstValueFrom(session.signIn(user, 'a password'));
    return signedIn._tag === 'Left' ? signedIn : firstValueFrom(session.enter(replyDrive(REPLY_BOX_ID, reached)));
  };
  const enter = async (): Promise<ServiceScope> => {
    const begun = await begin();
    if (begun._tag === 'Right')
      return firstValueFrom(root.get(SessionScopeToken).scope$.pipe(filter((each) => each !== null)));
    await end();
    // Without a session nothing would be rendered, and the test would wait for its time limit.
    throw new Error(NOT_BEGUN, { cause: begun });
  };
  return {
    root,
    page: {
      ...pagePart(document.body, settled),
      requests: box.requests,
      sent: (command) => box.requests.flatMap((request) => (request.command === command ? [request.params] : [])),
      settled,
      reportChange: async (...changed) => {
        await box.reportChange(changed);
        await settled();
      },
      setReachable: box.setReachable,
      resizeTo: async (kind) => {
        resize(kind);
        await settled();
      },
      unmount: end,
    },
    mount: (unmount) => {
      unmountPage = unmount;
    },
    enter,
  };
};
