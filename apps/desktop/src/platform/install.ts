/** What Chromium hands to a page that could be put on the home screen; it is in no standard. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}
const isPrompt = (event: Event): event is InstallPrompt => 'prompt' in event;

let offered: InstallPrompt | null = null;
const heard = new Set<() => void>();
const set = (next: InstallPrompt | null): void => {
  offered = next;
  for (const tell of heard) tell();
};

/** Keeps the browser's offer for the place where ours stands, in place of a bar of its own. It may come at any moment. */
export const catchInstall = (page: Window): void => {
  page.addEventListener('beforeinstallprompt', (event) => {
    if (!isPrompt(event)) return;
    event.preventDefault();
    set(event);
  });
  page.addEventListener('appinstalled', () => {
    set(null);
  });
};

/** For `useSyncExternalStore`: whether the page can be put on the home screen now. */
export const installable = {
  subscribe: (changed: () => void): (() => void) => {
    heard.add(changed);
    return () => {
      heard.delete(changed);
    };
  },
  now: (): boolean => offered !== null,
};

/** Lets the browser ask the person; an offer can be used once. */
export const install = (): void => {
  void offered?.prompt();
  set(null);
};

/** Safari on a phone has no offer: a person does it by the share button. True while the page is not on the home screen there. */
export const installsByHand = (): boolean => 'standalone' in navigator && navigator.standalone === false;
