import { describe, expect, it, vi } from 'vitest';
import { captureInstallPrompt, installAvailability, showInstallPrompt } from './install-prompt.ts';

/** The event of Chromium, which jsdom does not have. */
const promptEvent = () => {
  const prompt = vi.fn(() => Promise.resolve());
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  return { event, prompt };
};

describe('install prompt', () => {
  it('keeps the prompt of the browser for one use, and tells those who still listen', () => {
    captureInstallPrompt(window);
    const staying = vi.fn();
    const leaving = vi.fn();
    const stop = installAvailability.subscribe(staying);
    installAvailability.subscribe(leaving)();
    const { event, prompt } = promptEvent();
    window.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    expect(installAvailability.isAvailable()).toBe(true);
    expect(staying).toHaveBeenCalledTimes(1);
    showInstallPrompt();
    expect(prompt).toHaveBeenCalledTimes(1);
    expect(installAvailability.isAvailable()).toBe(false);
    showInstallPrompt();
    expect(prompt).toHaveBeenCalledTimes(1);
    expect(leaving).not.toHaveBeenCalled();
    stop();
  });

  it('is not available any more once the page is installed', () => {
    captureInstallPrompt(window);
    window.dispatchEvent(promptEvent().event);
    window.dispatchEvent(new Event('appinstalled'));
    expect(installAvailability.isAvailable()).toBe(false);
  });
});
