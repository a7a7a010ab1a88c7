import { BASIC_PLUGINS } from '@boxwood/box-sdk';
import { serviceActions, serviceLife } from '@boxwood/box-sdk/rules';
import { castDraft } from 'immer';
import type { BoxEvent } from '../events/event.ts';
import { projection } from '../store/projection.ts';
import type { PluginKey, PluginOffer, PluginReport, Service } from './plugins.ts';

/** What is known of the services. */
export interface KnownPlugins {
  readonly known: boolean;
  readonly reports: ReadonlyMap<PluginKey, PluginReport>;
  readonly offers: ReadonlyMap<PluginKey, PluginOffer>;
  readonly errands: ReadonlyMap<PluginKey, 'deploy' | 'uninstall'>;
  readonly failed: ReadonlyMap<PluginKey, string>;
}

/** The services as this tab knows them (STATE-13). */
export const pluginsProjection = projection<KnownPlugins, BoxEvent>({
  name: 'plugins',
  version: 1,
  scope: 'session',
  initial: { known: false, reports: new Map(), offers: new Map(), errands: new Map(), failed: new Map() },
  on: {
    PluginsOffered: (draft, { offers }) => {
      draft.offers = new Map(offers.map((offer) => [offer.key, castDraft(offer)]));
    },
    PluginsObserved: (draft, { reports }) => {
      draft.known = true;
      for (const report of reports) draft.reports.set(report.key, report);
    },
    PluginAsked: (draft, { key, errand }) => {
      draft.errands.set(key, errand);
      draft.failed.delete(key);
    },
    PluginSettled: (draft, { key, failed }) => {
      draft.errands.delete(key);
      if (failed !== null) draft.failed.set(key, failed);
    },
  },
});

const basic: ReadonlySet<string> = new Set(BASIC_PLUGINS);

/** One service; the provider says what is basic, and while it is silent the product's own list does (G-36). */
export const serviceOf = (known: KnownPlugins, key: PluginKey): Service => {
  const report = known.reports.get(key);
  const offer = known.offers.get(key) ?? null;
  const isBasic = offer?.basic === true || basic.has(key);
  const state = report?.state ?? 0;
  const life = serviceLife({
    state,
    progress: report?.progress ?? 0,
    nowVer: report?.version ?? '',
    newVer: offer?.newVer ?? '',
    errand: known.errands.get(key) ?? null,
    // A deploy that another device began and that failed leaves its words with the box.
    failed: known.failed.get(key) ?? (report !== undefined && state === 0 && report.error !== '' ? report.error : null),
  });
  return { key, basic: isBasic, life, version: report?.version ?? '', actions: serviceActions(life, isBasic), offer };
};

/** Every service that the box or the provider knows. */
export const servicesOf = (known: KnownPlugins): readonly Service[] =>
  [...new Set([...known.offers.keys(), ...known.reports.keys()])].map((key) => serviceOf(known, key));

/** What a question told that was not known. */
export const changedReports = (known: KnownPlugins, reports: readonly PluginReport[]): readonly PluginReport[] =>
  reports.filter((report) => {
    const before = known.reports.get(report.key);
    return (
      before === undefined ||
      before.state !== report.state ||
      before.progress !== report.progress ||
      before.version !== report.version ||
      before.error !== report.error
    );
  });
