import icons from 'unplugin-icons/vite';
import type { PluginOption } from 'vite';

/**
 * Vite plugins that resolve the `~icons/<collection>/<name>` imports of this package to SVG text.
 * Every bundler configuration that consumes `@boxwood/ui` from source needs them (desktop, catalogue, vitest).
 */
export const uiPlugins = (): PluginOption[] => [
  icons({ compiler: 'raw', scale: 1, collectionsNodeResolvePath: new URL('.', import.meta.url).pathname }),
];

/**
 * Browsers that know `light-dark()`. Use as `build.cssTarget`: an older target lowers the function,
 * and a nested `data-theme` would then keep the colours of the root.
 */
export const cssTarget = ['chrome123', 'firefox120', 'safari17.5'];
