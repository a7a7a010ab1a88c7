/** The event that Chromium fires when the page can be installed on the home screen; it is not standardised. */
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

/**
 * Keeps the browser's install prompt for the product's own install offer, instead of the browser's bar. The event may
 * fire at any time.
 */
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

/** For `useSyncExternalStore`: whether the page can be installed on the home screen now. */
export const installable = {
  subscribe: (changed: () => void): (() => void) => {
    heard.add(changed);
    return () => {
      heard.delete(changed);
    };
  },
  now: (): boolean => offered !== null,
};

/** Shows the browser's install prompt; a prompt can be used once. */
export const install = (): void => {
  void offered?.prompt();
  set(null);
};

/**
 * Safari on a phone has no install prompt: the user installs with the share button. True there while the page is not
 * installed.
 */
export const installsByHand = (): boolean => 'standalone' in navigator && navigator.standalone === false;
