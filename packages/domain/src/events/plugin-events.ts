import type { PluginKey, PluginOffer, PluginReport } from '../plugins/plugins.ts';

/** The life of installable services. What was asked, and is not over, is known in the tab that asked. */
export type PluginEvent =
  | { readonly type: 'PluginsOffered'; readonly data: { readonly offers: readonly PluginOffer[] } }
  /** New and changed reports only. */
  | { readonly type: 'PluginsObserved'; readonly data: { readonly reports: readonly PluginReport[] } }
  | {
      readonly type: 'PluginAsked';
      readonly data: { readonly key: PluginKey; readonly errand: 'deploy' | 'uninstall' };
    }
  /** An errand came to its end; `failed` holds the box's words of a deploy that fell back to "not installed". */
  | { readonly type: 'PluginSettled'; readonly data: { readonly key: PluginKey; readonly failed: string | null } };
