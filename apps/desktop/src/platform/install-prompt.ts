/** The event that Chromium fires when the page can be installed on the home screen; it is not standardised. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}
const isPrompt = (event: Event): event is InstallPrompt => 'prompt' in event;

let availablePrompt: InstallPrompt | null = null;
const listeners = new Set<() => void>();
const setPrompt = (next: InstallPrompt | null): void => {
  availablePrompt = next;
  for (const notify of listeners) notify();
};

/**
 * Keeps the browser's install prompt for the product's own install offer, instead of the browser's bar. The event may
 * fire at any time.
 */
export const captureInstallPrompt = (page: Window): void => {
  page.addEventListener('beforeinstallprompt', (event) => {
    if (!isPrompt(event)) return;
    event.preventDefault();
    setPrompt(event);
  });
  page.addEventListener('appinstalled', () => {
    setPrompt(null);
  });
};

/** For `useSyncExternalStore`: whether the page can be installed on the home screen now. */
export const installAvailability = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  isAvailable: (): boolean => availablePrompt !== null,
};

/** Shows the browser's install prompt; a prompt can be used once. */
export const showInstallPrompt = (): void => {
  void availablePrompt?.prompt();
  setPrompt(null);
};

/**
 * Safari on a phone has no install prompt: the user installs with the share button. True there while the page is not
 * installed.
 */
export const needsManualInstall = (): boolean => 'standalone' in navigator && navigator.standalone === false;
